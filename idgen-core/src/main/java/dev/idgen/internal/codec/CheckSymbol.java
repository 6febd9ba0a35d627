package dev.idgen.internal.codec;

import java.util.List;

/**
 * A character after the digits that reveals each wrong character and each swap of two neighbours, including itself.
 *
 * <p>Decimal digits have Damm's check digit. For others, it is the remainder of the number modulo a prime greater than
 * all digits. Then two different digits, or two swapped neighbours, never give the same remainder. For hexadecimal
 * digits and base 32 the prime is 37, and the symbols are Crockford's. For base 62 it is 67.
 *
 * <p>Immutable and thread-safe.
 *
 * @see <a href="https://www.crockford.com/base32.html">Douglas Crockford, Base 32</a>
 * @see <a href="https://archiv.ub.uni-marburg.de/diss/z2004/0516/">H. Michael Damm, Total anti-symmetrische
 *     Quasigruppen</a>
 */
public enum CheckSymbol {
    DECIMAL(Alphabet.DECIMAL, "") {
        @Override
        int next(int state, int digit) {
            return DAMM.get(state).charAt(digit) - '0';
        }
    },
    HEX(Alphabet.HEX, "ghjkmnpqrstvwxyz*~$=u"),
    CROCKFORD(Alphabet.CROCKFORD, "*~$=U"),
    TYPEID(Alphabet.TYPEID, "*~$=u"),
    BASE62(Alphabet.BASE62, "*~$=_");

    /** A quasigroup with zeros on its diagonal, so the state after all digits is the symbol. */
    private static final List<String> DAMM = List.of(
            "0317598642",
            "7092154863",
            "4206871359",
            "1750983426",
            "6123045978",
            "3674209581",
            "5869720134",
            "8945362017",
            "9438617205",
            "2581436790");

    @SuppressWarnings("ImmutableEnumChecker") // its arrays never change
    private final Alphabet alphabet;

    private final String symbols;

    CheckSymbol(Alphabet alphabet, String more) {
        this.alphabet = alphabet;
        this.symbols = alphabet + more;
    }

    String symbols() {
        return symbols;
    }

    Alphabet alphabet() {
        return alphabet;
    }

    /** The state after one more digit. The state after all digits is the symbol's index. */
    int next(int state, int digit) {
        return (state * alphabet.radix() + digit) % symbols.length();
    }

    /** The check symbol of a text. Characters that are not digits do not count. */
    public char of(String text) {
        int state = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = alphabet.valueOf(text.charAt(i));
            state = digit < 0 ? state : next(state, digit);
        }
        return symbols.charAt(state);
    }

    /** Whether a character stands for a given symbol; the rules for reading digits apply. */
    public boolean isMeant(char character, char symbol) {
        int digit = alphabet.valueOf(character);
        return digit < 0
                ? character == symbol || (isCaseless() && character < 128 && Character.toUpperCase(character) == symbol)
                : digit == alphabet.valueOf(symbol);
    }

    /** Whether reading ignores case. */
    public boolean isCaseless() {
        return this == DECIMAL || this == CROCKFORD;
    }
}
