package dev.idgen.internal.store.memory;

import dev.idgen.internal.store.LeaseStoreContract;
import dev.idgen.internal.string.sequence.LeaseStore;
import dev.idgen.internal.time.ManualTime;
import java.time.Duration;

class InMemoryLeaseStoreTests extends LeaseStoreContract {

    private final ManualTime time = new ManualTime();
    private final InMemoryLeaseStore store = new InMemoryLeaseStore(LAYOUT, time);

    @Override
    protected LeaseStore newStore() {
        return store;
    }

    @Override
    protected long clock() {
        return time.millis();
    }

    @Override
    protected void advance(Duration duration) {
        time.advance(duration);
    }
}
