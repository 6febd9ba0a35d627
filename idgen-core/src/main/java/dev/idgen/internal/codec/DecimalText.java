package dev.idgen.internal.codec;

/** Decimal digits without leading zeros. Immutable and thread-safe. */
final class DecimalText implements NumberText {

    static final DecimalText INSTANCE = new DecimalText();

    private static final int MAX_LENGTH = 20;

    private DecimalText() {}

    @Override
    public int bits() {
        return Long.SIZE;
    }

    @Override
    public int minLength() {
        return 1;
    }

    @Override
    public int maxLength() {
        return MAX_LENGTH;
    }

    @Override
    public CheckSymbol check() {
        return CheckSymbol.DECIMAL;
    }

    @Override
    public String encode(long high, long low) {
        if (high != 0) {
            throw new IllegalArgumentException("0x" + new Word128(high, low) + " is wider than 64 bits");
        }
        return Long.toUnsignedString(low);
    }

    @Override
    public Word128 decode(String text) {
        int length = text.length();
        if (length < minLength() || length > maxLength()) {
            throw refused(text, "it has " + length + " characters, not 1 to " + MAX_LENGTH);
        }
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                throw refused(
                        text,
                        "its character " + (i + 1) + " is " + Quote.of(text.substring(i, i + 1))
                                + ", not one of [0-9]");
            }
        }
        if (length > 1 && text.charAt(0) == '0') {
            throw refused(text, "it has a leading zero");
        }
        try {
            return new Word128(0, Long.parseUnsignedLong(text));
        } catch (NumberFormatException e) {
            throw refused(text, "it is greater than " + Long.toUnsignedString(-1L));
        }
    }

    private static IllegalArgumentException refused(String text, String problem) {
        return new IllegalArgumentException(Quote.of(text) + " is not a decimal number of 64 bits: " + problem);
    }

    @Override
    public String toString() {
        return "decimal numbers of 64 bits";
    }
}
