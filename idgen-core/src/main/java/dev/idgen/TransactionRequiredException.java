package dev.idgen;

/**
 * A transactional counter was asked for a number by a caller without a transaction that the number could be part of:
 * there is none in the caller's thread, it is read-only, it has committed, or it is one of another data source. Nothing
 * was taken.
 */
public class TransactionRequiredException extends IdgenException {

    private static final long serialVersionUID = 1L;

    /**
     * @param generator the generator's name
     * @param problem why the number cannot be part of the caller's transaction, and what to do, as sentences without a
     *     full stop at the end
     */
    public TransactionRequiredException(String generator, String problem) {
        super("generator '" + generator + "' is transactional, so its numbers are part of the caller's transaction; "
                + problem);
    }
}
