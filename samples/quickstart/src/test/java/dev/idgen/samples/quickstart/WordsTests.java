package dev.idgen.samples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @Test
    void wordsAreRunsOfLettersAndDigitsThatHyphensJoin() {
        assertThat(words("id=a1-b2_c3, (d4)")).containsExactly("id", "a1|b2|c3", "d4");
    }

    @Test
    void hyphensAtEndsAndInARowJoinNothing() {
        assertThat(words("-a- b--c _d")).containsExactly("a", "b", "c", "d");
    }

    @Test
    void coloursPercentSignsAndEscapesAreNotOfWords() {
        assertThat(words("\u001b[32mINFO\u001b[0m a%2Fb c\\nd %zz")).containsExactly("INFO", "a", "b", "c", "d", "zz");
    }

    @Test
    void textsThatEndInTheMiddleOfAnEscapeEndThere() {
        assertThat(words("a\u001b[3")).containsExactly("a");
        assertThat(words("a\u001b")).containsExactly("a");
        assertThat(words("a%2")).containsExactly("a", "2");
        assertThat(words("a\\")).containsExactly("a");
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
