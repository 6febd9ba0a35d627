package dev.idgen;

import org.jspecify.annotations.Nullable;

/** An id could not be issued. Subclasses tell what the caller can do about it. */
public abstract class IdgenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    protected IdgenException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** A failure in one line, with the cause at its root, which is what tells an address or a refused password. */
    public static String describe(Throwable failure) {
        Throwable root = failure;
        for (Throwable cause = root.getCause(); cause != null && cause != root; cause = root.getCause()) {
            root = cause;
        }
        return root == failure ? failure.toString() : failure + ", caused by " + root;
    }
}
