package dev.idgen.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuoteTests {

    @ParameterizedTest
    @ValueSource(strings = {"", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "a b", "\u00e4\u4f60", "\uD83D\uDE00"})
    void textIsShownAsItIs(String text) {
        assertThat(Quote.of(text)).isEqualTo("'" + text + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\r", "\n", "\u0000", "\u001b", "\u0085", "\u2028", "\u2029", "\u202e", "\ud83d", "\ude00"})
    void whatCannotBeSeenIsAQuestionMark(String character) {
        assertThat(Quote.of("a" + character + "b")).isEqualTo("'a?b'");
    }

    @Test
    void longTextIsCut() {
        assertThat(Quote.of("x".repeat(40))).isEqualTo("'" + "x".repeat(40) + "'");
        assertThat(Quote.of("x".repeat(41))).isEqualTo("'" + "x".repeat(40) + "...'");
    }

    @Property
    void noTextBreaksTheLine(@ForAll String text) {
        assertThat(Quote.of(text)).hasSizeLessThanOrEqualTo(45).doesNotContainPattern("\\R");
    }
}
