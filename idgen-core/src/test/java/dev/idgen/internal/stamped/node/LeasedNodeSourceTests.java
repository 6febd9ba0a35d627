package dev.idgen.internal.stamped.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.idgen.NodeIdUnavailableException;
import dev.idgen.NodeIdUnavailableException.Reason;
import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.register.LeaseClient;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.PlainClient;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.register.SimulatedRegister;
import dev.idgen.internal.register.Step;
import dev.idgen.internal.register.UnreliableRegister;
import dev.idgen.internal.register.UnreliableRegister.Fate;
import dev.idgen.internal.register.UnreliableRegister.Operation;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.stamped.node.NodeAnswer.NodeGranted;
import dev.idgen.internal.stamped.node.NodeAnswer.Settling;
import dev.idgen.internal.stamped.node.NodeRule.NodeAsker;
import dev.idgen.internal.store.memory.InMemoryRegister;
import dev.idgen.internal.time.ManualPlanner;
import dev.idgen.internal.time.ManualScheduler;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The whole client, in logical time: what callers see while the store answers, fails, falls silent and comes back. */
class LeasedNodeSourceTests {

    private static final int BITS = 1;
    private static final String GROUP = "nodes:1:0";
    /** By then the swap that makes a pool cannot be repeated. */
    private static final Duration UNTIL_IT_IS_USED = Duration.ofMillis(Register.SWAP_LIMIT_MILLIS + 20);

    private static final NodeSettings SETTINGS = NodeSettings.defaults();
    /** After that long a first request that is not answered is given up. */
    private static final Duration GIVEN_UP = Requests.FIRST_TIMEOUT.plusSeconds(2);

    private static final Duration TTL = SETTINGS.leaseTtl();
    private static final long TTL_MILLIS = TTL.toMillis();

    private final ManualTime time = new ManualTime();
    private final ManualScheduler scheduler = new ManualScheduler(time);
    private final SimulatedRegister store = new SimulatedRegister(time::millis);
    private final UnreliableRegister register = new UnreliableRegister(store);
    private int instances;

    /** The pool is not new, unless a test says so: node id 0 was given back. */
    @BeforeEach
    void createPool() {
        NodeValue pool = born();
        store.put(GROUP, "pool", pool.toString());
        store.put(
                GROUP,
                "0",
                pool.ofUnwritten().heldBy(NodeValue.FREE, time.millis() - 1).toString());
    }

    private LeasedNodeSource source() {
        return source(time);
    }

    private LeasedNodeSource source(TimeSource clocks) {
        return started(NodePool.ofBits(BITS), clocks);
    }

    private LeasedNodeSource started(NodePool nodes, TimeSource clocks) {
        LeasedNodeSource source = new LeasedNodeSource(
                nodes,
                SETTINGS,
                register,
                new NodeEnvironment(
                        clocks, new ManualPlanner(scheduler), "host/1/" + ++instances, new Random(instances)));
        source.startPlanning();
        scheduler.runDue();
        return source;
    }

    private static Node current(NodeSource source) {
        return Objects.requireNonNull(source.current());
    }

    private static NodeIdUnavailableException unavailable(NodeSource source) {
        return unavailable(source, Long.MIN_VALUE);
    }

    private static NodeIdUnavailableException unavailable(NodeSource source, long notAfter) {
        return catchThrowableOfType(NodeIdUnavailableException.class, () -> source.await(notAfter, Duration.ZERO));
    }

    /** Lets time pass, and returns for how many of its milliseconds the window did not reach to the present. */
    private int millisWithoutWindow(LeasedNodeSource source, Duration duration) {
        int missed = 0;
        for (long i = 0; i < duration.toMillis(); i++) {
            scheduler.run(Duration.ofMillis(1));
            Node node = source.current();
            missed += node == null || node.notAfter() < source.millis() ? 1 : 0;
        }
        return missed;
    }

    private NodeAnswer strangerAcquires(String holder) {
        Look look = store.lookAt(GROUP, List.of("pool", "0", "1"));
        NodeRule rule = new NodeRule(
                new NodeGroup(look), Circumstances.of(look), new NodeAsker(holder, TTL_MILLIS, "stranger"));
        Step<NodeAnswer> step = rule.acquire(true);
        Step.Write write = step.write();
        if (write != null) {
            assertThat(store.swapAt(GROUP, look.only(write.guards()), write.name(), write.next()))
                    .isTrue();
        }
        return step.answer();
    }

