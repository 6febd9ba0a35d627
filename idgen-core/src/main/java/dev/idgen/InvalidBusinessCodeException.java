package dev.idgen;

/** A business code is not 0 to 4 characters {@code [0-9A-Za-z]}. */
public class InvalidBusinessCodeException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    public InvalidBusinessCodeException(String message) {
        super(message);
    }
}
