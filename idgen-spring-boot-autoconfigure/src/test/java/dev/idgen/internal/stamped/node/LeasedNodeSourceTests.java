package dev.idgen.internal.stamped.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.idgen.NodeIdUnavailableException;
import dev.idgen.NodeIdUnavailableException.Reason;
import dev.idgen.internal.request.Absence;
import dev.idgen.internal.request.LongestTtl;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Exhausted;
import dev.idgen.internal.stamped.node.NodeLeaseReply.NodeGranted;
import dev.idgen.internal.stamped.node.NodeLeaseReply.Pool;
import dev.idgen.internal.stamped.node.NodeLeaseStore.NodeAsker;
import dev.idgen.internal.stamped.node.UnreliableNodeStore.Fate;
import dev.idgen.internal.store.memory.InMemoryNodeLeaseStore;
import dev.idgen.internal.store.redis.SimulatedRedis;
import dev.idgen.internal.time.ManualPlanner;
import dev.idgen.internal.time.ManualScheduler;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.time.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The whole client, in logical time: what callers see while the store answers, fails, falls silent and comes back. */
class LeasedNodeSourceTests {

    private static final int BITS = 1;
    private static final NodeSettings SETTINGS = NodeSettings.defaults();
    /** After that long a first request that is not answered is given up. */
    private static final Duration GIVEN_UP = Requests.FIRST_TIMEOUT.plusSeconds(2);

    private static final Duration TTL = SETTINGS.leaseTtl();
    private static final long TTL_MILLIS = TTL.toMillis();

    private final ManualTime time = new ManualTime();
    private final ManualScheduler scheduler = new ManualScheduler(time);
    private final SimulatedRedis redis = new SimulatedRedis(time::millis);
    private final NodeLeaseStore leases = redis.nodeLeaseStore("test", size -> 0);
    private final UnreliableNodeStore store = new UnreliableNodeStore(leases);
    private int instances;

    /** The pool is not new, unless a test says so. */
    @BeforeEach
    void createPool() {
        NodeGranted first = (NodeGranted) strangerAcquires("creator", time.millis());
        leases.release(stranger("creator", 0), first.node(), time.millis());
        for (int place = 0; place < NodeLeaseStore.WITNESSES; place++) {
            leases.witness(BITS, place, true);
        }
        time.advance(Duration.ofMillis(1));
    }

    private LeasedNodeSource source() {
        return source(time);
    }

