package dev.idgen.internal.codec;

/**
 * Writes unsigned numbers of a given width as strings, and reads them.
 *
 * <p>All strings of an instance have the same length, the least that holds every number of the width. They sort, by
 * character, like the numbers. Only those of {@link #decimal()} differ in length. Every number has one string, and
 * reading it returns the number.
 *
 * <p>Immutable and thread-safe.
 *
 * @see <a href="https://www.crockford.com/base32.html">Douglas Crockford, Base 32</a>
 */
public sealed interface NumberText permits FixedWidthText, DecimalText {

    /**
     * Hexadecimal digits, with letters in lower case.
     *
     * @param bits the numbers' width, 1 to 128
     * @throws IllegalArgumentException if the width is out of range
     */
    static NumberText hex(int bits) {
        return new FixedWidthText("hexadecimal", CheckSymbol.HEX, HexDigits::write, bits);
    }

    /**
     * The 62 digits {@code 0-9A-Za-z}, in this order.
     *
     * @param bits the numbers' width, 1 to 128
     * @throws IllegalArgumentException if the width is out of range
     */
    static NumberText base62(int bits) {
        return new FixedWidthText("base 62", CheckSymbol.BASE62, Base62Digits::write, bits);
    }

    /**
     * Crockford's base 32: digits and upper-case letters without I, L, O and U. Reading ignores case, and takes I and L
     * as 1 and O as 0. It refuses hyphens and check symbols.
     *
     * @param bits the numbers' width, 1 to 128
     * @throws IllegalArgumentException if the width is out of range
     */
    static NumberText crockford(int bits) {
        return new FixedWidthText("Crockford base 32", CheckSymbol.CROCKFORD, CrockfordDigits::write, bits);
    }

    /**
     * Crockford's digits in lower case, which alone are read.
     *
     * @param bits the numbers' width, 128
     * @throws IllegalArgumentException if it is another width
     */
    static NumberText typeId(int bits) {
        if (bits != 2 * Long.SIZE) {
            throw new IllegalArgumentException("a TypeID is for ids of 128 bits, not of " + bits);
        }
        return new FixedWidthText("TypeID", CheckSymbol.TYPEID, CrockfordDigits::writeLowerCase, bits);
    }

    /**
     * 1 to 20 decimal digits without leading zeros, for numbers of 64 bits. The strings do not sort like the numbers.
     */
    static NumberText decimal() {
        return DecimalText.INSTANCE;
    }

    /** The numbers' width. */
    int bits();

    /** How many characters the shortest string has. */
    int minLength();

    /** How many characters the longest string has. */
    int maxLength();

    /** The kind of check symbol that a string may end with. */
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
     * @param number an unsigned number
     * @throws IllegalArgumentException if the number is wider than {@link #bits()}
     */
    default String encode(long number) {
        return encode(0, number);
    }

    /**
     * Reads a number.
     *
     * @throws IllegalArgumentException if the string has another length or another character, or its number is wider
     *     than {@link #bits()}
     */
    Word128 decode(String text);
}