    private String valueOf(Node node) {
        return Objects.requireNonNull(store.values(GROUP).get(node.toString()));
    }

    private LeasedNodeSource source(NodeSettings settings, RandomGenerator random) {
        LeasedNodeSource source = new LeasedNodeSource(
                NodePool.ofBits(BITS),
                settings,
                register,
                new NodeEnvironment(time, new ManualPlanner(scheduler), "h", random));
        source.startPlanning();
        scheduler.runDue();
        return source;
    }

    @Test
    void nodeIdIsThereAtOnce() {
        LeasedNodeSource source = source();
        Node node = source.await(Long.MIN_VALUE, Duration.ZERO);
        assertThat(node.notBefore()).isEqualTo(time.millis());
        assertThat(node.notAfter()).isEqualTo(time.millis() + TTL_MILLIS);
        assertThat(source.current()).isSameAs(node);
        assertThat(source.isExclusive()).isTrue();
        assertThat(source.renewed(node)).isEmpty();
        assertThat(source.holder()).contains("host/1/1/1");
        assertThat(source.windowEnd()).contains(Instant.ofEpochMilli(node.notAfter()));
    }

    @Test
    void leaseIsRenewedEachTenthOfItsTtlOrSomewhatSooner() {
        LeasedNodeSource source = source();
        Node node = current(source);
        int before = register.swaps();
        scheduler.run(TTL.multipliedBy(100));
        assertThat(register.swaps() - before).isBetween(1000, 1250);
        assertThat(source.current()).isSameAs(node);
        assertThat(node.notAfter()).isGreaterThan(time.millis() + TTL_MILLIS * 8 / 10);
    }

    /** The store keeps names as fields of a text, which have neither. */
    @Test
    void hostsNameMayHaveSpacesAndEqualsSigns() {
        LeasedNodeSource source = new LeasedNodeSource(
                NodePool.ofBits(BITS),
                SETTINGS,
                register,
                new NodeEnvironment(time, new ManualPlanner(scheduler), "my host=1\t", new Random(1)));
        source.startPlanning();
        scheduler.runDue();
        Node node = current(source);
        assertThat(source.holder()).contains("my_host_1_/1");
        assertThat(millisWithoutWindow(source, TTL.multipliedBy(2))).isZero();
        assertThat(source.current()).isSameAs(node);
    }

    @Test
    void outageOfEightTenthsOfTheTtlIsNotNoticed() {
        LeasedNodeSource source = source();
        int missed = 0;
        for (int i = 0; i < 6; i++) {
            missed += millisWithoutWindow(source, TTL.plusMillis(1234L * i));
            register.decide(i % 2 == 0 ? Fate.SWALLOWED : Fate.FAILED);
            missed += millisWithoutWindow(source, TTL.multipliedBy(8).dividedBy(10));
            register.decide(Fate.ANSWERED);
        }
        assertThat(missed).isZero();
    }

    @Test
    void outageThatIsShorterByTheMarginIsNotNoticedThoughAllIsLost() {
        LeasedNodeSource source = source();
        Node node = current(source);
        int missed = 0;
        for (int i = 0; i < 6; i++) {
            missed += millisWithoutWindow(source, TTL.plusMillis(1234L * i));
            register.decide(i % 2 == 0 ? Fate.SWALLOWED : Fate.FAILED);
            missed += millisWithoutWindow(
                    source, TTL.multipliedBy(8).dividedBy(10).minusSeconds(2));
            store.lose("");
            store.setRun("run" + (i + 1));
            register.decide(Fate.ANSWERED);
        }
        assertThat(missed).isZero();
        assertThat(source.current()).isSameAs(node);
    }

