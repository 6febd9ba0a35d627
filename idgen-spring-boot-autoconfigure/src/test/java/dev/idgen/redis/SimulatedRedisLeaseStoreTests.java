package dev.idgen.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.bucket.LeaseReply.Granted;
import dev.idgen.bucket.LeaseStore;
import dev.idgen.bucket.LeaseStore.Asker;
import dev.idgen.bucket.LeaseStoreContract;
import dev.idgen.time.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The shipped scripts, in simulated time. */
class SimulatedRedisLeaseStoreTests extends LeaseStoreContract {

    private final ManualTime time = new ManualTime();
    private final SimulatedRedis redis = new SimulatedRedis(time::millis);

    @Override
    protected LeaseStore newStore() {
        return redis.leaseStore("test", LAYOUT, () -> 3);
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
    protected void loseBucket(int bucket) {
        redis.lose("{idgen:1:test:" + bucket + "}");
    }

    @Override
    protected void loseNamespace() {
        redis.lose("{idgen:1:test}");
    }

    @Test
    void replicaGrantsNothing() {
        LeaseStore store = newStore();
        redis.becomeReplica();
        assertThatThrownBy(() -> store.birth(0, new Asker(1000, 1000, clock()))
                        .toCompletableFuture()
                        .join())
                .hasMessageContaining("READONLY");
    }

    @Test
    void serverThatRefusesInfoGrantsWithoutRun() {
        LeaseStore store = newStore();
        redis.refuseInfo();
        Asker asker = new Asker(1000, 1000, clock());
        store.birth(0, asker).toCompletableFuture().join();
        Granted grant = (Granted) store.lease(0, 1, asker).toCompletableFuture().join();
        assertThat(grant.run()).isEmpty();
    }
}
