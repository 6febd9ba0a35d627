package dev.idgen.internal.stamped.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.register.SimulatedRegister;
import dev.idgen.internal.register.UnreliableRegister;
import dev.idgen.internal.register.UnreliableRegister.Fate;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.time.ManualPlanner;
import dev.idgen.internal.time.ManualScheduler;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.List;
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
    private static final String GROUP = "nodes:1:0";
    private static final String SUBJECT = "idgen node ids of 1 bits: ";

    private final ManualTime time = new ManualTime();
    private final ManualScheduler scheduler = new ManualScheduler(time);
    private int ahead;
    private final SimulatedRegister store = new SimulatedRegister(() -> time.millis() + ahead);
    private final UnreliableRegister register = new UnreliableRegister(store);

    /** The pool is not new: node id 0 was given back. */
    NodeLogTests() {
        NodeValue pool = NodeValue.newborn(store.lookBefore(), TTL.toMillis(), "test");
        store.put(GROUP, "pool", pool.toString());
        store.put(
                GROUP,
                "0",
                pool.ofUnwritten().heldBy(NodeValue.FREE, time.millis() - 1).toString());
    }

    private void start(String instance, Register from, TimeSource clocks) {
        new LeasedNodeSource(
                        NodePool.ofBits(1),
                        SETTINGS,
                        from,
                        new NodeEnvironment(clocks, new ManualPlanner(scheduler), instance, new Random(1)))
                .startPlanning();
        scheduler.runDue();
    }

    private void start(String instance) {
        start(instance, register, time);
    }

    @Test
    void leaseIsNamedWithItsHolder(CapturedOutput output) {
        start("web/1");
        assertThat(output).containsOnlyOnce(SUBJECT + "node id 0 is leased by web/1/1 until 2021-08-21T12:35:11.789Z");
    }

    @Test
    void lostLeaseIsAnError(CapturedOutput output) {
        start("web/1");
        NodeValue thief = NodeValue.parse(store.values(GROUP).get("0")).heldBy("thief", time.millis() + 3_600_000);
        store.put(GROUP, "0", thief.toString());
        scheduler.run(TTL);
        assertThat(output)
                .containsOnlyOnce(
                        SUBJECT + "the lease of node id 0 by web/1/1 was lost; this instance issues no more ids")
                .containsPattern("node id 1 is leased by web/1/[2-9]");
    }

    @Test
    void valueThatCannotBeReadIsAnErrorToldOnce(CapturedOutput output) {
        store.put(GROUP, "1", "nonsense");
        start("a");
        scheduler.run(TTL);
        assertThat(output)
                .containsOnlyOnce(SUBJECT + "'1' in 'nodes:1:0' cannot be read, and counts as lost: 'nonsense'");
    }

    @Test
    void refusalIsAnErrorToldOnce(CapturedOutput output) {
        store.setEarlierFormatEnds(time.millis() + 5000);
        start("a");
        scheduler.run(Duration.ofSeconds(4));
        assertThat(output).containsOnlyOnce(SUBJECT + "this instance gets none: an instance with stored format 2");
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
        store.setRun("run1");
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
        register.decide(Fate.FAILED);
        scheduler.run(TTL);
        assertThat(output)
                .containsOnlyOnce(SUBJECT + "renewing the lease of node id 0 failed; retrying: ")
                .doesNotContain("leasing again");
        register.decide(Fate.ANSWERED);
        scheduler.run(TTL);
        assertThat(output).containsOnlyOnce(SUBJECT + "leasing again");
    }

    @Test
    void serverWhoseClockIsFarAheadIsAnErrorToldOnce(CapturedOutput output) {
        start("a");
        ahead = 7_200_000;
        scheduler.run(TTL);
        assertThat(output).containsOnlyOnce(SUBJECT + "a server's clock is 7200000 ms ahead of the expected time");
    }

    @Test
    void clockThatIsOffIsToldOnce(CapturedOutput output) {
        start("a", register, new ManualTime(time.instant().plus(Duration.ofHours(3))));
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
        register.decide(Fate.HELD);
        start("a");
        scheduler.run(Requests.FIRST_TIMEOUT.plusSeconds(2));
        register.deliver();
        scheduler.run(TTL);
        assertThat(output).doesNotContain("failed unexpectedly");
    }

    @Test
    void answerThatMakesNoSenseIsAFailureAndDoesNotEndThePlanning(CapturedOutput output) {
        register.leadTo(new Register() {
            @Override
            public String name() {
                return "broken";
            }

            @Override
            public CompletableFuture<Look> look(String group, List<String> names) {
                return CompletableFuture.completedFuture(null);
            }

            @Override
            public CompletableFuture<Swapped> swap(String group, Look looked, String name, String next) {
                throw new AssertionError();
            }
        });
        start("a");
        assertThat(output).contains(SUBJECT + "acquiring a node id failed; retrying");
        register.leadTo(store);
        scheduler.run(SETTINGS.retryPause());
        assertThat(output).contains(SUBJECT + "node id 0 is leased by a/2 until");
    }
}
