package dev.idgen.entities;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Empties properties whose gapless numbers were rolled back, because the next transaction gets these numbers again. An
 * object that is saved again then gets its own number. A property that has another value by then keeps it. One of
 * these belongs to each transaction, and so to one thread.
 */
final class RolledBackValues implements TransactionSynchronization {

    private final Deque<Filled> filled = new ArrayDeque<>();

    /** How many properties were filled before a savepoint. */
    private final Map<Object, Integer> before = new HashMap<>();

    private record Filled(Object value, Supplier<@Nullable Object> reading, Runnable emptying) {

        void empty() {
            if (value.equals(reading.get())) {
                emptying.run();
            }
        }
    }

    private RolledBackValues() {}

    /**
     * Empties a property if the thread's transaction, or its part since a savepoint, rolls back.
     *
     * @param value what the property was filled with
     * @param reading reads the property
     * @param emptying empties the property
     */
    static void watch(Object value, Supplier<@Nullable Object> reading, Runnable emptying) {
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            ofTransaction().filled.push(new Filled(value, reading, emptying));
        }
    }

    private static RolledBackValues ofTransaction() {
        for (TransactionSynchronization other : TransactionSynchronizationManager.getSynchronizations()) {
            if (other instanceof RolledBackValues values) {
                return values;
            }
        }
        RolledBackValues first = new RolledBackValues();
        TransactionSynchronizationManager.registerSynchronization(first);
        return first;
    }

    @Override
    public void savepoint(Object savepoint) {
        before.put(savepoint, filled.size());
    }

    /** A savepoint that this was not told of is older than all that was filled. */
    @Override
    public void savepointRollback(Object savepoint) {
        emptyUntil(before.getOrDefault(savepoint, 0));
    }

    @Override
    public void afterCompletion(int status) {
        if (status != STATUS_COMMITTED) {
            emptyUntil(0);
        }
    }

    private void emptyUntil(int size) {
        while (filled.size() > size) {
            filled.pop().empty();
        }
    }
}
