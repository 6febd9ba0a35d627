package dev.idgen.samples.quickstart;

import java.util.ArrayList;
import java.util.List;

/**
 * The words of a text that may be ids: runs of ASCII letters and digits, joined by single hyphens and underscores. Not of words
 * are the colours of terminals, {@code %2F} as in addresses and {@code \n} as in JSON, which stand right before ids. For one thread.
 */
final class Words {

    private static final char ESCAPE = '\u001b';

    private final String text;
    private int at;
    private List<int[]> bounds = List.of();

    Words(String text) {
        this.text = text;
    }

    /** Goes to the next word, if there is one. */
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

    /** Where the parts of this word begin and end. */
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

    /** How many characters from here are not of a word. */
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
     * Whether digits are a piece of something longer, such as 1.5, and if they are few also 20:41:07 or 2026-11-22; keys such as
     * {@code user:42:1234567890123456789} have a whole id in them.
     *
     * @param start of the digits
     * @param end after their last
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