    private LeasedNodeSource source(TimeSource clocks) {
        LeasedNodeSource source = new LeasedNodeSource(
                NodePool.ofBits(BITS),
                SETTINGS,
                store,
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

    private NodeAsker stranger(String holder, long absence) {
        return new NodeAsker(NodePool.ofBits(BITS), holder, new LongestTtl(TTL_MILLIS).claim(), time.millis(), absence);
    }

    private NodeLeaseReply strangerAcquires(String holder, long absence) {
        return leases.acquire(stranger(holder, absence)).toCompletableFuture().join();
    }

    private NodeLeaseReply strangerAcquires(String holder) {
        return strangerAcquires(holder, Absence.LOST);
    }

    private LeasedNodeSource source(NodeSettings settings, RandomGenerator random) {
        LeasedNodeSource source = new LeasedNodeSource(
                NodePool.ofBits(BITS),
                settings,
                store,
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
        scheduler.run(TTL.multipliedBy(100));
        assertThat(store.renewals).isBetween(1000, 1250);
        assertThat(source.current()).isSameAs(node);
        assertThat(node.notAfter()).isGreaterThan(time.millis() + TTL_MILLIS * 8 / 10);
    }

    @Test
    void outageOfEightTenthsOfTheTtlIsNotNoticed() {
        LeasedNodeSource source = source();
        int missed = 0;
        for (int i = 0; i < 6; i++) {
            missed += millisWithoutWindow(source, TTL.plusMillis(1234L * i));
            store.decide(i % 2 == 0 ? Fate.SWALLOWED : Fate.FAILED);
            missed += millisWithoutWindow(source, TTL.multipliedBy(8).dividedBy(10));
            store.decide(Fate.ANSWERED);
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
            store.decide(i % 2 == 0 ? Fate.SWALLOWED : Fate.FAILED);
            missed += millisWithoutWindow(
                    source, TTL.multipliedBy(8).dividedBy(10).minusSeconds(2));
            redis.lose("");
            redis.setRun("run" + (i + 1));
            store.decide(Fate.ANSWERED);
        }
        assertThat(missed).isZero();
        assertThat(source.current()).isSameAs(node);
    }

    @Test
    void longerOutageEndsTheWindowAndTheSameNodeIdGoesOnAfterIt() {
        LeasedNodeSource source = source();
        Node node = current(source);
        store.decide(Fate.FAILED);
        scheduler.run(TTL.plusSeconds(1));
        assertThat(node.notAfter()).isLessThan(time.millis());
        NodeIdUnavailableException failure = unavailable(source, time.millis());
        assertThat(failure.reason()).isEqualTo(Reason.RAN_OUT);
        assertThat(failure).hasMessageContaining("connection refused");
        store.decide(Fate.ANSWERED);
        scheduler.run(SETTINGS.retryPause());
        assertThat(source.await(time.millis(), Duration.ZERO)).isSameAs(node);
    }

    @Test
    void storeThatNeverAnsweredIsToldFromOneThatStopped() {
        store.decide(Fate.SWALLOWED);
        LeasedNodeSource source = source();
        assertThat(source.current()).isNull();
        assertThat(unavailable(source).reason()).isEqualTo(Reason.NOT_ANSWERED);
        store.decide(Fate.ANSWERED);
        scheduler.run(GIVEN_UP);
        assertThat(source.current()).isNotNull();
    }

    @Test
    void lostLeaseStopsAtOnceAndAnotherNodeIdGoesOn() {
        LeasedNodeSource source = source();
        Node lost = current(source);
        store.decide(Fate.SWALLOWED);
        scheduler.run(Duration.ofSeconds(1));
        strangerAcquires("other");
        scheduler.run(TTL.minusMillis(999)); // stopped, as far as the store can see
        NodeGranted stolen = (NodeGranted) strangerAcquires("stranger");
        assertThat(stolen.node()).isEqualTo(lost.id());
        store.decide(Fate.ANSWERED);
        scheduler.run(Duration.ofSeconds(2));
        Node next = current(source);
        assertThat(next.id()).isNotEqualTo(lost.id());
        assertThat(lost.notAfter()).isLessThan(stolen.window().notBefore());
        assertThat(source.holder()).contains("host/1/1/2");
    }

    @Test
    void lostLeaseWithoutAnotherSaysSo() {
        LeasedNodeSource source = source();
        store.decide(Fate.SWALLOWED);
        scheduler.run(TTL.plusSeconds(1));
        strangerAcquires("stranger");
        strangerAcquires("another");
        store.decide(Fate.ANSWERED);
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
        LeaseClock clock = new LeaseClock(time, Duration.ofSeconds(1));
        long shown = clock.millis();
        time.stepWall(Duration.ofMillis(-900));
        clock.synchronize(time.millis(), time.nanoTime());
        assertThat(clock.millis()).isEqualTo(shown - 900);
        assertThat(clock.latest()).isGreaterThanOrEqualTo(shown);
        time.advance(Duration.ofSeconds(5));
        assertThat(clock.latest()).isEqualTo(clock.millis());
    }

    @Test
    void lateAnswerToAnAcquisitionIsUsedIfThereIsNoNodeId() {
        store.decide(Fate.HELD);
        LeasedNodeSource source = source();
        scheduler.run(GIVEN_UP); // and asked again
        assertThat(store.acquisitions).isGreaterThan(1);
        assertThat(source.current()).isNull();
        store.deliver();
        scheduler.runDue();
        store.decide(Fate.ANSWERED);
        scheduler.run(TTL.multipliedBy(3));
        assertThat(current(source).notAfter()).isGreaterThan(time.millis());
        assertThat(strangerAcquires("stranger")).as("one of two is free").isInstanceOf(NodeGranted.class);
    }

    @Test
    void acquisitionAskedForTwiceHoldsOneNodeIdOnly() {
        store.decide(Fate.HELD);
        LeasedNodeSource source = source();
        scheduler.run(Requests.FIRST_TIMEOUT.plusMillis(200));
        store.decide(Fate.ANSWERED);
        scheduler.run(Duration.ofSeconds(2));
        Node node = current(source);
        store.deliver();
        scheduler.runDue();
        assertThat(source.current()).isSameAs(node);
        assertThat(store.releases).isZero();
        assertThat(strangerAcquires("stranger")).isInstanceOf(NodeGranted.class);
        assertThat(strangerAcquires("another")).isInstanceOf(Exhausted.class);
    }

    @Test
    void lateGrantOfAnotherNodeIdIsGivenBack() {
        List<CompletableFuture<NodeLeaseReply>> answers = new ArrayList<>();
        NodeLeaseStore forgetful = new NodeLeaseStore() {
            @Override
            public CompletableFuture<NodeLeaseReply> acquire(NodeAsker asker) {
                answers.add(new CompletableFuture<>());
                return answers.get(answers.size() - 1);
            }

            @Override
            public CompletableFuture<NodeLeaseReply> renew(NodeAsker asker, long node, long notBefore, long notAfter) {
                return new CompletableFuture<>();
            }

            @Override
            public CompletableFuture<NodeLeaseReply> release(NodeAsker asker, long node, long lastStamp) {
                store.releases += node == 1 ? 1 : 100;
                return new CompletableFuture<>();
            }

            @Override
            public CompletableFuture<OptionalLong> witness(int bits, int place, boolean mark) {
                return new CompletableFuture<>();
            }
        };
        LeasedNodeSource source = new LeasedNodeSource(
                NodePool.ofBits(BITS),
                SETTINGS,
                forgetful,
                new NodeEnvironment(time, scheduler, "host", new Random(1)));
        source.startPlanning();
        scheduler.run(GIVEN_UP);
        for (int node = 0; node < 2; node++) {
            long now = time.millis();
            Pool pool = new Pool(now, now, TTL_MILLIS, TTL_MILLIS);
            answers.get(node).complete(new NodeGranted(node, new Window(now, now + TTL_MILLIS), "run", pool));
            scheduler.runDue();
        }
        assertThat(current(source).id()).isZero();
        assertThat(store.releases).isEqualTo(1);
    }

    @Test
    void lateAnswerToARenewalCounts() {
        LeasedNodeSource source = source();
        Node node = current(source);
        store.decide(Fate.HELD);
        scheduler.run(TTL.dividedBy(10).plus(SETTINGS.requestTimeout()));
        store.decide(Fate.SWALLOWED);
        long before = node.notAfter();
        store.deliver();
        scheduler.runDue();
        assertThat(node.notAfter()).isGreaterThan(before);
    }

    @Test
    void storeThatLostItsRecordTakesTheLeaseBack() {
        LeasedNodeSource source = source();
        Node node = current(source);
        redis.lose(":leases");
        assertThat(millisWithoutWindow(source, TTL)).isZero();
        assertThat(source.current()).isSameAs(node);
        assertThat(strangerAcquires("stranger")).isInstanceOf(NodeLeaseReply.Settling.class);
    }

    @Test
    void newcomerAfterAFailoverWaitsUntilTheStoreHasSettled() {
        LeasedNodeSource source = source();
        redis.setRun("run1");
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
        store.decide(Fate.SWALLOWED);
        LeasedNodeSource source = source();
        CompletableFuture<Reason> waiter = CompletableFuture.supplyAsync(() -> catchThrowableOfType(
                        NodeIdUnavailableException.class, () -> source.await(0, Duration.ofMinutes(1)))
                .reason());
        store.decide(Fate.ANSWERED);
        source.close();
        assertThat(waiter.get(10, TimeUnit.SECONDS)).isEqualTo(Reason.CLOSED);
        assertThat(source.current()).isNull();
        source.close();
        scheduler.run(TTL);
        assertThat(source.current()).isNull();
        assertThat(source.holder()).isEmpty();
        assertThat(store.releases).isZero();
    }

    @Test
    void waiterIsInterrupted() {
        store.decide(Fate.SWALLOWED);
        LeasedNodeSource source = source();
        Thread.currentThread().interrupt();
        NodeIdUnavailableException failure =
                catchThrowableOfType(NodeIdUnavailableException.class, () -> source.await(0, Duration.ofMinutes(1)));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(failure.reason()).isEqualTo(Reason.INTERRUPTED);
    }

    @Test
    void startedSourceLeasesOnItsOwnThreadAndGivesBack() {
        InMemoryNodeLeaseStore real = new InMemoryNodeLeaseStore(TimeSource.system());
        LeasedNodeSource source = LeasedNodeSource.start(NodePool.ofBits(10), SETTINGS, real, TimeSource.system());
        Node node = source.await(Long.MIN_VALUE, Duration.ofSeconds(10));
        assertThat(node.id()).isBetween(0L, 1023L);
        assertThat(source.holder()).hasValueSatisfying(name -> assertThat(name).endsWith("/1"));
        source.close();
        assertThat(source.current()).isNull();
    }

    @Test
    void lastStampThatIsReportedCoversTheLeadRoundedUpAndTheCoarsestTick() {
        LeasedNodeSource source = source();
        source.allowLead(Duration.ofSeconds(3).plusNanos(900_000));
        time.advance(Duration.ofSeconds(2));
        source.close();
        assertThat(store.lastStamp).isEqualTo(time.millis() + 3001 + 1000);
    }

    @Test
    void closingEndsThePlannerAndKeepsTheInterruption() {
        ManualPlanner planner = new ManualPlanner(scheduler);
        LeasedNodeSource source = new LeasedNodeSource(
                NodePool.ofBits(BITS), SETTINGS, store, new NodeEnvironment(time, planner, "host/1/1", new Random(1)));
        source.startPlanning();
        scheduler.runDue();
        store.decide(Fate.SWALLOWED);
        Thread.currentThread().interrupt();
        source.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(planner.isShutdown()).isTrue();
    }

    @Test
    void firstOutcomeIsWaitedForUntilItIsThere() throws Exception {
        LeasedNodeSource source = source();
        source.awaitFirstOutcome(Duration.ofMinutes(10));
        store.decide(Fate.SWALLOWED);
        LeasedNodeSource silent = source();
        CompletableFuture<Void> waiter =
                CompletableFuture.runAsync(() -> silent.awaitFirstOutcome(Duration.ofMinutes(10)));
        assertThat(waiter).isNotDone();
        silent.close();
        waiter.get(20, TimeUnit.SECONDS);
    }

    @Test
    void longerTtlThanAnyBeforeIsUsedWhenAllHaveHeardOfIt() {
        LeasedNodeSource first = source();
        NodeSettings longer = new NodeSettings(TTL.multipliedBy(10), SETTINGS.requestTimeout(), SETTINGS.maxSkew());
        LeasedNodeSource second = source(longer, new Random(2));
        Node node = current(second);
        assertThat(node.notAfter()).isEqualTo(time.millis() + TTL_MILLIS);
        assertThat(millisWithoutWindow(second, TTL.multipliedBy(2))).isZero();
        assertThat(node.notAfter()).isLessThanOrEqualTo(time.millis() + TTL_MILLIS);
        scheduler.run(TTL.dividedBy(3)); // it was shown with the second answer, and is asked for a tenth later
        assertThat(node.notAfter()).isGreaterThan(time.millis() + 9 * TTL_MILLIS);
        assertThat(current(first).notAfter()).isBetween(time.millis(), time.millis() + TTL_MILLIS);
    }

    @Test
    void renewalIsDueATenthOfTheTtlAfterTheRequestHoweverLongTheAnswerTook() {
        Duration slow = Duration.ofSeconds(1);
        store.decide(Fate.HELD);
        source(SETTINGS, new LatestRandom());
        scheduler.run(slow);
        store.decide(Fate.ANSWERED);
        store.deliver();
        scheduler.run(TTL.dividedBy(10).minus(slow));
        assertThat(store.renewals).isEqualTo(1);
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
        store.decide(Fate.FAILED);
        LeasedNodeSource source = source();
        assertThat(unavailable(source)).hasMessageContaining("connection refused");
        store.decide(Fate.ANSWERED);
        scheduler.run(SETTINGS.retryPause());
        assertThat(unavailable(source)).hasMessageNotContaining("connection refused");
    }

    private long witnesses() {
        return IntStream.range(0, NodeLeaseStore.WITNESSES)
                .filter(place -> leases.witness(BITS, place, false)
                        .toCompletableFuture()
                        .join()
                        .isEmpty())
                .count();
    }

    @Test
    void firstToStartMakesThePoolAndItsWitnesses() {
        redis.lose("");
        LeasedNodeSource source = source();
        assertThat(source.current()).isNull();
        scheduler.run(SETTINGS.leaseTtl().dividedBy(8));
        assertThat(source.current()).isNotNull();
        assertThat(witnesses()).isEqualTo(NodeLeaseStore.WITNESSES);
    }

    /** Both find that nothing is there, before either has made anything. */
    @Test
    void firstStartsAtTheSameTimeDoNotPutEachOtherInDoubt() {
        redis.lose("");
        List<LeasedNodeSource> sources = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            sources.add(new LeasedNodeSource(
                    NodePool.ofBits(BITS),
                    SETTINGS,
                    store,
                    new NodeEnvironment(time, new ManualPlanner(scheduler), "h" + i, new Random(i))));
        }
        sources.forEach(LeasedNodeSource::startPlanning);
        scheduler.run(SETTINGS.leaseTtl().dividedBy(8));
        assertThat(sources).allSatisfy(source -> assertThat(source.current()).isNotNull());
    }

    /** The second finds witnesses, but no pool yet. */
    @Test
    void firstStartWhileAnotherIsMakingThePoolWaitsForIt() {
        redis.lose("");
        leases.witness(BITS, 5, true);
        LeasedNodeSource second = source();
        scheduler.run(Duration.ofMillis(500));
        assertThat(second.current()).isNull();
        strangerAcquires("first", time.millis());
        scheduler.run(Duration.ofMillis(100));
        assertThat(second.current()).isNotNull();
    }

    @Test
    void missingRecordThatAWitnessTellsOfIsLost() {
        redis.lose("");
        leases.witness(BITS, 5, true);
        LeasedNodeSource source = source();
        scheduler.run(Duration.ofMillis(1100));
        assertThat(unavailable(source).reason()).isEqualTo(Reason.SETTLING);
        scheduler.run(TTL.plusSeconds(2));
        assertThat(source.current()).isNotNull();
    }

    @Test
    void lookThatFailsIsMadeAgainBeforeThePoolIsMade() {
        redis.lose("");
        store.decide(Fate.HELD);
        LeasedNodeSource source = source();
        store.decide(Fate.FAILED);
        store.deliver();
        scheduler.runDue();
        store.decide(Fate.ANSWERED);
        scheduler.run(TTL.dividedBy(8).multipliedBy(2).minusMillis(1));
        assertThat(source.current()).isNull();
        scheduler.run(Duration.ofMillis(100));
        assertThat(source.current()).isNotNull();
    }

    @Test
    void witnessesComeBack() {
        source();
        redis.lose(":witness");
        scheduler.run(TTL.multipliedBy(10));
        assertThat(witnesses()).isEqualTo(NodeLeaseStore.WITNESSES);
    }

    @Test
    void serverWhoseClockIsSuddenlyFarAheadIsNotFollowed() {
        LeasedNodeSource source = source();
        Node node = current(source);
        long before = source.millis();
        int[] ahead = {7_200_000};
        SimulatedRedis next = new SimulatedRedis(() -> time.millis() + ahead[0]);
        next.restore(redis.snapshot());
        UnreliableNodeStore elsewhere = new UnreliableNodeStore(next.nodeLeaseStore("test", size -> 0));
        store.leadTo(elsewhere);
        scheduler.run(Duration.ofSeconds(30));
        assertThat(source.millis()).isEqualTo(before + 30_000);
        assertThat(source.current()).isSameAs(node);
        assertThat(node.notAfter()).isBetween(source.millis(), source.millis() + TTL_MILLIS);
        assertThat(elsewhere.renewals).as("in its usual rhythm").isBetween(20, 30);

        next.setRun("run1");
        scheduler.run(Duration.ofSeconds(5));
        assertThat(source.current()).as("not lost in a doubt").isSameAs(node);
        ahead[0] = 0;
        scheduler.run(Duration.ofSeconds(5));
        assertThat(source.current()).isSameAs(node);
        assertThat(node.notAfter()).isGreaterThan(source.millis() + TTL_MILLIS * 8 / 10);
    }
}