    @Test
    void longerOutageEndsTheWindowAndTheSameNodeIdGoesOnAfterIt() {
        LeasedNodeSource source = source();
        Node node = current(source);
        register.decide(Fate.FAILED);
        scheduler.run(TTL.plusSeconds(1));
        assertThat(node.notAfter()).isLessThan(time.millis());
        NodeIdUnavailableException failure = unavailable(source, time.millis());
        assertThat(failure.reason()).isEqualTo(Reason.RAN_OUT);
        assertThat(failure).hasMessageContaining("connection refused");
        register.decide(Fate.ANSWERED);
        scheduler.run(SETTINGS.retryPause());
        assertThat(source.await(time.millis(), Duration.ZERO)).isSameAs(node);
    }

    @Test
    void storeThatNeverAnsweredIsToldFromOneThatStopped() {
        register.decide(Fate.SWALLOWED);
        LeasedNodeSource source = source();
        assertThat(source.current()).isNull();
        assertThat(unavailable(source).reason()).isEqualTo(Reason.NOT_ANSWERED);
        register.decide(Fate.ANSWERED);
        scheduler.run(GIVEN_UP);
        assertThat(source.current()).isNotNull();
    }

    @Test
    void lostLeaseStopsAtOnceAndAnotherNodeIdGoesOn() {
        LeasedNodeSource source = source();
        Node lost = current(source);
        register.decide(Fate.SWALLOWED);
        scheduler.run(Duration.ofSeconds(1));
        strangerAcquires("other");
        scheduler.run(TTL.minusMillis(999)); // stopped, as far as the store can see
        NodeGranted stolen = (NodeGranted) strangerAcquires("stranger");
        assertThat(stolen.node()).isEqualTo(lost.id());
        register.decide(Fate.ANSWERED);
        scheduler.run(Duration.ofSeconds(2));
        Node next = current(source);
        assertThat(next.id()).isNotEqualTo(lost.id());
        assertThat(lost.notAfter()).isLessThan(stolen.window().notBefore());
        assertThat(source.holder()).hasValueSatisfying(name -> assertThat(name).isNotEqualTo("host/1/1/1"));
    }

    @Test
    void lostLeaseWithoutAnotherSaysSo() {
        LeasedNodeSource source = source();
        register.decide(Fate.SWALLOWED);
        scheduler.run(TTL.plusSeconds(1));
        strangerAcquires("stranger");
        strangerAcquires("another");
        register.decide(Fate.ANSWERED);
        scheduler.run(Duration.ofSeconds(2));
        assertThat(source.current()).isNull();
        assertThat(unavailable(source).reason()).isEqualTo(Reason.ALL_IN_USE);
    }

    @Test
    void surplusInstanceNamesTheHoldersAndTakesAFreedNodeIdWithinATtlAndASecond() {
        source();
        NodeGranted other = (NodeGranted) strangerAcquires("other/1/x/1");
        LeasedNodeSource surplus = source();
        NodeIdUnavailableException failure = unavailable(surplus);
        assertThat(failure.reason()).isEqualTo(Reason.ALL_IN_USE);
        assertThat(failure)
                .hasMessageContaining("all 2 node ids are in use")
                .hasMessageContaining(other.node() + " (other/1/x/1 until ")
                .hasMessageContaining("host/1/1/1");
        scheduler.run(TTL.plusSeconds(1)); // the other one is dead
        assertThat(current(surplus).id()).isEqualTo(other.node());
        assertThat(current(surplus).notBefore()).isGreaterThan(other.window().notAfter());
    }

    @Test
    void nodeIdOfClosedSourceIsFreeAfterItsLastStampAndLead() {
        LeasedNodeSource first = source();
        LeasedNodeSource second = source();
        LeasedNodeSource surplus = source();
        second.allowLead(Duration.ofSeconds(3));
        second.allowLead(Duration.ofSeconds(1));
        Node given = current(second);
        second.close();
        long lastStamp = time.millis() + 4000;
        scheduler.run(Duration.ofMillis(6500));
        assertThat(current(surplus).id())
                .isEqualTo(given.id())
                .isNotEqualTo(current(first).id());
        assertThat(current(surplus).notBefore()).isGreaterThan(lastStamp).isLessThan(lastStamp + 1500);
    }

