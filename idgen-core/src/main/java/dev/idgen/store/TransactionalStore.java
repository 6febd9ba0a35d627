package dev.idgen.store;

import java.time.Duration;

/** A store that can count in the caller's transaction. Thread-safe. */
public interface TransactionalStore {

    /**
     * What is counted.
     *
     * @param generator the generator's name, for messages
     * @param acquireTimeout how long a caller may wait for a number, 0 to 60 s
     * @param floor this number and those before it count as issued; -1 or more
     * @param numbers the numbers of each counter
     */
    record Counting(String generator, Duration acquireTimeout, long floor, Progression numbers) {}

    /**
     * Counters whose numbers belong to the caller only if the transaction commits; otherwise they are issued again.
     *
     * @param counting says which numbers the counters have
     */
    KeyedSequences inTransaction(Counting counting);
}
