package dev.idgen.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.node.NodeLeaseReply.Granted;
import dev.idgen.node.NodeLeaseStore;
import dev.idgen.node.NodeLeaseStore.Asker;
import dev.idgen.node.NodeLeaseStoreContract;
import dev.idgen.time.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The shipped script, in simulated time. */
class SimulatedRedisNodeLeaseStoreTests extends NodeLeaseStoreContract {

    private static final Asker ASKER = new Asker(3, "a", 1000, 1000, false);

    private final ManualTime time = new ManualTime();
    private final SimulatedRedis redis = new SimulatedRedis(time::millis);

    @Override
    protected NodeLeaseStore newStore() {
        return redis.nodeLeaseStore("test", size -> size - 1);
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
        redis.lose("{idgen:1:test:nodes:");
    }

    @Test
    void replicaLeasesNothing() {
        redis.setRole("slave");
        assertThatThrownBy(() -> newStore().acquire(ASKER).toCompletableFuture().join())
                .hasMessageContaining("READONLY");
    }

    @Test
    void serverThatRefusesInfoLeasesWithoutRun() {
        redis.refuseInfo();
        Granted grant =
                (Granted) newStore().acquire(ASKER).toCompletableFuture().join();
        assertThat(grant.run()).isEmpty();
    }
}
