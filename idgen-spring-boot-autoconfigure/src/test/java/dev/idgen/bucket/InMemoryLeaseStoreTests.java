package dev.idgen.bucket;

import dev.idgen.time.ManualTime;
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
