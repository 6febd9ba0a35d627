package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.register.RegisterText;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BucketValueTests {

    private static final String TEXT =
            "run=4f epoch=3 quarter=2 position=2048 entered=100 last=150 ttl=10000 ends=1,2,3,4";

    @Test
    void textIsReadAndWrittenAsItIs() {
        BucketValue value = BucketValue.parse(TEXT).orElseThrow();
        assertThat(value)
                .hasToString(TEXT)
                .isEqualTo(new BucketValue(
                        "4f", 3, 2, 2048, 100, 150, 10_000, List.of(1L, 2L, 3L, 4L), RegisterText.parse(TEXT)));
    }

    @Test
    void fieldsOfLaterVersionsAreKept() {
        BucketValue value = BucketValue.parse("new=7 " + TEXT + " more=a,b").orElseThrow();
        assertThat(value.granted(10, 160, 5).in("5a", 4))
                .hasToString("new=7 run=5a epoch=4 quarter=2 position=2058 entered=100 last=160 ttl=10000 ends=1,2,5,4"
                        + " more=a,b");
    }

    @Test
    void neitherLastNorTheEndOfAWindowGoesBack() {
        assertThat(BucketValue.parse(TEXT).orElseThrow().granted(0, 149, 2)).hasToString(TEXT);
    }

    @ParameterizedTest
    @CsvSource({
        "quarter=2,     quarter=4",
        "quarter=2,     quarter=-1",
        "position=2048, position=99999999999",
        "entered=100,   entered=soon",
        "'1,2,3,4',     '1,2,3'",
        "'1,2,3,4',     '1,2,3,4,'",
        "' ends=1,2,3,4', ''",
        "' epoch',      '  epoch'",
        "run=4f,        run=4f run=4f"
    })
    void valueWithAMistakeIsNotRead(String part, String mistake) {
        assertThat(TEXT).contains(part);
        assertThat(BucketValue.parse(TEXT.replace(part, mistake))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "run=4f"})
    void otherTextIsNotRead(String text) {
        assertThat(BucketValue.parse(text)).isEmpty();
    }
}
