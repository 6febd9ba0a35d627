package dev.idgen.jdbc;

/**
 * The numbers that a transaction has taken from a counter. It is one of the transaction's synchronizations. Only the
 * transaction's thread uses it.
 */
final class TakenNumbers extends CommitListening.CommitMarker {

    private final TransactionalCounter counter;
    private final TransactionalSequences all;
    private final String row;
    private final long found;
    private long count;

    /** @param found the row's value when the transaction first read it */
    TakenNumbers(TransactionalCounter counter, TransactionalSequences all, String row, long found) {
        this.counter = counter;
        this.all = all;
        this.row = row;
        this.found = found;
    }

    boolean isOf(TransactionalSequences counters, String name) {
        return all == counters && row.equals(name);
    }

    void add(int numbers) {
        count += numbers;
    }

    @Override
    public void afterCompletion(int status) {
        if (status != STATUS_COMMITTED) {
            return;
        }
        if (sawTheCommit()) {
            all.noteCommitted(row, found, count);
        } else {
            counter.noteTakenTooLate();
        }
    }
}
