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

    @Test
    void shorterBusinessCodeLeavesNothingOfLongerOne() {
        assertThat(writer.write(STAMP, "ORDR", 12_345_678)).isEqualTo("210821133456789ORDR12345678");
        assertThat(writer.write(STAMP, "X", 1)).isEqualTo("210821133456789X00000001");
        assertThat(writer.write(STAMP, "", 0)).isEqualTo("21082113345678900000000");
        assertThat(writer.write(STAMP, "ORDR", 2)).isEqualTo("210821133456789ORDR00000002");
    }

    @Property
    void whatWasWrittenBeforeDoesNotMatter(@ForAll("steps") List<Long> steps) {
        StringIdWriter used = format.newWriter();
        long millis = STAMP;
        for (long step : steps) {
            millis += step;
            String fresh = format.newWriter().write(millis, "ORDR", 7);
            assertThat(used.write(millis, "ORDR", 7)).isEqualTo(fresh);
        }
    }

    /** Runs of numbers, as chunks are, with other times and business codes in between, in one writer. */
    @Property
    void textsAreThoseOfTheirNumbersWhateverWasWrittenBefore(@ForAll("runs") List<Run> runs) {
        for (Run run : runs) {
            for (int i = 0; i < run.length(); i++) {
                assertThat(writer.write(run.millis(), run.business(), run.first() + i))
                        .isEqualTo(run.freshlyWritten(format, i));
            }
        }
    }

    @Property
    void textsWrittenTogetherAreThoseOfTheirNumbers(@ForAll("runs") List<Run> runs) {
        for (Run run : runs) {
            List<String> ids = new ArrayList<>(List.of("before"));
            writer.write(run.millis(), run.business(), run.first(), run.length(), ids);

            List<String> expected = new ArrayList<>(List.of("before"));
            IntStream.range(0, run.length())
                    .mapToObj(i -> run.freshlyWritten(format, i))
                    .forEach(expected::add);
            assertThat(ids).isEqualTo(expected);
            assertThat(writer.write(run.millis(), run.business(), run.first()))
                    .isEqualTo(run.freshlyWritten(format, 0));
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
    void numberThatIsNoneSpoilsNothing() {
        StringIdFormat scrambled = new StringIdFormat(ZoneOffset.UTC, BucketLayout.STANDARD, "key");
        StringIdWriter used = scrambled.newWriter();
        String last = used.write(STAMP, "", (1 << BucketLayout.STANDARD.bits()) - 1);

        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> used.write(STAMP, "", 1 << BucketLayout.STANDARD.bits()));
            assertThatIllegalArgumentException().isThrownBy(() -> used.write(STAMP, "", -1));
        }

        assertThat(used.write(STAMP, "", (1 << BucketLayout.STANDARD.bits()) - 1))
                .isEqualTo(last);
        assertThat(used.write(STAMP, "", 7)).isEqualTo(scrambled.newWriter().write(STAMP, "", 7));
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

    /** The time is written by then. Any error between the parts of an id, as when memory runs out, is of this kind. */
    @ParameterizedTest
    @ValueSource(strings = {"ORDR", "X", ""})
    void businessCodeThatCannotBeWrittenSpoilsNothing(String before) {
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

    /** It holds no time yet, whatever its fields are. */
    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, Long.MIN_VALUE + 999, -1, 0, 999, Long.MAX_VALUE})
    void newWriterRefusesATimeThatCannotBeWritten(long millis) {
        assertThatExceptionOfType(DateTimeException.class).isThrownBy(() -> writer.write(millis, "", 0));
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

    record Run(long millis, String business, int first, int length) {

        String freshlyWritten(StringIdFormat format, int index) {
            return format.newWriter().write(millis, business, first + index);
        }
    }

    @Provide
    Arbitrary<List<Run>> runs() {
        return Combinators.combine(
                        Arbitraries.longs().between(STAMP, STAMP + 2),
                        Arbitraries.of("", "X", "ORDR", "ORDX"),
                        Arbitraries.integers().between(0, 40),
                        Arbitraries.integers().between(1, 40))
                .as(Run::new)
                .list()
                .ofMaxSize(12);
    }
}
