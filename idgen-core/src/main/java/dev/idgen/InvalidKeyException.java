package dev.idgen;

/** A counter's key is not 1 to 64 characters {@code [0-9A-Za-z._-]}, or a request key is malformed. */
public class InvalidKeyException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    public InvalidKeyException(String message) {
        super(message);
    }
}