    @Test
    void timeThatTheClockShowedCountsAfterItWasSetBack() {
        time.stepWall(Duration.ofMillis(900));
        LeaseClient client = PlainClient.of(store, scheduler, time, Duration.ofSeconds(1));
        long shown = client.clock().millisAt(time.nanoTime());
        time.stepWall(Duration.ofMillis(-900));
        client.ask("", List.of(), (look, judge) -> Step.answer(judge.apply(0).run()), String::new);
        scheduler.runDue();
        assertThat(client.clock().millisAt(time.nanoTime())).isEqualTo(shown - 900);
        assertThat(client.latestShown()).isGreaterThanOrEqualTo(shown);
        time.advance(Duration.ofSeconds(5));
        assertThat(client.latestShown()).isEqualTo(client.clock().millisAt(time.nanoTime()));
    }

    /** What happens to swaps; all else is answered. */
    private static UnreliableRegister.Decision swaps(Fate fate) {
        return (operation, group) -> operation == Operation.SWAP ? fate : Fate.ANSWERED;
    }

    @Test
    void lateAnswerToAnAcquisitionIsUsedIfThereIsNoNodeId() {
        register.decide(swaps(Fate.HELD));
        LeasedNodeSource source = source();
        register.decide(Fate.SWALLOWED);
        scheduler.run(GIVEN_UP); // and asked again
        assertThat(source.current()).isNull();
        register.deliver();
        scheduler.runDue();
        register.decide(Fate.ANSWERED);
        scheduler.run(TTL.multipliedBy(3));
        assertThat(current(source).notAfter()).isGreaterThan(time.millis());
        assertThat(source.holder()).contains("host/1/1/1");
        assertThat(strangerAcquires("stranger")).as("one of two is free").isInstanceOf(NodeGranted.class);
    }

    @ParameterizedTest
    @EnumSource(
            value = Fate.class,
            names = {"LOST", "HELD", "LATE", "REPEATED"})
    void requestWhoseOutcomeIsNotKnownIsMadeAnewUnderAnotherName(Fate fate) {
        register.decide(swaps(fate));
        LeasedNodeSource source = source();
        register.decide(Fate.ANSWERED);
        scheduler.run(GIVEN_UP);
        Node node = current(source);
        assertThat(valueOf(node)).contains("holder=" + source.holder().orElseThrow() + " ");
        register.deliver();
        scheduler.run(Duration.ofSeconds(2));
        assertThat(source.current()).isSameAs(node);
        scheduler.run(TTL);
        assertThat(source.current()).isSameAs(node);
        assertThat(strangerAcquires("stranger")).as("the other").isInstanceOf(NodeGranted.class);
    }

    @Test
    void lateGrantsOfOtherNodeIdsAreGivenBack() {
        NodePool nodes = NodePool.ofBits(4);
        createPools(nodes, -1);
        LeasedNodeSource source = started(nodes, time);
        long lost = current(source).id();
        store.put(
                nodes.groupOf(lost),
                NodeGroup.name(lost),
                born().heldBy("thief", time.millis() + 3_600_000).toString());
        register.decide(swaps(Fate.HELD));
        scheduler.run(TTL.dividedBy(10).plus(SETTINGS.requestTimeout().multipliedBy(3)));
        assertThat(holdersIn(nodes))
                .filteredOn(holder -> holder.startsWith("host"))
                .hasSizeGreaterThan(1);
        register.decide(Fate.ANSWERED);
        scheduler.run(SETTINGS.requestTimeout());
        Node node = current(source);
        register.deliver();
        scheduler.runDue();
        assertThat(source.current()).isSameAs(node);
        assertThat(holdersIn(nodes))
                .containsExactlyInAnyOrder("thief", source.holder().orElseThrow());
    }

    private List<String> holdersIn(NodePool nodes) {
        return IntStream.range(0, nodes.groups())
                .mapToObj(group -> store.values(nodes.groupName(group)))
                .flatMap(values -> values.values().stream())
                .map(value -> NodeValue.parse(value).holder())
                .filter(holder -> !holder.equals(NodeValue.FREE))
                .toList();
    }

    @Test
    void lateAnswerToARenewalCounts() {
        LeasedNodeSource source = source();
        Node node = current(source);
        register.decide(swaps(Fate.HELD));
        scheduler.run(TTL.dividedBy(10).plus(SETTINGS.requestTimeout()));
        register.decide(Fate.SWALLOWED);
        long before = node.notAfter();
        register.deliver();
        scheduler.runDue();
        assertThat(node.notAfter()).isGreaterThan(before);
    }

