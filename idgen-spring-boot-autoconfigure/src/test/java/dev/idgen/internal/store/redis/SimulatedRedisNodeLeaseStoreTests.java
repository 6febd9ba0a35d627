package dev.idgen.internal.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.internal.request.Absence;
import dev.idgen.internal.request.LongestTtl;
import dev.idgen.internal.stamped.node.NodeLeaseReply;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Lost;
import dev.idgen.internal.stamped.node.NodeLeaseReply.NodeGranted;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Settling;
import dev.idgen.internal.stamped.node.NodeLeaseStore;
import dev.idgen.internal.stamped.node.NodeLeaseStore.NodeAsker;
import dev.idgen.internal.stamped.node.NodePool;
import dev.idgen.internal.store.NodeLeaseDoubtContract;
import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The shipped script, in simulated time: also the last and the first millisecond of what its rules allow. */
class SimulatedRedisNodeLeaseStoreTests extends NodeLeaseDoubtContract {

    private final ManualTime time = new ManualTime();
    private final SimulatedRedis redis = new SimulatedRedis(time::millis);

    @Override
    protected NodeLeaseStore newStore() {
        return redis.nodeLeaseStore(NAMESPACE, size -> size - 1);
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
        redis.lose(new RedisKeys(NAMESPACE).nodes(BITS).get(0));
    }

    private void advance(long millis) {
        time.advance(Duration.ofMillis(millis));
    }

