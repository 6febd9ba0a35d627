package dev.idgen.internal.stamped;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.DecodedId;
import dev.idgen.LongIdGenerator;
import dev.idgen.TextForm;
import dev.idgen.internal.stamped.node.ManualNodes;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A format of one's own: 48 bits of tenths of a second, shop and number, which 8 characters of Crockford's base 32 could hold. */
class ExerciseSchemeTests {

    @Test
    void schemeOf48BitsOfOnesOwn() {
        Scheme<Long> receipts = Scheme.longs("receipt")
                .epoch(Instant.parse("2025-01-01T00:00:00Z"))
                .every(Duration.ofMillis(100))
                .tick("tenths", 32)
                .node("shop", 8)
                .sequence("number", 8)
                .build();
        TimeSource time = TimeSource.system();
        LongIdGenerator generator = StampedGenerators.longs(
                "receipts", receipts, ManualNodes.fixed(42, time), time, GeneratorSettings.defaults());

        Instant before = time.instant();
        long id = generator.nextLong();

        DecodedId parts = generator.decode(id);
        assertThat(id).isBetween(1L, (1L << 48) - 1);
        assertThat(parts.number("shop")).isEqualTo(42);
        assertThat(parts.instant()).isBetween(before.minusMillis(100), time.instant());
        assertThat(generator.text(TextForm.CROCKFORD).next()).hasSize(10);
        assertThat(generator.scheme().runsOutOn()).isEqualTo("2038-08-12T00:38:49.600Z");
    }
}
