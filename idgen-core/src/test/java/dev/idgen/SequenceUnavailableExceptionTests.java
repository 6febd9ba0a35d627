package dev.idgen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.SequenceUnavailableException.Buckets;
import dev.idgen.SequenceUnavailableException.Reason;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class SequenceUnavailableExceptionTests {

    private static final Buckets BUCKETS = new Buckets(1, 250, 5);

    @Test
    void messageTellsWaitReasonAndBuckets() {
        SequenceUnavailableException exception = new SequenceUnavailableException(Reason.TIMED_OUT, BUCKETS, 500, null);

        assertThat(exception)
                .hasMessage("no sequence number after 500 ms: no bucket delivered in time"
                        + " (buckets: 1 ready, 250 open, 5 locked)")
                .hasNoCause();
        assertThat(exception.reason()).isEqualTo(Reason.TIMED_OUT);
        assertThat(exception.buckets()).isEqualTo(BUCKETS);
    }

    @Test
    void messageTellsLatestFailureOfStore() {
        IOException refused = new IOException("connection refused");

        assertThat(new SequenceUnavailableException(Reason.ALL_OPEN, BUCKETS, 0, refused))
                .hasMessage("no sequence number after 0 ms: every bucket's circuit breaker is open"
                        + " (buckets: 1 ready, 250 open, 5 locked);"
                        + " latest failure: java.io.IOException: connection refused")
                .hasCause(refused);
    }
}
