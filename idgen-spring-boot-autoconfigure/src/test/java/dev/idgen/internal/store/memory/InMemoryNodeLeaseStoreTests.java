package dev.idgen.internal.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.stamped.node.NodeLeaseReply;
import dev.idgen.internal.stamped.node.NodeLeaseStore;
import dev.idgen.internal.stamped.node.NodeLeaseStore.NodeAsker;
import dev.idgen.internal.store.NodeLeaseStoreContract;
import dev.idgen.internal.time.ManualTime;
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

    @Test
    void nodeIdsBeginAnywhereInThePool() {
        Set<Long> nodes = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            NodeAsker asker = asker(32, "a", TTL, clock());
            nodes.add(granted(answer(new InMemoryNodeLeaseStore(time).acquire(asker)))
                    .node());
        }
        assertThat(nodes).hasSizeGreaterThan(10);
    }

    @Test
    void nodeIdIsHeldToTheLastMillisecondOfItsWindow() {
        fill();
        advance(Duration.ofMillis(TTL));
        assertThat(ask("next", TTL)).isInstanceOf(NodeLeaseReply.Exhausted.class);
        advance(Duration.ofMillis(1));
        assertThat(ask("next", TTL)).isInstanceOf(NodeLeaseReply.NodeGranted.class);
    }

    @Test
    void clockThatIsSetBackDoesNotFreeANodeIdSooner() {
        fill();
        NodeLeaseReply.NodeGranted lease = acquire("holder0");
        time.stepWall(Duration.ofMillis(-100));
        renew(knowing("holder0", TTL), lease);
        advance(Duration.ofMillis(TTL + 100));
        assertThat(ask("next", TTL)).isInstanceOf(NodeLeaseReply.Exhausted.class);
    }
}
