package dev.idgen;

import org.jspecify.annotations.Nullable;

/** idgen could not issue an id. Each subclass says what the caller can do. */
public abstract class IdgenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    protected IdgenException(String message) {
        super(message);
    }

    protected IdgenException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
