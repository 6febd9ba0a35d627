package dev.idgen.internal.codec;

import java.util.regex.Pattern;

/** Text of unknown origin as a message or a log may show it. Stateless. */
public final class Quote {

    private static final int MAX_LENGTH = 40;

    /** Controls, line ends, marks that turn the direction of writing, and halves of a surrogate pair. */
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]");

    private Quote() {}

    /**
     * The text in single quotes: of a longer one the first {@value #MAX_LENGTH} characters and three dots, and for each
     * character that cannot be seen a question mark.
     */
    public static String of(String text) {
        String shown = text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH) + "...";
        return "'" + UNPRINTABLE.matcher(shown).replaceAll("?") + "'";
    }
}