    @Test
    void storeThatLostItsValuesTakesTheLeaseBack() {
        LeasedNodeSource source = source();
        Node node = current(source);
        store.lose("");
        assertThat(millisWithoutWindow(source, TTL)).isZero();
        assertThat(source.current()).isSameAs(node);
        assertThat(store.values(GROUP)).containsOnlyKeys("pool", node.toString());
        assertThat(strangerAcquires("stranger")).isInstanceOf(Settling.class);
    }

    @Test
    void newcomerAfterAFailoverWaitsUntilTheStoreHasSettled() {
        LeasedNodeSource source = source();
        store.setRun("run1");
        LeasedNodeSource newcomer = source();
        assertThat(newcomer.current()).isNull();
        assertThat(unavailable(newcomer).reason()).isEqualTo(Reason.SETTLING);
        assertThat(millisWithoutWindow(source, TTL.plusMillis(2000))).isZero();
        assertThat(newcomer.current()).isNull();
        assertThat(millisWithoutWindow(source, Duration.ofMillis(1))).isZero();
        assertThat(newcomer.current()).isNotNull();
    }

    @Test
    void machineWhoseClockIsHoursOffStampsWithTheStoresTime() {
        ManualTime off = new ManualTime(time.instant().plus(Duration.ofHours(3)));
        LeasedNodeSource source = source(off);
        assertThat(source.millis()).isEqualTo(time.millis());
        assertThat(source.clockSkew()).isEqualTo(Duration.ofHours(3));
    }

    @Test
    void closedSourceHasNoNodeIdAndItsWaitersAreLetGo() throws Exception {
        register.decide(Fate.SWALLOWED);
        LeasedNodeSource source = source();
        CompletableFuture<Reason> waiter = CompletableFuture.supplyAsync(() -> catchThrowableOfType(
                        NodeIdUnavailableException.class, () -> source.await(0, Duration.ofMinutes(1)))
                .reason());
        register.decide(Fate.ANSWERED);
        source.close();
        assertThat(waiter.get(10, TimeUnit.SECONDS)).isEqualTo(Reason.CLOSED);
        assertThat(source.current()).isNull();
        source.close();
        scheduler.run(TTL);
        assertThat(source.current()).isNull();
        assertThat(source.holder()).isEmpty();
        assertThat(register.swaps()).isZero();
    }

    @Test
    void waiterIsInterrupted() {
        register.decide(Fate.SWALLOWED);
        LeasedNodeSource source = source();
        Thread.currentThread().interrupt();
        NodeIdUnavailableException failure =
                catchThrowableOfType(NodeIdUnavailableException.class, () -> source.await(0, Duration.ofMinutes(1)));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(failure.reason()).isEqualTo(Reason.INTERRUPTED);
    }

    @Test
    void startedSourceLeasesOnItsOwnThreadAndGivesBack() {
        InMemoryRegister real = new InMemoryRegister(TimeSource.system());
        LeasedNodeSource source = LeasedNodeSource.start(NodePool.ofBits(10), SETTINGS, real, TimeSource.system());
        Node node = source.await(Long.MIN_VALUE, Duration.ofSeconds(10));
        assertThat(node.id()).isBetween(0L, 1023L);
        assertThat(source.holder()).hasValueSatisfying(name -> assertThat(name).contains("/"));
        source.close();
        assertThat(source.current()).isNull();
    }

    @Test
    void lastStampThatIsReportedCoversTheLeadRoundedUpAndTheCoarsestTick() {
        LeasedNodeSource source = source();
        Node node = current(source);
        source.allowLead(Duration.ofSeconds(3).plusNanos(900_000));
        time.advance(Duration.ofSeconds(2));
        source.close();
        assertThat(valueOf(node)).contains(" end=" + (time.millis() + 3001 + 1000) + " holder= ");
    }

    @Test
    void closingEndsThePlannerAndKeepsTheInterruption() {
        ManualPlanner planner = new ManualPlanner(scheduler);
        LeasedNodeSource source = new LeasedNodeSource(
                NodePool.ofBits(BITS),
                SETTINGS,
                register,
                new NodeEnvironment(time, planner, "host/1/1", new Random(1)));
        source.startPlanning();
        scheduler.runDue();
        register.decide(Fate.SWALLOWED);
        Thread.currentThread().interrupt();
        source.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(planner.isShutdown()).isTrue();
    }

