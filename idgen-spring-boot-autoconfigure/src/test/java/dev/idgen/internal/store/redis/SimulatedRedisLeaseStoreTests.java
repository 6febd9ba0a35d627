package dev.idgen.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.internal.request.Absence;
import dev.idgen.internal.store.LeaseDoubtContract;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseReply.Happened;
import dev.idgen.internal.string.sequence.LeaseReply.Locked;
import dev.idgen.internal.string.sequence.LeaseStore;
import dev.idgen.internal.string.sequence.LeaseStore.BucketAsker;
import dev.idgen.internal.string.sequence.StoreTime;
import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shipped scripts, in simulated time. */
class SimulatedRedisLeaseStoreTests extends LeaseDoubtContract {

    private BucketAsker old() {
        return asker(60_000, Absence.LOST);
    }

    private final ManualTime time = new ManualTime();
    private final SimulatedRedis redis = new SimulatedRedis(time::millis);
    private final String key = new RedisKeys(NAMESPACE).bucket(BUCKET).get(0);

    @Override
    protected LeaseStore newStore() {
        return redis.leaseStore(NAMESPACE, LAYOUT, () -> 3);
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
        redis.lose(new RedisKeys(NAMESPACE).bucket(bucket).get(0));
    }

    @Override
    protected void closeByHand(int bucket) {
        redis.command("HSET", key, "closed", "maintenance");
    }

    @Override
    protected void openByHand(int bucket) {
        redis.command("HDEL", key, "closed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"slave", "active-replica"})
    void onlyMastersGrant(String role) {
        redis.setRole(role);
        assertThatThrownBy(() -> lease(1, asker())).hasMessageContaining("READONLY");
    }

    @Test
    void changedRunIsADoubtOnce() {
        BucketGranted before = granted(3);
        redis.setRun("run1");
        Locked lock = locked(old());
        assertThat(lock.happened()).isEqualTo(Happened.FAILOVER);
        time.advance(Duration.ofMillis(lock.millis()));
        BucketGranted after = granted(1, old());
        assertThat(after.happened()).isEqualTo(Happened.NOTHING);
        assertThat(after.window().notBefore()).isGreaterThan(before.window().notAfter());
    }

    @Test
    void bucketOfAServerThatIsMasterAgainIsInDoubtAgain() {
        granted(3);
        redis.setRun("run1");
        time.advance(Duration.ofMillis(locked(old()).millis()));
        granted(1, old());
        redis.setRun("run0");
        assertThat(locked(old()).happened()).isEqualTo(Happened.FAILOVER);
    }

    /** Otherwise a clock that is behind would take back what was right. */
    @Test
    void doubtIsNeverTakenBack() {
        granted(3);
        redis.setRun("run1");
        Locked lock = locked(old());
        time.stepWall(Duration.ofMinutes(-3));
        redis.setRun("run2");
        Locked behind = locked(old());
        assertThat(behind.happened()).isEqualTo(Happened.FAILOVER);
        time.stepWall(Duration.ofMinutes(3));
        assertThat(locked(old()).millis()).isGreaterThanOrEqualTo(lock.millis());
    }

    @Test
    void whoDoesNotKnowTheTimePutsNothingInDoubt() {
        granted(1);
        BucketAsker newcomer = new BucketAsker(TTL, TTL, TTL, 60_000, 0, Absence.LOST);
        assertThat(granted(1, newcomer).happened()).isEqualTo(Happened.NOTHING);
        redis.setRun("run1");
        assertThat(locked(newcomer).happened()).isEqualTo(Happened.CLOCK);
        assertThat(locked(old()).happened()).as("nothing was written").isEqualTo(Happened.FAILOVER);
    }

    /** The first instance of all waits for nobody. */
    @Test
    void whoDoesNotKnowTheTimeMakesABucket() {
        BucketAsker newcomer = new BucketAsker(TTL, TTL, TTL, 60_000, 0, clock());
        assertThat(granted(1, newcomer).happened()).isEqualTo(Happened.NOTHING);
    }

    @Test
    void serverWhoseClockIsFarAheadIsNotFollowed() {
        granted(1);
        BucketAsker expecting = new BucketAsker(TTL, TTL, TTL, 60_000, clock(), Absence.LOST);
        time.stepWall(Duration.ofHours(2));
        BucketGranted grant = granted(1, expecting);
        assertThat(grant.time()).isEqualTo(new StoreTime(expecting.expectedMillis(), clock()));
        assertThat(grant.window().notAfter()).isEqualTo(expecting.expectedMillis() + TTL);
        redis.setRun("run1");
        assertThat(locked(expecting).happened()).isEqualTo(Happened.CLOCK);
        time.stepWall(Duration.ofHours(-2));
        assertThat(locked(old()).happened()).as("nothing was written").isEqualTo(Happened.FAILOVER);
    }

    @Test
    void whoDoesNotKnowTheLongestTtlPutsNothingInDoubt() {
        granted(1);
        BucketAsker unread = new BucketAsker(TTL, TTL, 0, 60_000, clock(), Absence.LOST);
        assertThat(granted(1, unread).happened()).isEqualTo(Happened.NOTHING);
        redis.setRun("run1");
        assertThat(locked(unread).happened()).isEqualTo(Happened.UNREAD);
        assertThat(locked(old()).happened()).as("nothing was written").isEqualTo(Happened.FAILOVER);
    }

    @Test
    void serverAMinuteAheadIsFollowed() {
        granted(1);
        BucketAsker expecting = new BucketAsker(TTL, TTL, TTL, 60_000, clock(), Absence.LOST);
        time.stepWall(Duration.ofSeconds(60));
        assertThat(granted(1, expecting).time().now()).isEqualTo(clock());
    }

    @Test
    void quarterGrantedFromByAClockThatWasAheadDoesNotCloseTheOthers() {
        granted(1);
        time.stepWall(Duration.ofHours(2));
        granted(1, old());
        time.stepWall(Duration.ofHours(-2));
        for (int i = 0; i < 3; i++) {
            BucketGranted grant = granted(LAYOUT.quarterSize(), old());
            assertThat(grant.window().notAfter()).isLessThanOrEqualTo(clock() + TTL);
        }
    }

    @Test
    void serverThatDoesNotTellItsRunIsInDoubtWithEachNewConnection() {
        redis.refuseInfo();
        granted(1);
        time.advance(Duration.ofMillis(10));
        BucketGranted grant = granted(1, old());
        assertThat(grant.run()).isEmpty();
        redis.reconnect();
        Locked lock = locked(old());
        assertThat(lock.happened()).isEqualTo(Happened.CONNECTION);
        time.advance(Duration.ofMillis(lock.millis()));
        assertThat(granted(1, old()).happened()).isEqualTo(Happened.NOTHING);
    }

    @Test
    void serverThatTellsItsRunAgainIsInDoubtOnce() {
        redis.refuseInfo();
        granted(1);
        redis.allowInfo();
        assertThat(locked(old()).happened()).isEqualTo(Happened.FAILOVER);
    }

    @Test
    void recordHasOneKey() {
        granted(1);
        assertThat(redis.keys()).isEqualTo(List.of("{idgen:2:it:1}"));
    }
}
