package dev.idgen.node;

import dev.idgen.time.ManualTime;
import java.time.Duration;

class InMemoryNodeLeaseStoreTests extends NodeLeaseStoreContract {

    private final ManualTime time = new ManualTime();
    private final InMemoryNodeLeaseStore store = new InMemoryNodeLeaseStore(time);

    @Override
    protected NodeLeaseStore newStore() {
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

    @Override
    protected void lose() {
        store.lose();
    }
}