    @Test
    void firstOutcomeIsWaitedForUntilItIsThere() throws Exception {
        LeasedNodeSource source = source();
        source.awaitFirstOutcome(Duration.ofMinutes(10));
        register.decide(Fate.SWALLOWED);
        LeasedNodeSource silent = source();
        CompletableFuture<Void> waiter =
                CompletableFuture.runAsync(() -> silent.awaitFirstOutcome(Duration.ofMinutes(10)));
        assertThat(waiter).isNotDone();
        silent.close();
        waiter.get(20, TimeUnit.SECONDS);
    }

    /** As a replica does, and a database whose user may only read. */
    @Test
    void storeThatRefusesToMakeThePoolIsAnOutcomeAndTheReason() {
        store.lose("nodes");
        register.decide((operation, group) -> operation == Operation.SWAP ? Fate.FAILED : Fate.ANSWERED);
        LeasedNodeSource source = source();
        scheduler.run(TTL.dividedBy(4)); // an eighth between two looks
        assertThat(unavailable(source))
                .hasMessageEndingWith("; latest failure: java.lang.IllegalStateException: connection refused");
        source.awaitFirstOutcome(Duration.ofMinutes(10));
    }

    @Test
    void otherTtlThanThePoolsIsRefusedAndTheMessageSaysHowToChangeIt() {
        LeasedNodeSource first = source();
        LeasedNodeSource other = source(
                new NodeSettings(TTL.plusSeconds(5), SETTINGS.requestTimeout(), SETTINGS.maxSkew()), new Random(2));
        assertThat(millisWithoutWindow(first, TTL)).isZero();
        assertThat(other.current()).isNull();
        NodeIdUnavailableException failure = unavailable(other);
        assertThat(failure.reason()).isEqualTo(Reason.REFUSED);
        assertThat(failure)
                .hasMessageContaining("'idgen.node.lease-ttl' is 20000 ms")
                .hasMessageContaining("leased for 15000 ms")
                .hasMessageContaining("stop all instances, wait 17000 ms, delete exactly the keys"
                        + " '{idgen:3:<namespace>:nodes:1:0}' to '{idgen:3:<namespace>:nodes:1:0}'")
                .hasMessageContaining(
                        "in a database, the rows of idgen_register with your namespace and the groups 'nodes:1:0'"
                                + " to 'nodes:1:0'");
    }

    @Test
    void liveLeaseInAnEarlierFormatIsWaitedFor() {
        long ends = time.millis() + 3000;
        store.setEarlierFormatEnds(ends);
        LeasedNodeSource source = source();
        assertThat(unavailable(source).reason()).isEqualTo(Reason.REFUSED);
        assertThat(unavailable(source)).hasMessageContaining("until " + Instant.ofEpochMilli(ends));
        scheduler.run(Duration.ofSeconds(4));
        assertThat(current(source).notBefore()).isGreaterThanOrEqualTo(ends);
    }

    @Test
    void renewalIsDueATenthOfTheTtlAfterTheRequestHoweverLongTheAnswerTook() {
        Duration slow = Duration.ofSeconds(1);
        register.decide(swaps(Fate.HELD));
        source(SETTINGS, new LatestRandom());
        scheduler.run(slow);
        register.decide(Fate.ANSWERED);
        register.deliver();
        scheduler.run(TTL.dividedBy(10).minus(slow));
        assertThat(register.swaps()).as("a grant and a renewal").isEqualTo(2);
    }

    /** Gives a number close to the greatest allowed. */
    private static final class LatestRandom implements RandomGenerator {

        @Override
        public long nextLong() {
            return -1;
        }
    }

    @Test
    void waiterForMoreOfTheWindowIsWokenByItsRenewal() throws Exception {
        LeasedNodeSource source = source();
        long end = current(source).notAfter();
        FutureTask<Node> waiting = new FutureTask<>(() -> source.await(end, Duration.ofMinutes(10)));
        Thread waiter = new Thread(waiting);
        waiter.start();
        while (waiter.getState() != Thread.State.TIMED_WAITING && !waiting.isDone()) {
            Thread.sleep(1);
        }
        scheduler.run(TTL.dividedBy(10));
        assertThat(waiting.get(20, TimeUnit.SECONDS).notAfter()).isGreaterThan(end);
    }

