package dev.idgen;

/**
 * The store cannot keep ids unique. It does not show when it may have lost writes, or instances of an incompatible
 * version hold leases in it. This instance issues no ids until you change that; the message says how.
 */
public class StoreUnsuitableException extends IdgenException {

    private static final long serialVersionUID = 1L;

    /** @param message what the store lacks, and what to do about it */
    public StoreUnsuitableException(String message) {
        super(message);
    }
}
