package dev.idgen;

/** How a number is written. */
public enum TextForm {
    /** Decimal digits, without leading zeros. */
    DECIMAL,
    /** Lower-case hexadecimal digits. The scheme fixes the width, so strings sort like the numbers. */
    HEX,
    /** Digits, upper-case and lower-case letters. The scheme fixes the width, so strings sort like the numbers. */
    BASE62,
    /**
     * Crockford's base 32: digits and upper-case letters without I, L, O and U. The scheme fixes the width, so strings
     * sort like the numbers. idgen reads lower-case letters too, I and L as 1, and O as 0.
     */
    CROCKFORD,
    /**
     * Crockford's digits in lower case, for ids of 128 bits: the 26 characters of a TypeID. The prefix of a {@link
     * PublicText} is then lower-case letters and {@code _} at the end, and there are no groups and no check symbol.
     *
     * @see <a href="https://github.com/jetify-com/typeid/tree/main/spec">TypeID</a>
     */
    TYPEID
}
