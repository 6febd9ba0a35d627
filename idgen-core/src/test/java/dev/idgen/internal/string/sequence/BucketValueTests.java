package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.codec.HostileTexts;
import dev.idgen.internal.lease.LeaseText;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BucketValueTests {

    private static final String TEXT =
            "slot=90 recovery=5 since=4f/3/7 part=2 position=2048 entered=5,6,7,8 ends=1,2,3,4";

    private final BucketValue value = BucketValue.parse(TEXT).orElseThrow();

    @Test
    void textIsReadAndWrittenAsItIs() {
        assertThat(value)
                .hasToString(TEXT)
                .isEqualTo(new BucketValue(
                        90,
                        5,
                        "4f/3/7",
                        2,
                        2048,
                        List.of(5L, 6L, 7L, 8L),
                        List.of(1L, 2L, 3L, 4L),
                        LeaseText.parse(TEXT)));
        assertThat(BucketValue.parse(BucketValue.NONE.toString()))
                .map(BucketValue::toString)
                .contains(BucketValue.NONE.toString());
    }

    @Test
    void fieldsOfLaterVersionsAreKept() {
        assertThat(BucketValue.parse("new=7 " + TEXT + " more=a,b")
                        .orElseThrow()
                        .recoveryGranted(91, 6)
                        .entering("5a/3/8", 3, 9)
                        .granted(10, 16))
                .hasToString("new=7 slot=91 recovery=6 since=5a/3/8 part=3 position=10 entered=5,6,7,9 ends=1,2,3,16"
                        + " more=a,b");
    }

    @Test
    void endOfAWindowNeverGoesBack() {
        assertThat(value.granted(0, 2).open(0, 1)).hasToString(TEXT);
    }

    @ParameterizedTest
    @CsvSource({
        "slot=90,       slot=-1",
        "recovery=5,       recovery=99999999999",
        "part=2,        part=4",
        "part=2,        part=-1",
        "position=2048, position=99999999999",
        "'5,6,7,8',     '5,6,7'",
        "'5,6,7,8',     soon",
        "'1,2,3,4',     '1,2,3'",
        "'1,2,3,4',     '1,2,3,4,'",
        "' ends=1,2,3,4', ''",
        "' recovery',      '  recovery'",
        "part=2,        part=2 part=2"
    })
    void valueWithAMistakeIsNotRead(String part, String mistake) {
        assertThat(TEXT).contains(part);
        assertThat(BucketValue.parse(TEXT.replace(part, mistake))).isEmpty();
    }

    /** Any string in the store is a sound value or none, and never an error. */
    @Test
    void hostileTextIsASoundValueOrNone() {
        HostileTexts.forEachSeed(random -> {
            for (int i = 0; i < 20; i++) {
                String text = HostileTexts.next(random, BucketValueTests::bucket);
                BucketValue.parse(text).ifPresent(BucketValueTests::assertSound);
            }
        });
    }

    private static void assertSound(BucketValue value) {
        assertThat(value.part()).isBetween(0, BucketLayout.PARTS - 1);
        assertThat(value.entered()).hasSize(BucketLayout.PARTS).allMatch(millis -> millis >= 0);
        assertThat(value.ends()).hasSize(BucketLayout.PARTS).allMatch(end -> end >= 0);
        assertThat(value.position()).isNotNegative();
        assertThat(value.recovery()).isNotNegative();
        assertThat(BucketValue.parse(value.toString()).orElseThrow()).hasToString(value.toString());
    }

    private static String bucket(RandomGenerator random) {
        return "slot=1 recovery=" + random.nextInt() + " since=4f/" + random.nextInt(3) + "/1 part=" + random.nextInt(5)
                + " position=" + random.nextInt() + " entered=1,2,3," + random.nextLong() + " ends=1,2,3,4 more=x";
    }
}
