package dev.idgen;

import org.jspecify.annotations.Nullable;

/** An id could not be issued. Subclasses tell what the caller can do about it. */
public abstract class IdgenException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int MAX_CAUSES = 10;

    protected IdgenException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * A failure in one line, with what its causes add: drivers put the address, or the refused password, somewhere in
     * between.
     */
    public static String describe(Throwable failure) {
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
