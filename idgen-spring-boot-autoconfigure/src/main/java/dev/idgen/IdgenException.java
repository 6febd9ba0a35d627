package dev.idgen;

/** An id could not be issued. Subclasses tell what the caller can do about it. */
public abstract class IdgenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    protected IdgenException(String message, @org.jspecify.annotations.Nullable Throwable cause) {
        super(message, cause);
    }
}
