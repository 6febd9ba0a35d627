package dev.idgen.internal.diagnostics;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The application runs on an older Spring Boot than idgen needs. */
public final class UnsupportedBootException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private static final int MAJOR = 3;
    private static final int MINOR = 5;
    private static final Pattern VERSION = Pattern.compile("(\\d{1,9})\\.(\\d{1,9}).*");

    private UnsupportedBootException(String version) {
        super("idgen needs Spring Boot " + MAJOR + "." + MINOR + " or later, but this application has " + version);
    }

    /**
     * Refuses a version that lacks what idgen calls.
     *
     * @param version the version of Spring Boot, such as {@code 3.5.16}
     * @throws UnsupportedBootException if it is too old
     */
    public static void check(String version) {
        Matcher parts = VERSION.matcher(version);
        if (parts.matches()) {
            int major = Integer.parseInt(parts.group(1));
            if (major < MAJOR || (major == MAJOR && Integer.parseInt(parts.group(2)) < MINOR)) {
                throw new UnsupportedBootException(version);
            }
        }
    }
}