    @Test
    void failureThatIsOverIsNotToldAsTheReason() {
        strangerAcquires("stranger");
        strangerAcquires("another");
        register.decide(Fate.FAILED);
        LeasedNodeSource source = source();
        assertThat(unavailable(source)).hasMessageContaining("connection refused");
        register.decide(Fate.ANSWERED);
        scheduler.run(SETTINGS.retryPause());
        assertThat(unavailable(source)).hasMessageNotContaining("connection refused");
    }

    @Test
    void everyGroupOfANewPoolIsMadeBeforeTheFirstNodeIdIsTaken() {
        LeasedNodeSource source = started(NodePool.ofBits(10), time);
        assertThat(source.current()).isNull();
        scheduler.run(SETTINGS.leaseTtl().dividedBy(8));
        assertThat(IntStream.range(0, 8).mapToObj(group -> store.values("nodes:10:" + group)))
                .allMatch(values -> values.containsKey("pool"));
        scheduler.run(UNTIL_IT_IS_USED);
        assertThat(current(source).id()).isBetween(0L, 1023L);
    }

    /** Both find that nothing is there, before either has made anything. */
    @Test
    void firstStartsAtTheSameTimeDoNotPutEachOtherInDoubt() {
        List<LeasedNodeSource> sources = Stream.generate(() -> started(NodePool.ofBits(4), time))
                .limit(2)
                .toList();
        scheduler.run(SETTINGS.leaseTtl().dividedBy(8).plus(UNTIL_IT_IS_USED));
        assertThat(sources).extracting(source -> current(source).id()).doesNotHaveDuplicates();
    }

    /** Makes all groups of a pool but one. */
    private void createPools(NodePool nodes, int without) {
        for (int group = 0; group < nodes.groups(); group++) {
            if (group != without) {
                store.put(nodes.groupName(group), "pool", born().toString());
            }
        }
    }

    private NodeValue born() {
        return NodeValue.newborn(store.lookBefore(), TTL_MILLIS, "test");
    }

    @Test
    void poolThatIsMissingInOneGroupOnlyWasLost() {
        NodePool nodes = NodePool.ofBits(4);
        createPools(nodes, 5);
        List<LeasedNodeSource> sources =
                Stream.generate(() -> started(nodes, time)).limit(16).toList();
        scheduler.run(Duration.ofSeconds(3));
        assertThat(sources).filteredOn(source -> source.current() != null).hasSize(14);
        assertThat(sources)
                .filteredOn(source -> source.current() == null)
                .allMatch(source -> unavailable(source).reason() == Reason.SETTLING);
        scheduler.run(TTL.plusSeconds(2));
        assertThat(sources).extracting(source -> current(source).id()).doesNotHaveDuplicates();
    }

    /** A failover of one master of a cluster delays nothing while other groups have node ids. */
    @Test
    void groupInDoubtOrWithoutAMasterIsLeftOut() {
        NodePool nodes = NodePool.ofBits(4);
        createPools(nodes, -1);
        store.put(nodes.groupName(3), "pool", born().marked().toString());
        register.decide((operation, group) -> group.equals(nodes.groupName(6)) ? Fate.FAILED : Fate.ANSWERED);
        List<LeasedNodeSource> sources =
                Stream.generate(() -> started(nodes, time)).limit(12).toList();
        scheduler.run(Duration.ofSeconds(1));
        assertThat(sources).extracting(source -> current(source).id()).doesNotHaveDuplicates();
    }

    @Test
    void groupThatAnswersAgainIsNotLeftOutUntilTheOthersHaveSettled() {
        NodePool nodes = NodePool.ofBits(4);
        createPools(nodes, -1);
        for (int group = 0; group < 8; group++) {
            if (group != 6) {
                store.put(nodes.groupName(group), "pool", born().marked().toString());
            }
        }
        register.decide((operation, group) -> group.equals(nodes.groupName(6)) ? Fate.FAILED : Fate.ANSWERED);
        LeasedNodeSource source = started(nodes, time);
        scheduler.run(Duration.ofSeconds(2));
        assertThat(unavailable(source).reason()).isEqualTo(Reason.SETTLING);
        register.decide(Fate.ANSWERED);
        scheduler.run(Duration.ofSeconds(1));
        assertThat(current(source).id()).isBetween(12L, 13L);
    }

