package dev.idgen.node;

import dev.idgen.time.TimeSource;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/** An in-memory store whose fate a test decides. */
public final class MemoryNodeStoreAccess {

    private final InMemoryNodeLeaseStore store;

    public MemoryNodeStoreAccess(TimeSource time, Supplier<String> run, LongUnaryOperator random) {
        this.store = new InMemoryNodeLeaseStore(time, run, random);
    }

    public NodeLeaseStore store() {
        return store;
    }

    public void lose() {
        store.lose();
    }
}
