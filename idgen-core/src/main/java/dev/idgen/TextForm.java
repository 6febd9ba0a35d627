package dev.idgen;

/** How a number is written. */
public enum TextForm {
    /** Decimal digits, as many as the number has. */
    DECIMAL,
    /** Lower-case hexadecimal digits; the width is fixed by the scheme, so strings sort as the numbers do. */
    HEX,
    /**
     * Digits, upper-case and lower-case letters; the width is fixed by the scheme, so strings sort as the numbers do.
     */
    BASE62,
    /**
     * Crockford's base 32: digits and upper-case letters without I, L, O and U. The width is fixed by the scheme, so
     * strings sort as the numbers do. Read without regard to case, I and L as 1, O as 0.
     */
    CROCKFORD
}
