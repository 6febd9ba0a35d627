package dev.idgen.samples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class WordsTests {

    private static List<String> words(String text) {
        List<String> found = new ArrayList<>();
        Words words = new Words(text);
        while (words.next()) {
            List<String> parts = new ArrayList<>();
            words.bounds().forEach(bounds -> parts.add(text.substring(bounds[0], bounds[1])));
            found.add(String.join("|", parts));
        }
        return found;
    }

    static Stream<Arguments> texts() {
        return Stream.of(
                Arguments.of("hyphens and underscores join", "id=a1-b2_c3, (d4)", "id a1|b2|c3 d4"),
                Arguments.of("not at ends and in a row", "-a- b--c _d", "a b c d"),
                Arguments.of("colours and escapes", "\u001b[32mINFO\u001b[0m a%2Fb c\\nd %zz", "INFO a b c d zz"),
                Arguments.of("colour that is cut off", "a\u001b[3", "a"),
                Arguments.of("escape that is cut off", "a\u001b", "a"),
                Arguments.of("percent sign that is cut off", "a%2", "a 2"),
                Arguments.of("backslash at the end", "a\\", "a"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void wordsAreRunsOfLettersAndDigits(String name, String text, String words) {
        assertThat(words(text)).containsExactly(words.split(" ", -1));
    }

    @Test
    void wordsOfAnyLengthAreRead() {
        assertThat(words("a-".repeat(100_000))).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "1,.5,true",
        "20,:41,true",
        "2026,-11,true",
        "12345678901234,.5,true",
        "1,.,false",
        "1,.a,false",
        "12345678901234,:5,false"
    })
    void digitsThatBelongToMoreAreAPart(String digits, String rest, boolean part) {
        assertThat(Words.isPartOfNumber(digits + rest, 0, digits.length())).isEqualTo(part);
        String reversed = new StringBuilder(digits + rest).reverse().toString();
        assertThat(Words.isPartOfNumber(reversed, rest.length(), reversed.length()))
                .isEqualTo(part);
    }
}
