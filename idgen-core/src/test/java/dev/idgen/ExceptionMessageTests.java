package dev.idgen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.SequenceUnavailableException.Buckets;
import dev.idgen.SequenceUnavailableException.Reason;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExceptionMessageTests {

    private static final Buckets BUCKETS = new Buckets(1, 250, 5);

    @Test
    void sequenceUnavailableNamesWaitReasonBucketsAndLatestFailure() {
        SequenceUnavailableException late = new SequenceUnavailableException(Reason.TIMED_OUT, BUCKETS, 500, null);
        assertThat(late)
                .hasMessage("no sequence number after 500 ms: no bucket delivered in time"
                        + " (buckets: 1 ready, 250 open, 5 locked)")
                .hasNoCause();
        assertThat(late.reason()).isEqualTo(Reason.TIMED_OUT);
        assertThat(late.buckets()).isEqualTo(BUCKETS);
        IOException refused = new IOException("connection refused");
        assertThat(new SequenceUnavailableException(Reason.ALL_OPEN, BUCKETS, 0, refused))
                .hasMessage("no sequence number after 0 ms: every bucket's circuit breaker is open"
                        + " (buckets: 1 ready, 250 open, 5 locked);"
                        + " latest failure: java.io.IOException: connection refused")
                .hasCause(refused);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            zone | Z | +01:00 | namespace 'shop' was created with zone UTC, but this instance has +01:00
            scramble | off | deeaf81c061c | scramble off, but this instance has on (key with fingerprint deeaf81c061c)
            lease-ttl | 20000 | 10000 | of 20000 ms, but 'idgen.sequence.lease-ttl' of this instance is 10000 ms. To change
            """)
    void namespaceDisagreementNamesSettingBothValuesAndRemedy(String name, String kept, String own, String message) {
        assertThat(new NamespaceDisagreementException("shop", name, kept, own))
                .hasMessageContaining(message)
                .hasNoCause();
    }
}