    private NodeLeaseReply knowingAcquires(String holder) {
        return answer(store().acquire(knowing(holder, LONG)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"slave", "active-replica"})
    void onlyMastersLease(String role) {
        redis.setRole(role);
        assertThatThrownBy(() -> acquire("a")).hasMessageContaining("READONLY");
    }

    @Test
    void recordIsOneKey() {
        acquire("a");
        assertThat(redis.keys()).isEqualTo(List.of("{idgen:2:it:nodes:2}:leases"));
    }

    @Test
    void changedRunIsADoubtOnce() {
        NodeGranted before = granted(ask("a", LONG));
        redis.setRun("run1");
        Settling wait = (Settling) ask("b", LONG);
        assertThat(wait.millis()).isEqualTo(LONG + MARGIN + 1);
        advance(wait.millis() - 1);
        assertThat(((Settling) ask("b", LONG)).millis()).isEqualTo(1);
        advance(1);
        assertThat(granted(ask("b", LONG)).window().notBefore())
                .isGreaterThan(before.window().notAfter() + MARGIN);
    }

    @Test
    void poolOfAServerThatIsMasterAgainIsInDoubtAgain() {
        ask("a", LONG);
        redis.setRun("run1");
        ask("b", LONG);
        advance(LONG + MARGIN + 1);
        ask("b", LONG);
        redis.setRun("run0");
        assertThat(((Settling) ask("c", LONG)).millis()).isEqualTo(LONG + MARGIN + 1);
    }

    @Test
    void leaseThatReachesBeyondTheDoubtByTheMarginIsKept() {
        NodeGranted lease = granted(ask("a", LONG));
        advance(LONG - MARGIN);
        redis.setRun("run1");
        assertThat(renew(knowing("a", LONG), lease)).isInstanceOf(NodeGranted.class);
    }

    @Test
    void leaseThatReachesLessFarBeyondTheDoubtIsLost() {
        NodeGranted lease = granted(ask("a", LONG));
        advance(LONG - MARGIN + 1);
        redis.setRun("run1");
        assertThat(renew(knowing("a", LONG), lease)).isInstanceOf(Lost.class);
        advance(LONG + MARGIN + 1);
        assertThat(renew(knowing("a", LONG), lease)).as("nor later").isInstanceOf(Lost.class);
    }

    @Test
    void holdersWordCountsWhereItsRenewalIsMissing() {
        NodeGranted lease = granted(ask("a", LONG));
        Object before = redis.snapshot();
        advance(LONG - 100);
        NodeGranted renewed = granted(renew(knowing("a", LONG), lease));
        redis.restore(before);
        redis.setRun("run1");
        assertThat(renew(knowing("a", LONG), renewed)).isInstanceOf(NodeGranted.class);
    }

    /** The holder of before is in the record again, but another had the node id since. */
    @Test
    void recordFromBeforeAnotherHadTheNodeIdDoesNotGiveItBack() {
        NodeGranted lease = granted(answer(store().acquire(asker(1, "a", LONG, clock()))));
        granted(answer(store().acquire(asker(1, "b", LONG, clock()))));
        Object before = redis.snapshot();
        advance(LONG + 1);
        NodeGranted next = granted(answer(store().acquire(asker(1, "c", LONG, clock()))));
        redis.restore(before);
        redis.setRun("run1");
        NodeAsker holder = asker(1, "a", LONG, Absence.LOST);
        assertThat(renew(holder, lease)).isInstanceOf(Lost.class);
        assertThat(renew(asker(1, "c", LONG, Absence.LOST), next)).isInstanceOf(NodeGranted.class);
        advance(2 * LONG);
        assertThat(renew(holder, lease)).as("nor later").isInstanceOf(Lost.class);
    }

    @Test
    void lostLeaseIsNotTakenBackWhereAnothersWindowTouchesIt() {
        NodeGranted other = granted(ask("other", LONG));
        long end = other.window().notAfter();
        advance(LONG - 1000);
        redis.setRun("run1");
        assertThat(answer(store().renew(knowing("a", LONG), other.node(), end, end + LONG)))
                .isInstanceOf(Lost.class);
        assertThat(answer(store().renew(knowing("a", LONG), other.node(), end + 1, end + LONG)))
                .isInstanceOf(NodeGranted.class);
    }

    @Test
    void leaseThatARecordWithoutDoubtsHasNotProvesALoss() {
        NodeGranted first = granted(ask("first", LONG));
        NodeGranted lease = granted(ask("a", LONG));
        lose();
        assertThat(acquire("newcomer").node()).isEqualTo(first.node());
        assertThat(renew(knowing("a", LONG), lease)).isInstanceOf(NodeGranted.class);
        Settling wait = (Settling) ask("another", LONG);
        assertThat(wait.millis()).isEqualTo(LONG + MARGIN + 1);
        advance(100);
        assertThat(renew(knowing("first", LONG), first)).isInstanceOf(Lost.class);
        assertThat(((Settling) ask("another", LONG)).millis())
                .as("one of before the doubt proves nothing")
                .isEqualTo(LONG + MARGIN + 1 - 100);
    }

    @Test
    void twoLossesInARowAreSurvived() {
        NodeGranted lease = granted(ask("a", LONG));
        lose();
        redis.setRun("run1");
        NodeGranted back = granted(renew(knowing("a", LONG), lease));
        lose();
        redis.setRun("run2");
        advance(3);
        assertThat(knowingAcquires("b")).isInstanceOf(Settling.class);
        assertThat(renew(knowing("a", LONG), back)).isInstanceOf(NodeGranted.class);
    }

    @Test
    void latestGrantOfAClockThatWasSomewhatAheadCounts() {
        NodeGranted lease = granted(ask("a", LONG));
        time.stepWall(Duration.ofMillis(-1500));
        redis.setRun("run1");
        assertThat(((Settling) knowingAcquires("b")).millis()).isEqualTo(LONG + MARGIN + 1 + 1500);
        assertThat(lease.window().notBefore()).isEqualTo(clock() + 1500);
    }

    /** Otherwise a clock that is behind would take back what was right. */
    @Test
    void doubtIsNeverTakenBack() {
        granted(ask("a", LONG));
        redis.setRun("run1");
        long wait = ((Settling) knowingAcquires("b")).millis();
        time.stepWall(Duration.ofMinutes(-3));
        redis.setRun("run2");
        assertThat(knowingAcquires("b")).isInstanceOf(Settling.class);
        time.stepWall(Duration.ofMinutes(3));
        assertThat(((Settling) knowingAcquires("b")).millis()).isEqualTo(wait);
    }

    @Test
    void whoDoesNotKnowTheTimePutsThePoolInNoDoubt() {
        NodeGranted lease = granted(ask("a", LONG));
        redis.setRun("run1");
        NodeAsker newcomer = new NodeAsker(NodePool.ofBits(BITS), "b", new LongestTtl(LONG).claim(), 0, Absence.LOST);
        assertThat(((Settling) answer(store().acquire(newcomer))).millis()).isEqualTo(200);
        redis.setRun("run0");
        assertThat(renew(knowing("a", LONG), lease)).as("nothing was written").isInstanceOf(NodeGranted.class);
    }

    @Test
    void nodeIdLeasedByAClockThatWasAheadDoesNotCloseTheOthers() {
        time.stepWall(Duration.ofHours(2));
        NodeGranted far = granted(ask("a", LONG));
        time.stepWall(Duration.ofHours(-2));
        NodeGranted next = granted(ask("b", LONG));
        assertThat(next.node()).isNotEqualTo(far.node());
        assertThat(next.window().notAfter()).isEqualTo(clock() + LONG);
    }

    @Test
    void nodeIdIsHeldToTheLastMillisecondOfItsWindow() {
        fill();
        advance(TTL);
        assertThat(ask("next", TTL)).isInstanceOf(NodeLeaseReply.Exhausted.class);
        advance(1);
        assertThat(ask("next", TTL)).isInstanceOf(NodeGranted.class);
    }

    @Test
    void nodeIdWhoseHolderMayComeBackIsLeasedLastAndThatOfTheOneGoneForLongestFirst() {
        NodeGranted longest = acquire("a");
        advance(1);
        NodeGranted longer = acquire("b");
        advance(TTL + MARGIN);
        NodeGranted recent = acquire("c");
        NodeGranted latest = acquire("d");
        advance(TTL + 1); // b's has been closed for just a ttl and the margin, too
        assertThat(acquire("e").node()).isEqualTo(longest.node());
        assertThat(acquire("f").node()).isEqualTo(longer.node());
        assertThat(List.of(acquire("g").node(), acquire("h").node()))
                .containsExactlyInAnyOrder(recent.node(), latest.node());
    }

    @Test
    void newConnectionToAServerThatDoesNotTellItsRunWaitsLikeADoubt() {
        redis.refuseInfo();
        NodeGranted lease = granted(ask("a", LONG));
        assertThat(lease.run()).isEmpty();
        advance(3000);
        NodeGranted renewed = granted(renew(knowing("a", LONG), lease));
        redis.reconnect();
        Settling wait = (Settling) knowingAcquires("b");
        assertThat(wait.millis()).isEqualTo(LONG + MARGIN + 1);
        assertThat(renew(knowing("a", LONG), renewed)).isInstanceOf(NodeGranted.class);
        advance(wait.millis());
        assertThat(knowingAcquires("b")).isInstanceOf(NodeGranted.class);
        assertThat(renew(knowing("a", LONG), renewed)).isInstanceOf(NodeGranted.class);
    }

    /** Otherwise instances that start one after another would keep all others from getting node ids. */
    @Test
    void newConnectionDoesNotHoldUpOthers() {
        redis.refuseInfo();
        ask("a", LONG);
        advance(LONG + MARGIN + 1);
        NodeLeaseStore newcomers = new RedisNodeLeaseStore(
                new SimulatedRedisOverNewConnections(redis), new RedisKeys(NAMESPACE), size -> 0);
        assertThat(answer(newcomers.acquire(knowing("newcomer", LONG)))).isInstanceOf(Settling.class);
        assertThat(knowingAcquires("b")).isInstanceOf(NodeGranted.class);
    }

    @Test
    void renewalOverANewConnectionThatReachesLessFarIsLost() {
        redis.refuseInfo();
        NodeGranted lease = granted(ask("a", LONG));
        advance(LONG - MARGIN + 1);
        redis.reconnect();
        assertThat(renew(knowing("a", LONG), lease)).isInstanceOf(Lost.class);
    }

    @Test
    void serverThatTellsItsRunAgainIsInDoubtOnce() {
        redis.refuseInfo();
        ask("a", LONG);
        redis.allowInfo();
        Settling wait = (Settling) knowingAcquires("b");
        redis.refuseInfo();
        ask("c", LONG);
        redis.allowInfo();
        advance(wait.millis());
        assertThat(knowingAcquires("b")).isInstanceOf(NodeGranted.class);
    }

    private record SimulatedRedisOverNewConnections(SimulatedRedis redis) implements ScriptRunner {

        @Override
        public CompletionStage<List<Object>> run(LuaScript script, List<String> keys, List<String> arguments) {
            return redis.run(script, keys, arguments);
        }

        @Override
        public long connections() {
            return 0;
        }

        @Override
        public void close() {}
    }

    @Test
    void witnessesTellWhetherTheyAreThere() {
        long before = clock();
        assertThat(witness(0, false).orElseThrow()).isBetween(before, clock());
        assertThat(witness(0, true)).as("nobody had made it").isPresent();
        assertThat(witness(0, false)).isEmpty();
        assertThat(witness(0, true)).isEmpty();
        assertThat(witness(NodeLeaseStore.WITNESSES - 1, false)).isPresent();
    }
}
