package dev.idgen.internal.string;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.idgen.internal.string.sequence.BucketLayout;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StringIdWriterTests {

    private static final long STAMP = Instant.parse("2021-08-21T12:34:56.789Z").toEpochMilli();
    private static final long YEAR_2100 = Instant.parse("2100-01-01T00:00:00Z").toEpochMilli();

    private final StringIdFormat format = new StringIdFormat(ZoneOffset.ofHours(1), BucketLayout.STANDARD, null);
    private final StringIdWriter writer = format.newWriter();

    /** Runs of numbers, as chunks are, one by one and together, with other times and business codes in between. */
    @Property
    void idsAreThoseOfANewWriterWhateverWasWrittenBefore(@ForAll("runs") List<Run> runs) {
        long millis = STAMP;
        for (Run run : runs) {
            millis += run.step();
            List<String> ids = new ArrayList<>(List.of("before"));
            List<String> expected = new ArrayList<>(ids);
            if (run.isTogether()) {
                writer.write(millis, run.business(), run.first(), run.length(), ids);
            }
            for (int number = run.first(); number < run.first() + run.length(); number++) {
                expected.add(format.newWriter().write(millis, run.business(), number));
                if (!run.isTogether()) {
                    ids.add(writer.write(millis, run.business(), number));
                }
            }
            assertThat(ids).isEqualTo(expected);
        }
    }

    @Test
    void lastNumbersAreWrittenTogetherAsOneByOne() {
        int last = (1 << BucketLayout.STANDARD.bits()) - 1;
        StringIdWriter scrambled = new StringIdFormat(ZoneOffset.UTC, BucketLayout.STANDARD, "key").newWriter();
        List<String> ids = IntStream.rangeClosed(last - 20, last)
                .mapToObj(number -> scrambled.write(STAMP, "", number))
                .toList();

        assertThat(ids).doesNotHaveDuplicates().hasSize(21);
        List<String> together = new ArrayList<>();
        scrambled.write(STAMP, "", last - 20, 21, together);
        assertThat(together).isEqualTo(ids);
    }

    @Test
    void writeOfNumberOutOfRangeLeavesWriterUnchanged() {
        StringIdFormat scrambled = new StringIdFormat(ZoneOffset.UTC, BucketLayout.STANDARD, "key");
        StringIdWriter used = scrambled.newWriter();
        String last = used.write(STAMP, "", (1 << BucketLayout.STANDARD.bits()) - 1);

        for (int refused : new int[] {1 << BucketLayout.STANDARD.bits(), -1, -1}) {
            assertThatIllegalArgumentException().isThrownBy(() -> used.write(STAMP, "", refused));
        }

        assertThat(used.write(STAMP, "", (1 << BucketLayout.STANDARD.bits()) - 1))
                .isEqualTo(last);
        assertThat(used.write(STAMP, "", 7)).isEqualTo(scrambled.newWriter().write(STAMP, "", 7));
    }

    @Test
    void writeOfTimeOutOfRangeLeavesWriterUnchanged() {
        writer.write(STAMP, "", 0);

        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatExceptionOfType(DateTimeException.class).isThrownBy(() -> writer.write(YEAR_2100, "", 0));
        }

        assertThat(writer.write(STAMP, "", 0)).isEqualTo("21082113345678900000000");
        assertThat(writer.write(STAMP + 1, "", 0)).isEqualTo("21082113345679000000000");
    }

    /** The time is written by then. Any error between the parts of an id, as when memory runs out, is of this kind. */
    @ParameterizedTest
    @ValueSource(strings = {"ORDR", "X", ""})
    void writeOfBusinessCodeThatIsTooLongLeavesWriterUnchanged(String before) {
        for (long later : new long[] {0, 1, 7_800}) {
            StringIdWriter used = format.newWriter();
            for (int number = 0; number < 4; number++) {
                used.write(STAMP, before, number); // those up to 5 or more are written ahead
            }

            assertThatExceptionOfType(IndexOutOfBoundsException.class)
                    .isThrownBy(() -> used.write(STAMP + later, "TOO-LONG", 5));

            for (long millis : new long[] {STAMP + later, STAMP, STAMP + 1}) {
                assertThat(used.write(millis, before, 4))
                        .isEqualTo(format.newWriter().write(millis, before, 4));
            }
        }
    }

    /** A new writer holds no time yet, whatever its fields are. */
    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, Long.MIN_VALUE + 999, -1, 0, 999, Long.MAX_VALUE})
    void writeOfTimeOutOfRangeByNewWriterIsRefused(long millis) {
        assertThatExceptionOfType(DateTimeException.class).isThrownBy(() -> writer.write(millis, "", 0));
    }

    record Run(long step, String business, int first, int length, boolean isTogether) {}

    /** Their steps go in both directions, within a second and across seconds, hours and days. */
    @Provide
    Arbitrary<List<Run>> runs() {
        return Combinators.combine(
                        Arbitraries.oneOf(
                                Arbitraries.longs().between(-2, 2),
                                Arbitraries.longs().between(-1500, 1500),
                                Arbitraries.longs().between(-100_000_000, 100_000_000)),
                        Arbitraries.of("", "X", "ORDR", "ORDX"),
                        Arbitraries.integers().between(0, 40),
                        Arbitraries.integers().between(1, 40),
                        Arbitraries.of(true, false))
                .as(Run::new)
                .list()
                .ofMaxSize(12);
    }
}
