package dev.idgen.internal.codec;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The digits of a radix in ascending order, and the characters that are read as them. Immutable and thread-safe. */
final class Alphabet {

    static final Alphabet DECIMAL = new Alphabet("0123456789", "[0-9]", "", "");

    static final Alphabet HEX = new Alphabet("0123456789abcdef", "[0-9a-f]", "", "");

    static final Alphabet BASE62 =
            new Alphabet("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", "[0-9A-Za-z]", "", "");

    static final Alphabet CROCKFORD = new Alphabet(
            "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
            "[0-9A-TV-Za-tv-z]",
            "abcdefghjkmnpqrstvwxyzILOilo",
            "ABCDEFGHJKMNPQRSTVWXYZ110110");

    static final Alphabet TYPEID = new Alphabet("0123456789abcdefghjkmnpqrstvwxyz", "[0-9a-hjkmnp-tv-z]", "", "");

    private static final byte NO_DIGIT = -1;

    private final String digits;
    private final byte[] values;
    private final String readable;

    /**
     * @param digits the characters that are written
     * @param readable the characters that are read, for messages
     * @param aliases characters that are read besides the digits
     * @param meant the digit that each alias stands for
     */
    private Alphabet(String digits, String readable, String aliases, String meant) {
        this.digits = digits;
        this.readable = readable;
        this.values = new byte[128];
        Arrays.fill(values, NO_DIGIT);
        for (int value = 0; value < digits.length(); value++) {
            values[digits.charAt(value)] = (byte) value;
        }
        for (int i = 0; i < aliases.length(); i++) {
            values[aliases.charAt(i)] = values[meant.charAt(i)];
        }
    }

    int radix() {
        return digits.length();
    }

    /** All digits in ascending order. */
    byte[] digits() {
        return digits.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** All pairs of digits: the pair of value v is at 2v and 2v + 1. */
    byte[] pairs() {
        byte[] pairs = new byte[2 * radix() * radix()];
        for (int pair = 0; pair < radix() * radix(); pair++) {
            pairs[2 * pair] = (byte) digits.charAt(pair / radix());
            pairs[2 * pair + 1] = (byte) digits.charAt(pair % radix());
        }
        return pairs;
    }

    /** The values of a number's digits, most significant first, without leading zeros. */
    byte[] valuesOf(BigInteger number) {
        BigInteger divisor = BigInteger.valueOf(radix());
        int length = 1;
        for (BigInteger rest = number.divide(divisor); rest.signum() > 0; rest = rest.divide(divisor)) {
            length++;
        }
        byte[] result = new byte[length];
        BigInteger rest = number;
        for (int i = length - 1; i >= 0; i--) {
            result[i] = rest.mod(divisor).byteValue();
            rest = rest.divide(divisor);
        }
        return result;
    }

    /** The characters that are read, as a class of a regular expression. */
    String readable() {
        return readable;
    }

    /** The value of a character; negative if it is not a digit. */
    int valueOf(char character) {
        return character < values.length ? values[character] : NO_DIGIT;
    }

    @Override
    public String toString() {
        return digits;
    }
}
