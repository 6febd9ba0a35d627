package dev.idgen.samples.quickstart;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a text into words that may be ids: ASCII letters and digits, joined by single hyphens and underscores. Skips
 * terminal colours, {@code %2F} of addresses and {@code \n} of JSON, which may precede ids. Not thread-safe.
 */
final class Words {

    private static final char ESCAPE = '\u001b';

    private final String text;
    private int at;
    private List<int[]> bounds = List.of();

    Words(String text) {
        this.text = text;
    }

    /** Moves to the next word, if there is one. */
    boolean next() {
        while (at < text.length()) {
            if (isWordCharacter(text, at)) {
                readParts();
                return true;
            }
            at += skipped();
        }
        return false;
    }

    /** The begin and end of each part of this word. */
    List<int[]> bounds() {
        return bounds;
    }

    private void readParts() {
        bounds = new ArrayList<>();
        while (true) {
            int start = at;
            while (isWordCharacter(text, at)) {
                at++;
            }
            bounds.add(new int[] {start, at});
            if (!isJoin(text, at) || !isWordCharacter(text, at + 1)) {
                return;
            }
            at++;
        }
    }

    /** The number of characters from here that are not part of a word. */
    private int skipped() {
        char c = text.charAt(at);
        if (c == ESCAPE && isOneOf("[", text, at + 1)) {
            int end = at + 2;
            while (end < text.length() && (isDigit(text, end) || text.charAt(end) == ';')) {
                end++;
            }
            return end + 1 - at;
        }
        if (c == '%' && isHex(at + 1) && isHex(at + 2)) {
            return 3;
        }
        return c == '\\' && isOneOf("bfnrt", text, at + 1) ? 2 : 1;
    }

    /**
     * Whether digits are part of a longer number such as 1.5 or, if they are few, of 20:41:07 or 2026-11-22. Keys such
     * as {@code user:42:1234567890123456789} contain a whole id.
     *
     * @param start the position of the first digit
     * @param end the position after the last digit
     */
    static boolean isPartOfNumber(String text, int start, int end) {
        String joins = end - start < Plausibility.FEWEST_DIGITS ? ".,:-" : ".";
        return (isOneOf(joins, text, start - 1) && isDigit(text, start - 2))
                || (isOneOf(joins, text, end) && isDigit(text, end + 1));
    }

    private static boolean isOneOf(String characters, String text, int at) {
        return at >= 0 && at < text.length() && characters.indexOf(text.charAt(at)) >= 0;
    }

    private static boolean isJoin(String text, int at) {
        return isOneOf("-_", text, at);
    }

    private boolean isHex(int index) {
        return index < text.length() && Character.digit(text.charAt(index), 16) >= 0;
    }

    private static boolean isDigit(String text, int at) {
        return at >= 0 && at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
    }

    private static boolean isWordCharacter(String text, int at) {
        return at < text.length() && text.charAt(at) < 128 && Character.isLetterOrDigit(text.charAt(at));
    }
}
