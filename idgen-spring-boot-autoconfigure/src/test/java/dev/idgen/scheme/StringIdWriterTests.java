package dev.idgen.scheme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.idgen.codec.TimestampPrefix;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class StringIdWriterTests {

    private static final long STAMP = Instant.parse("2021-08-21T12:34:56.789Z").toEpochMilli();
    private static final long YEAR_2100 = Instant.parse("2100-01-01T00:00:00Z").toEpochMilli();

    private final TimestampPrefix prefix = new TimestampPrefix(ZoneOffset.ofHours(1));
    private final StringIdWriter writer = new StringIdWriter(prefix);

    @Test
    void shorterBusinessCodeLeavesNothingOfLongerOne() {
        assertThat(writer.write(STAMP, "ORDR", 12_345_678)).isEqualTo("210821133456789ORDR12345678");
        assertThat(writer.write(STAMP, "X", 1)).isEqualTo("210821133456789X00000001");
        assertThat(writer.write(STAMP, "", 0)).isEqualTo("21082113345678900000000");
        assertThat(writer.write(STAMP, "ORDR", 2)).isEqualTo("210821133456789ORDR00000002");
    }

    @Property
    void whatWasWrittenBeforeDoesNotMatter(@ForAll("steps") List<Long> steps) {
        StringIdWriter used = new StringIdWriter(prefix);
        long millis = STAMP;
        for (long step : steps) {
            millis += step;
            String fresh = new StringIdWriter(prefix).write(millis, "ORDR", 7);
            assertThat(used.write(millis, "ORDR", 7)).isEqualTo(fresh);
        }
    }

    @Test
    void timeThatCannotBeWrittenSpoilsNothing() {
        writer.write(STAMP, "", 0);

        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatExceptionOfType(DateTimeException.class).isThrownBy(() -> writer.write(YEAR_2100, "", 0));
        }

        assertThat(writer.write(STAMP, "", 0)).isEqualTo("21082113345678900000000");
        assertThat(writer.write(STAMP + 1, "", 0)).isEqualTo("21082113345679000000000");
    }

    /** In both directions, within a second and across seconds, hours and days. */
    @Provide
    Arbitrary<List<Long>> steps() {
        return Arbitraries.oneOf(
                        Arbitraries.longs().between(-2, 2),
                        Arbitraries.longs().between(-1500, 1500),
                        Arbitraries.longs().between(-100_000_000, 100_000_000))
                .list()
                .ofMaxSize(50);
    }
}
