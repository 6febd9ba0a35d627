package dev.idgen;

/**
 * A caller asked a transactional counter for a number without a suitable transaction. The thread has no transaction, or
 * it is read-only, has committed, or belongs to another data source. No number was taken.
 */
public class TransactionRequiredException extends IdgenException {

    private static final long serialVersionUID = 1L;

    /**
     * @param generator the generator's name
     * @param problem why the number cannot join the caller's transaction, and what to do; sentences without a final
     *     full stop
     */
    public TransactionRequiredException(String generator, String problem) {
        super("generator '" + generator + "' is transactional, so its numbers are part of the caller's transaction; "
                + problem);
    }
}
