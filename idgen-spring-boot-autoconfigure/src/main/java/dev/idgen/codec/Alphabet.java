package dev.idgen.codec;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The digits of a radix in ascending order, and the characters that are read as them. Immutable and thread-safe. */
final class Alphabet {

    static final Alphabet HEX = new Alphabet("0123456789abcdef", "[0-9a-f]", "", "");

    static final Alphabet BASE62 =
            new Alphabet("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", "[0-9A-Za-z]", "", "");

    static final Alphabet CROCKFORD = new Alphabet(
            "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
            "[0-9A-TV-Za-tv-z]",
            "abcdefghjkmnpqrstvwxyzILOilo",
            "ABCDEFGHJKMNPQRSTVWXYZ110110");

    private static final byte NO_DIGIT = -1;

    private final byte[] digits;
    private final byte[] values;
    private final String readable;

    /**
     * @param digits what is written
     * @param readable what is read, for messages
     * @param aliases what is read besides the digits
     * @param meant the digit that is meant by each alias
     */
    private Alphabet(String digits, String readable, String aliases, String meant) {
        this.digits = digits.getBytes(StandardCharsets.ISO_8859_1);
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
        return digits.length;
    }

    /** The values of the digits of a number, the most significant first, without leading zeros. */
    byte[] valuesOf(BigInteger number) {
        BigInteger radix = BigInteger.valueOf(radix());
        int length = 1;
        for (BigInteger rest = number.divide(radix); rest.signum() > 0; rest = rest.divide(radix)) {
            length++;
        }
        byte[] result = new byte[length];
        BigInteger rest = number;
        for (int i = length - 1; i >= 0; i--) {
            result[i] = rest.mod(radix).byteValue();
            rest = rest.divide(radix);
        }
        return result;
    }

    /** The digit of a value from 0 to radix - 1. */
    byte digit(int value) {
        return digits[value];
    }

    /** The characters that are read, as a regular expression has them. */
    String readable() {
        return readable;
    }

    /** Returns the value of a character, or a negative number if it is no digit. */
    int valueOf(char character) {
        return character < values.length ? values[character] : NO_DIGIT;
    }
}
