package dev.idgen.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.node.NodeLeaseReply.Granted;
import dev.idgen.node.NodeLeaseStore.Asker;
import dev.idgen.time.ManualTime;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

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

    @Test
    void nodeIdsBeginAnywhereInThePool() {
        Set<Long> nodes = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            Asker asker = new Asker(32, "a", 1000, 1000, false);
            Granted granted = (Granted) new InMemoryNodeLeaseStore(time)
                    .acquire(asker)
                    .toCompletableFuture()
                    .join();
            nodes.add(granted.node());
        }
        assertThat(nodes).hasSizeGreaterThan(10);
    }
}
