package dev.idgen.internal.codec;

/**
 * A way to write unsigned numbers of a given width as text and to read them again.
 *
 * <p>All strings of an instance, except {@link #decimal()}, have the same length, the least that holds every number of
 * the width, and sort (by character) as the numbers do. Every number has one text; reading what was written gives the
 * number back.
 *
 * <p>Immutable and thread-safe.
 *
 * @see <a href="https://www.crockford.com/base32.html">Douglas Crockford, Base 32</a>
 */
public sealed interface NumberText permits FixedWidthText, DecimalText {

    /**
     * Hexadecimal digits, letters in lower case.
     *
     * @param bits width of the numbers, 1 to 128
     * @throws IllegalArgumentException if the width is out of range
     */
    static NumberText hex(int bits) {
        return new FixedWidthText("hexadecimal", CheckSymbol.HEX, HexDigits::write, bits);
    }

    /**
     * The 62 digits {@code 0-9A-Za-z}, in this order.
     *
     * @param bits width of the numbers, 1 to 128
     * @throws IllegalArgumentException if the width is out of range
     */
    static NumberText base62(int bits) {
        return new FixedWidthText("base 62", CheckSymbol.BASE62, Base62Digits::write, bits);
    }

    /**
     * Crockford's base 32: digits and upper-case letters without I, L, O and U. Read without regard to case, I and L as
     * 1, O as 0; hyphens and check symbols are not read.
     *
     * @param bits width of the numbers, 1 to 128
     * @throws IllegalArgumentException if the width is out of range
     */
    static NumberText crockford(int bits) {
        return new FixedWidthText("Crockford base 32", CheckSymbol.CROCKFORD, CrockfordDigits::write, bits);
    }

    /**
     * Decimal digits of numbers of 64 bits, 1 to 20 of them and no leading zeros, so that strings sort by length first.
     */
    static NumberText decimal() {
        return DecimalText.INSTANCE;
    }

    /** Width of the numbers. */
    int bits();

    /** How many characters the shortest string has. */
    int minLength();

    /** How many characters the longest string has. */
    int maxLength();

    /** What a text can end with, to be checked. */
    CheckSymbol check();

    /**
     * Writes a number.
     *
     * @param high the 64 most significant bits
     * @param low the 64 least significant bits
     * @throws IllegalArgumentException if the number is wider than {@link #bits()}
     */
    String encode(long high, long low);

    /**
     * Writes a number of up to 64 bits.
     *
     * @param number taken as unsigned
     * @throws IllegalArgumentException if the number is wider than {@link #bits()}
     */
    default String encode(long number) {
        return encode(0, number);
    }

    /**
     * Reads a number.
     *
     * @throws IllegalArgumentException if the text has another length, another character, or a number that is wider
     *     than {@link #bits()}
     */
    Word128 decode(String text);
}
