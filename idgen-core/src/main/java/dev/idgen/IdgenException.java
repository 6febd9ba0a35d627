package dev.idgen;

import org.jspecify.annotations.Nullable;

/** An id could not be issued. Subclasses tell what the caller can do about it. */
public abstract class IdgenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Of what has no cause yet. */
    protected IdgenException(String message) {
        super(message);
    }

    protected IdgenException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
