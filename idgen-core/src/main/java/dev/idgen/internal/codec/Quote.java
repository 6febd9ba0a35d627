package dev.idgen.internal.codec;

import java.util.regex.Pattern;

/** Quotes strings and failures from outside, so that messages and logs may show them. Stateless. */
public final class Quote {

    private static final int MAX_LENGTH = 40;
    /** How many characters of a value from a store are shown. */
    public static final int STORED = 200;

    private static final int MAX_CAUSES = 10;

    /** Control characters, line ends, marks that change the writing direction, and halves of a surrogate pair. */
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]");

    private Quote() {}

    /**
     * The string in single quotes. It keeps {@value #MAX_LENGTH} characters, shows the rest as three dots, and replaces
     * each invisible character by a question mark.
     */
    public static String of(String text) {
        return "'" + cut(text, MAX_LENGTH) + "'";
    }

    /** The first characters of a string. It shows the rest as three dots, and each invisible character as "?". */
    public static String cut(String text, int most) {
        String shown = text.length() <= most ? text : text.substring(0, most) + "...";
        return UNPRINTABLE.matcher(shown).replaceAll("?");
    }

    /**
     * A failure and what its causes add, in one line. Drivers put the address, or the refused password, somewhere in
     * the chain of causes.
     */
    public static String failure(Throwable failure) {
        StringBuilder text = new StringBuilder(failure.toString());
        int depth = 0;
        for (Throwable at = failure.getCause(); at != null && depth < MAX_CAUSES; at = at.getCause()) {
            String message = at.getMessage() == null ? at.toString() : at.getMessage();
            if (text.indexOf(message) < 0) {
                text.append("; ").append(message);
            }
            depth++;
        }
        return text.toString();
    }
}
