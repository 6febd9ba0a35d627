package dev.idgen.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The proof that a symbol finds each wrong character and each swap of two neighbours, in texts of any length: all states and all pairs of
 * digits are tried. States that differ stay different over digits that are equal, so the first difference decides.
 */
class CheckSymbolTests {

    private static IntStream states(CheckSymbol check) {
        return IntStream.range(0, check.symbols().length());
    }

    private static IntStream digits(CheckSymbol check) {
        return IntStream.range(0, check.alphabet().radix());
    }

    @ParameterizedTest
    @EnumSource
    void wrongDigitLeadsToAnotherState(CheckSymbol check) {
        assertThat(states(check))
                .allSatisfy(state -> assertThat(digits(check).map(digit -> check.next(state, digit)))
                        .doesNotHaveDuplicates());
    }

    @ParameterizedTest
    @EnumSource
    void statesThatDifferStayDifferent(CheckSymbol check) {
        assertThat(digits(check))
                .allSatisfy(digit -> assertThat(states(check).map(state -> check.next(state, digit)))
                        .doesNotHaveDuplicates());
    }

    @ParameterizedTest
    @EnumSource
    void swapOfNeighboursLeadsToAnotherState(CheckSymbol check) {
        states(check)
                .forEach(state -> digits(check)
                        .forEach(a -> digits(check)
                                .filter(b -> b != a)
                                .filter(b -> check.next(check.next(state, a), b) == check.next(check.next(state, b), a))
                                .forEach(b -> {
                                    throw new AssertionError(
                                            check + " takes " + a + b + " for " + b + a + " after " + state);
                                })));
    }

    @ParameterizedTest
    @EnumSource
    void swapOfTheLastDigitAndTheSymbolIsFound(CheckSymbol check) {
        states(check)
                .forEach(state -> digits(check).forEach(digit -> {
                    int symbol = check.next(state, digit);
                    if (symbol != digit && symbol < check.alphabet().radix()) {
                        assertThat(check.next(state, symbol)).isNotEqualTo(digit);
                    }
                }));
    }

    @ParameterizedTest
    @CsvSource({"DECIMAL, 572, 4", "CROCKFORD, 16J, D", "HEX, 4d2, d", "CROCKFORD, 14, U"})
    void symbolsAreThoseOfTheirInventors(CheckSymbol check, String text, char symbol) {
        assertThat(check.of(text)).isEqualTo(symbol);
    }

    @Test
    void symbolIsReadAsTheDigitsAre() {
        assertThat(CheckSymbol.CROCKFORD.isMeant('o', '0')).isTrue();
        assertThat(CheckSymbol.CROCKFORD.isMeant('l', '1')).isTrue();
        assertThat(CheckSymbol.CROCKFORD.isMeant('u', 'U')).isTrue();
        assertThat(CheckSymbol.CROCKFORD.isMeant('u', 'V')).isFalse();
        assertThat(CheckSymbol.CROCKFORD.isMeant('*', '~')).isFalse();
        assertThat(CheckSymbol.CROCKFORD.isMeant('\u017f', 'S'))
                .as("outside ASCII")
                .isFalse();
        assertThat(CheckSymbol.BASE62.isMeant('a', 'A')).isFalse();
        assertThat(CheckSymbol.HEX.isMeant('U', 'u')).isFalse();
    }
}
