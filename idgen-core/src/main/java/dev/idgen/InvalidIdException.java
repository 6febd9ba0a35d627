package dev.idgen;

/** A text is not an id of the scheme. The message says what was expected and what was found. */
public class InvalidIdException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    public InvalidIdException(String message) {
        super(message);
    }
}
