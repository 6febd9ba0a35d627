package dev.idgen.internal.stamped.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.request.Absence;
import dev.idgen.internal.request.LongestTtl;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.stamped.node.UnreliableNodeStore.Fate;
import dev.idgen.internal.store.redis.SimulatedRedis;
import dev.idgen.internal.time.ManualPlanner;
import dev.idgen.internal.time.ManualScheduler;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What an operator reads while node ids are leased, lost and short: each fact once. */
@ExtendWith(OutputCaptureExtension.class)
class NodeLogTests {

    private static final NodeSettings SETTINGS = NodeSettings.defaults();
    private static final Duration TTL = SETTINGS.leaseTtl();
    private static final String SUBJECT = "idgen node ids of 1 bits: ";

    private final ManualTime time = new ManualTime();
    private final ManualScheduler scheduler = new ManualScheduler(time);
    private int ahead;
    private final SimulatedRedis redis = new SimulatedRedis(() -> time.millis() + ahead);
    private final NodeLeaseStore leases = redis.nodeLeaseStore("test", size -> 0);
    private final UnreliableNodeStore store = new UnreliableNodeStore(leases);

    /** The pool is not new: node id 0 was given back. */
    NodeLogTests() {
        NodeLeaseStore.NodeAsker creator = new NodeLeaseStore.NodeAsker(
                NodePool.ofBits(1), "creator", new LongestTtl(TTL.toMillis()).claim(), time.millis(), time.millis());
        leases.acquire(creator);
        leases.release(creator, 0, time.millis());
        for (int place = 0; place < NodeLeaseStore.WITNESSES; place++) {
            leases.witness(1, place, true);
        }
        time.advance(Duration.ofMillis(1));
    }

    private void start(String instance, NodeLeaseStore from, TimeSource clocks) {
        new LeasedNodeSource(
                        NodePool.ofBits(1),
                        SETTINGS,
                        from,
                        new NodeEnvironment(clocks, new ManualPlanner(scheduler), instance, new Random(1)))
                .startPlanning();
        scheduler.runDue();
    }

    private void start(String instance) {
        start(instance, store, time);
    }

    private void acquire(String holder) {
        leases.acquire(new NodeLeaseStore.NodeAsker(
                NodePool.ofBits(1), holder, new LongestTtl(1000).claim(), time.millis(), Absence.LOST));
    }

    @Test
    void leaseIsNamedWithItsHolder(CapturedOutput output) {
        start("web/1");
        assertThat(output).containsOnlyOnce(SUBJECT + "node id 0 is leased by web/1/1 until 2021-08-21T12:35:11.790Z");
    }

    @Test
    void lostLeaseIsAnError(CapturedOutput output) {
        start("web/1");
        store.decide(Fate.SWALLOWED);
        scheduler.run(TTL.plusSeconds(1));
        acquire("another");
        acquire("thief");
        scheduler.run(TTL);
        store.decide(Fate.ANSWERED);
        scheduler.run(Duration.ofSeconds(2));
        assertThat(output)
                .containsOnlyOnce(SUBJECT + "the lease of node id 0 by web/1/1 was lost, and no more ids are issued")
                .containsPattern("node id [01] is leased by web/1/2");
    }

    @Test
    void shortageIsToldOnceThoughItLasts(CapturedOutput output) {
        start("a");
        start("b");
        start("surplus");
        scheduler.run(TTL);
        assertThat(output)
                .containsOnlyOnce(SUBJECT + "all are in use, so this instance issues no ids; the first leases to end:");
    }

    @Test
    void settlingStoreIsToldOnce(CapturedOutput output) {
        start("a");
        redis.setRun("run1");
        start("b");
        scheduler.run(Duration.ofSeconds(5));
        assertThat(output)
                .containsOnlyOnce(SUBJECT
                        + "the store failed over, restarted, lost data or got its first replica, or does not tell"
                        + " whether it did; none is leased for another 17001 ms");
    }

    @Test
    void outageIsToldWhenItBeginsAndWhenItEnds(CapturedOutput output) {
        start("a");
        store.decide(Fate.FAILED);
        scheduler.run(TTL);
        assertThat(output)
                .containsOnlyOnce(SUBJECT + "renewing the lease of node id 0 failed; retrying: ")
                .doesNotContain("leasing again");
        store.decide(Fate.ANSWERED);
        scheduler.run(TTL);
        assertThat(output).containsOnlyOnce(SUBJECT + "leasing again");
    }

    @Test
    void serverWhoseClockIsFarAheadIsAnErrorToldOnce(CapturedOutput output) {
        start("a");
        ahead = 7_200_000;
        scheduler.run(TTL);
        assertThat(output)
                .containsOnlyOnce(SUBJECT + "the clock of a server of the store is 7200000 ms ahead of what it was");
    }

    @Test
    void clockThatIsOffIsToldOnce(CapturedOutput output) {
        start("a", store, new ManualTime(time.instant().plus(Duration.ofHours(3))));
        assertThat(output).containsOnlyOnce(SUBJECT + "this machine's clock differs from the store's by 10800000 ms");
    }

    @Test
    void clockThatIsRightIsNotMentioned(CapturedOutput output) {
        start("a");
        scheduler.run(TTL);
        assertThat(output).doesNotContain("this machine's clock").doesNotContain("leasing again");
    }

    @Test
    void nodeIdThatIsGivenBackIsNoFailure(CapturedOutput output) {
        store.decide(Fate.HELD);
        start("a");
        scheduler.run(Requests.FIRST_TIMEOUT.plusSeconds(2));
        store.deliver();
        scheduler.run(TTL);
        assertThat(output).doesNotContain("failed unexpectedly");
    }

    @Test
    void answerThatMakesNoSenseIsAnErrorAndDoesNotEndThePlanning(CapturedOutput output) {
        NodeLeaseStore broken = new NodeLeaseStore() {
            @Override
            public CompletableFuture<NodeLeaseReply> acquire(NodeAsker asker) {
                return CompletableFuture.completedFuture(null);
            }

            @Override
            public CompletableFuture<NodeLeaseReply> renew(NodeAsker asker, long node, long notBefore, long notAfter) {
                throw new AssertionError();
            }

            @Override
            public CompletableFuture<NodeLeaseReply> release(NodeAsker asker, long node, long lastStamp) {
                throw new AssertionError();
            }

            @Override
            public CompletableFuture<OptionalLong> witness(int bits, int place, boolean mark) {
                throw new AssertionError();
            }
        };
        start("a", broken, time);
        assertThat(output).contains(SUBJECT + "a leasing task failed unexpectedly");
    }
}