    /** Gives each node id of a pool a value of its own. */
    private void use(NodePool nodes, LongFunction<NodeValue> value) {
        createPools(nodes, -1);
        for (int group : nodes.ownGroups()) {
            for (long place = 0; place < nodes.sizeOf(group); place++) {
                long id = nodes.idAt(group, place);
                store.put(
                        nodes.groupName(group),
                        NodeGroup.name(id),
                        value.apply(id).toString());
            }
        }
    }

    @Test
    void lastFreeNodeIdIsFoundThoughNoneOfSixteenIsFree() {
        NodePool nodes = new NodePool(9, new Region(2, 2));
        use(nodes, id -> born().heldBy("other", time.millis() + (id == 333 ? -1 : 3_600_000 + id)));
        assertThat(current(started(nodes, time)).id()).isEqualTo(333);
        assertThat(unavailable(started(nodes, time)).holders())
                .extracting(NodeIdUnavailableException.Holder::node)
                .containsExactly(333L, 1L, 3L, 5L, 7L, 9L, 11L, 13L, 15L, 17L);
        assertThat(register.swaps()).isOne();
    }

    @Test
    void newcomersHaveNodeIdsEighteenSecondsAfterALossThoughAllWereUsedBefore() {
        NodePool nodes = NodePool.ofBits(7);
        use(nodes, id -> born().heldBy(NodeValue.FREE, time.millis() - 1));
        store.setRun("run1");
        List<LeasedNodeSource> sources =
                Stream.generate(() -> started(nodes, time)).limit(40).toList();
        scheduler.run(Duration.ofSeconds(18));
        assertThat(sources).extracting(source -> current(source).id()).doesNotHaveDuplicates();
    }

    @Test
    void serverWhoseClockIsSuddenlyFarAheadIsNotFollowed() {
        LeasedNodeSource source = source();
        Node node = current(source);
        long before = source.millis();
        int[] ahead = {7_200_000};
        SimulatedRegister next = store.successor(store.states(), "run0", () -> time.millis() + ahead[0]);
        register.leadTo(next);
        int swaps = register.swaps();
        scheduler.run(Duration.ofSeconds(30));
        assertThat(source.millis()).isEqualTo(before + 30_000);
        assertThat(source.current()).isSameAs(node);
        assertThat(node.notAfter()).isBetween(source.millis(), source.millis() + TTL_MILLIS);
        assertThat(register.swaps() - swaps).as("in its usual rhythm").isBetween(20, 30);

        next.setRun("run1");
        scheduler.run(Duration.ofSeconds(5));
        assertThat(source.current()).as("not lost in a doubt").isSameAs(node);
        ahead[0] = 0;
        scheduler.run(Duration.ofSeconds(5));
        assertThat(source.current()).isSameAs(node);
        assertThat(node.notAfter()).isGreaterThan(source.millis() + TTL_MILLIS * 8 / 10);
    }

    @Test
    void asynchronousCallersThatGaveUpDuringAnOutageAreForgotten() throws Exception {
        register.decide(Fate.FAILED);
        LeasedNodeSource source = source();
        List<WeakReference<CompletableFuture<Node>>> waited = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            CompletableFuture<Node> caller = source.awaitAsync(Long.MIN_VALUE, Duration.ofMillis(500));
            scheduler.run(Duration.ofMillis(600));
            assertThat(caller).failsWithin(Duration.ofSeconds(30));
            waited.add(new WeakReference<>(caller));
        }
        scheduler.run(Duration.ofSeconds(5));

        for (int i = 0; i < 100 && waited.stream().anyMatch(caller -> !caller.refersTo(null)); i++) {
            System.gc();
            Thread.sleep(20);
        }
        assertThat(waited.stream().filter(caller -> !caller.refersTo(null))).hasSizeLessThan(5);
        assertThat(source.current()).isNull();
    }
}
