package dev.idgen.internal.timestamp.node;

import static dev.idgen.internal.timestamp.node.CurrentNodeTests.PATIENCE;
import static dev.idgen.internal.timestamp.node.CurrentNodeTests.waiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.idgen.InvalidSettingException;
import dev.idgen.NodeIdUnavailableException;
import dev.idgen.NodeIdUnavailableException.Reason;
import dev.idgen.internal.lease.GroupValue;
import dev.idgen.internal.lease.LeaseClient;
import dev.idgen.internal.lease.PlainClient;
import dev.idgen.internal.lease.SimulatedLeaseStore;
import dev.idgen.internal.lease.UnreliableLeaseStore.Fate;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.setting.Region;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole client, in logical time: what callers see while the store answers, fails, falls silent and comes back. */
class LeasedNodeSourceTests extends LeasingFixture {

    private static final long TTL_MILLIS = TTL.toMillis();
    private static final NodePool SIXTEEN = NodePool.ofBits(4);
    private static final NodePool MANY = NodePool.ofBits(8);
    /** After that long a first request that is not answered is given up. */
    private static final Duration GIVEN_UP = Requests.FIRST_TIMEOUT.plusSeconds(2);

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

    private String valueOf(Node node) {
        return Objects.requireNonNull(store.values(GROUP).get(node.toString()));
    }

    private static void assertDistinctNodeIds(List<LeasedNodeSource> sources) {
        assertThat(sources).extracting(source -> current(source).id()).doesNotHaveDuplicates();
    }

    @Test
    void startOnAnExistingPoolHasANodeIdAtOnce() {
        LeasedNodeSource source = start();
        Node node = source.await(Long.MIN_VALUE, Duration.ZERO);
        assertThat(node.notBefore()).isEqualTo(time.millis());
        assertThat(node.notAfter()).isEqualTo(time.millis() + TTL_MILLIS);
        assertThat(source.current()).isSameAs(node);
        assertThat(source.isExclusive()).isTrue();
        assertThat(source.renewed(node)).isEmpty();
        assertThat(holder(source)).contains("host/1/1/1");
        assertThat(source.facts()).containsEntry("leasedUntil", Instant.ofEpochMilli(node.notAfter()));
        source.awaitFirstOutcome(Duration.ofMinutes(10));
    }

    @Test
    void leaseIsRenewedEachEighthOfItsTtlOrSomewhatSooner() {
        LeasedNodeSource source = start();
        Node node = current(source);
        int before = leaseStore.swaps();
        scheduler.run(TTL.multipliedBy(100));
        assertThat(leaseStore.swaps() - before).isBetween(800, 1000);
        assertThat(source.current()).isSameAs(node);
        assertThat(node.notAfter()).isGreaterThan(time.millis() + TTL_MILLIS * 8 / 10);
    }

    @Test
    void renewalIsDueAnEighthOfTheTtlAfterTheRequestHoweverLongTheAnswerTook() {
        RandomGenerator greatest = () -> -1; // the greatest number that is allowed
        Duration slow = Duration.ofSeconds(1);
        leaseStore.decide(swaps(Fate.HELD));
        start(TWO, SETTINGS, time, greatest);
        scheduler.run(slow);
        leaseStore.decide(Fate.ANSWERED);
        leaseStore.deliver();
        scheduler.run(TTL.dividedBy(8).minus(slow));
        assertThat(leaseStore.swaps()).as("a grant and a renewal").isEqualTo(2);
    }

    /** If the store also loses all values, the outage must be shorter by the margin. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void outageOfEightTenthsOfTheTtlIsNotNoticed(boolean isStoreLost) {
        LeasedNodeSource source = start();
        Node node = current(source);
        Duration outage = TTL.multipliedBy(8).dividedBy(10).minusSeconds(isStoreLost ? 2 : 0);
        int missed = 0;
        for (int i = 0; i < 6; i++) {
            missed += millisWithoutWindow(source, TTL.plusMillis(1234L * i));
            leaseStore.decide(i % 2 == 0 ? Fate.SWALLOWED : Fate.FAILED);
            missed += millisWithoutWindow(source, outage);
            if (isStoreLost) {
                store.lose("");
                store.setRun("run" + (i + 1));
            }
            leaseStore.decide(Fate.ANSWERED);
        }
        assertThat(missed + millisWithoutWindow(source, TTL)).isZero();
        assertThat(source.current()).isSameAs(node);
        if (isStoreLost) {
            assertThat(store.values(GROUP)).containsOnlyKeys("group", node.toString());
            assertThat(strangerAcquires(1)).as("settles").isPositive();
        }
    }

    @Test
    void longerOutageEndsTheWindowUntilTheSameNodeIdIsRenewed() {
        LeasedNodeSource source = start();
        Node node = current(source);
        leaseStore.decide(Fate.FAILED);
        scheduler.run(TTL.plusSeconds(1));
        assertThat(node.notAfter()).isLessThan(time.millis());
        assertThat(unavailable(source).reason()).isEqualTo(Reason.RAN_OUT);
        assertThat(unavailable(source)).hasMessageContaining("connection refused");
        leaseStore.decide(Fate.ANSWERED);
        scheduler.run(SETTINGS.retryPause());
        assertThat(source.await(time.millis(), Duration.ZERO)).isSameAs(node);
    }

    /** The store answers, so it must not be blamed. */
    @Test
    void callersLearnWhyNoOtherNodeIdFollowedTheRecoveryOneThatRanOut() {
        store.lose("");
        LeasedNodeSource source = start(SIXTEEN);
        scheduler.run(Duration.ofSeconds(8));
        assertThat(SIXTEEN.slotOf(current(source).id())).isNotEqualTo(NodePool.REGULAR);
        LongStream.range(12, 16)
                .forEach(id -> put(
                        SIXTEEN.groupOf(id),
                        NodeValue.name(id),
                        NodeValue.NONE.heldBy("stranger", time.millis() + 3_600_000)));
        store.setRun("run1");
        Set<Reason> reasons = EnumSet.noneOf(Reason.class);
        for (long i = 0; i < TTL.toMillis(); i += 100) {
            scheduler.run(Duration.ofMillis(100));
            Optional.ofNullable(unavailable(source)).ifPresent(refusal -> reasons.add(refusal.reason()));
        }
        assertThat(reasons).containsExactly(Reason.SETTLING);
        assertThat(source.unavailability())
                .hasValueSatisfying(why -> assertThat(why)
                        .contains("the store is new, restarted, failed over, lost data or got its first replica"));
        leaseStore.decide(Fate.FAILED);
        scheduler.run(TTL);
        assertThat(unavailable(source).reason()).isEqualTo(Reason.RAN_OUT);
    }

    @Test
    void callersLearnOfARefusalOnceTheWindowHasClosed() {
        LeasedNodeSource source = start();
        store.putGroup(GROUP, NodeIdClient.terms(TTL_MILLIS + 5000), 1);
        scheduler.run(TTL.dividedBy(2));
        assertThat(source.await(source.millis(), Duration.ZERO)).isSameAs(source.current());
        scheduler.run(TTL);
        assertThat(unavailable(source).reason()).isEqualTo(Reason.REFUSED);
        assertThat(unavailable(source)).hasCauseInstanceOf(InvalidSettingException.class);
    }

    @Test
    void renewalWakesTheCallerThatWaitsForALongerWindow() {
        LeasedNodeSource source = start();
        long end = current(source).notAfter();
        CompletableFuture<Node> caller = source.awaitAsync(end, Duration.ofMinutes(10));
        assertThat(caller).isNotDone();
        scheduler.run(TTL.dividedBy(8));
        assertThat(caller)
                .succeedsWithin(PATIENCE)
                .satisfies(node -> assertThat(node.notAfter()).isGreaterThan(end));
    }

    @Test
    void storeThatNeverAnsweredIsDistinguishedFromOneThatStopped() throws Exception {
        leaseStore.decide(Fate.SWALLOWED);
        LeasedNodeSource source = start();
        FutureTask<Void> firstOutcome = waiting(() -> {
            source.awaitFirstOutcome(Duration.ofMinutes(10));
            return null;
        });
        assertThat(source.current()).isNull();
        assertThat(unavailable(source).reason()).isEqualTo(Reason.NOT_ANSWERED);
        leaseStore.decide(Fate.ANSWERED);
        scheduler.run(GIVEN_UP);
        assertThat(source.current()).isNotNull();
        assertThat(firstOutcome.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isNull();
    }

    @Test
    void lostLeaseStopsAtOnceAndAnotherNodeIdIsLeased() {
        LeasedNodeSource source = start();
        Node lost = current(source);
        assertThat(lost.id()).isZero();
        leaseStore.decide(Fate.SWALLOWED);
        scheduler.run(Duration.ofSeconds(1));
        strangerAcquires(1);
        scheduler.run(TTL.minusMillis(999)); // stopped, as far as the store can see
        assertThat(lost.notAfter()).isLessThan(time.millis());
        assertThat(strangerAcquires(0)).isZero();
        leaseStore.decide(Fate.ANSWERED);
        scheduler.run(Duration.ofSeconds(2));
        assertThat(current(source).id()).isOne();
        assertThat(holder(source).orElseThrow()).isNotEqualTo("host/1/1/1");
    }

    @Test
    void surplusInstanceNamesTheHoldersAndTakesAFreedNodeIdWithinATtlAndASecond() {
        start();
        assertThat(strangerAcquires(1)).isZero();
        long end = time.millis() + TTL_MILLIS;
        leaseStore.decide(Fate.FAILED);
        LeasedNodeSource surplus = start();
        assertThat(unavailable(surplus)).hasMessageContaining("connection refused");
        leaseStore.decide(Fate.ANSWERED);
        scheduler.run(SETTINGS.retryPause());
        assertThat(unavailable(surplus).reason()).isEqualTo(Reason.ALL_IN_USE);
        assertThat(unavailable(surplus))
                .hasMessageContaining("all 2 node ids are in use")
                .hasMessageContaining("1 (stranger until ")
                .hasMessageContaining("host/1/1/1")
                .hasMessageNotContaining("connection refused");
        scheduler.run(TTL.plusSeconds(1)); // the stranger is dead
        assertThat(current(surplus).id()).isOne();
        assertThat(current(surplus).notBefore()).isGreaterThan(end);
    }

    @Test
    void newcomerAfterAFailoverWaitsUntilTheStoreHasSettled() {
        LeasedNodeSource source = start();
        store.setRun("run1");
        LeasedNodeSource newcomer = start();
        assertThat(unavailable(newcomer).reason()).isEqualTo(Reason.SETTLING);
        assertThat(millisWithoutWindow(source, TTL.plusMillis(1999))).isZero();
        assertThat(newcomer.current()).isNull();
        assertThat(millisWithoutWindow(source, Duration.ofMillis(1))).isZero();
        assertThat(newcomer.current()).isNotNull();
    }

    /** The first ones have recovery node ids, which they exchange without a gap. */
    @Test
    void firstOfANewPoolHasANodeIdWithinFiveSecondsAndKeepsHavingOne() {
        store.lose("");
        LeasedNodeSource source = start(MANY);
        CompletableFuture<Node> caller = source.awaitAsync(Long.MIN_VALUE, Duration.ofMillis(500));
        scheduler.run(Duration.ofSeconds(2));
        assertThat(source.current()).isNull();
        scheduler.run(Duration.ofMillis(2400));
        Node recovery = current(source);
        assertThat(caller).succeedsWithin(PATIENCE).isSameAs(recovery);
        assertThat(MANY.slotOf(recovery.id())).isNotEqualTo(NodePool.REGULAR);
        int swaps = leaseStore.swaps();
        assertThat(millisWithoutWindow(source, TTL.minusSeconds(3))).isZero();
        assertThat(leaseStore.swaps()).as("not renewed").isEqualTo(swaps);
        assertThat(millisWithoutWindow(source, TTL)).isZero();
        assertThat(MANY.slotOf(current(source).id())).isEqualTo(NodePool.REGULAR);
        assertThat(recovery.notAfter()).as("not extended").isLessThan(time.millis());
    }

    @Test
    void newcomersHaveNodeIdsEighteenSecondsAfterALossThoughAllWereUsedBefore() {
        NodePool nodes = NodePool.ofBits(7);
        putNodeIds(nodes, id -> NodeValue.NONE.heldBy(NodeValue.FREE, time.millis() - 1));
        store.setRun("run1");
        List<LeasedNodeSource> sources = start(40, nodes);
        scheduler.run(Duration.ofSeconds(22));
        assertDistinctNodeIds(sources);
    }

    @Test
    void lateAnswerToAnAcquisitionIsUsedIfThereIsNoNodeId() {
        leaseStore.decide(swaps(Fate.HELD));
        LeasedNodeSource source = start();
        leaseStore.decide(Fate.SWALLOWED);
        scheduler.run(GIVEN_UP); // it has sent another request
        assertThat(source.current()).isNull();
        leaseStore.deliver();
        scheduler.runDue();
        leaseStore.decide(Fate.ANSWERED);
        scheduler.run(TTL.multipliedBy(3));
        assertThat(current(source).notAfter()).isGreaterThan(time.millis());
        assertThat(holder(source)).contains("host/1/1/1");
        assertThat(strangerAcquires(1 - current(source).id()))
                .as("the other is free")
                .isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = Fate.class,
            names = {"LOST", "HELD", "LATE", "REPEATED"})
    void requestWhoseOutcomeIsNotKnownIsMadeAnewUnderAnotherName(Fate fate) {
        leaseStore.decide(swaps(fate));
        LeasedNodeSource source = start();
        leaseStore.decide(Fate.ANSWERED);
        scheduler.run(GIVEN_UP);
        Node node = current(source);
        assertThat(valueOf(node)).endsWith(" holder=" + holder(source).orElseThrow());
        leaseStore.deliver();
        scheduler.run(Duration.ofSeconds(2));
        assertThat(source.current()).isSameAs(node);
        scheduler.run(TTL);
        assertThat(source.current()).isSameAs(node);
        assertThat(strangerAcquires(1 - node.id())).as("the other is free").isZero();
    }

    @Test
    void lateGrantsOfOtherNodeIdsAreGivenBack() {
        putGroups(SIXTEEN, -1);
        LeasedNodeSource source = start(SIXTEEN);
        long lost = current(source).id();
        NodeValue stolen = NodeValue.NONE.heldBy("thief", time.millis() + 3_600_000);
        put(SIXTEEN.groupOf(lost), NodeValue.name(lost), stolen);
        leaseStore.decide(swaps(Fate.HELD));
        scheduler.run(TTL.dividedBy(8).plus(SETTINGS.requestTimeout().multipliedBy(3)));
        assertThat(holders()).filteredOn(holder -> holder.startsWith("host")).hasSizeGreaterThan(1);
        leaseStore.decide(Fate.ANSWERED);
        scheduler.run(SETTINGS.requestTimeout());
        Node node = current(source);
        leaseStore.deliver();
        scheduler.runDue();
        assertThat(source.current()).isSameAs(node);
        assertThat(holders())
                .containsExactlyInAnyOrder("thief", (String) holder(source).orElseThrow());
    }

    private static Optional<Object> holder(LeasedNodeSource source) {
        return Optional.ofNullable(source.facts().get("holder"));
    }

    private List<String> holders() {
        return IntStream.range(0, SIXTEEN.groups())
                .mapToObj(group -> store.values(SIXTEEN.groupName(group)))
                .flatMap(values -> values.entrySet().stream())
                .filter(entry -> !entry.getKey().equals(GroupValue.NAME))
                .map(entry -> NodeValue.parse(entry.getValue()).holder())
                .filter(holder -> !holder.equals(NodeValue.FREE))
                .toList();
    }

    @Test
    void lateAnswerToARenewalCounts() {
        LeasedNodeSource source = start();
        Node node = current(source);
        leaseStore.decide(swaps(Fate.HELD));
        scheduler.run(TTL.dividedBy(8).plus(SETTINGS.requestTimeout()));
        leaseStore.decide(Fate.SWALLOWED);
        long before = node.notAfter();
        leaseStore.deliver();
        scheduler.runDue();
        assertThat(node.notAfter()).isGreaterThan(before);
    }

    /** Otherwise, each caller with a deadline would stay in the queue until the outage is over. */
    @Test
    void asynchronousCallersThatGaveUpDuringAnOutageAreForgotten() {
        leaseStore.decide(Fate.FAILED);
        LeasedNodeSource source = start();
        List<WeakReference<CompletableFuture<Node>>> callers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            CompletableFuture<Node> caller = source.awaitAsync(Long.MIN_VALUE, Duration.ofMillis(500));
            scheduler.run(Duration.ofMillis(600));
            assertThat(caller).failsWithin(PATIENCE);
            callers.add(new WeakReference<>(caller));
        }
        scheduler.run(Duration.ofSeconds(5));
        await().atMost(PATIENCE).until(() -> {
            System.gc();
            return callers.stream().filter(caller -> !caller.refersTo(null)).count() < 5;
        });
        assertThat(source.current()).isNull();
    }

    @Test
    void nodeIdOfClosedSourceIsFreeAfterItsLastStampThatCoversLeadAndTheCoarsestTick() {
        LeasedNodeSource first = start();
        LeasedNodeSource second = start();
        LeasedNodeSource surplus = start();
        second.allowLead(Duration.ofSeconds(3).plusNanos(900_000));
        second.allowLead(Duration.ofSeconds(1));
        Node given = current(second);
        time.advance(Duration.ofSeconds(2));
        second.close();
        long lastStamp = time.millis() + 3001 + 1000;
        assertThat(valueOf(given)).isEqualTo("end=" + lastStamp + " holder=");
        scheduler.run(Duration.ofMillis(6500));
        assertThat(current(surplus).id())
                .isEqualTo(given.id())
                .isNotEqualTo(current(first).id());
        assertThat(current(surplus).notBefore()).isGreaterThan(lastStamp).isLessThan(lastStamp + 1500);
    }

    @Test
    void closedSourceSendsNothingMoreAndRefusesCallers() {
        leaseStore.decide(Fate.SWALLOWED);
        LeasedNodeSource source = start();
        leaseStore.decide(Fate.ANSWERED);
        source.close();
        source.close();
        scheduler.run(TTL);
        assertThat(source.current()).isNull();
        assertThat(holder(source)).isEmpty();
        assertThat(unavailable(source).reason()).isEqualTo(Reason.CLOSED);
        assertThat(leaseStore.swaps()).isZero();
    }

    @Test
    void closingEndsThePlannerAndKeepsTheInterruption() {
        LeasedNodeSource source = start();
        leaseStore.decide(Fate.SWALLOWED);
        Thread.currentThread().interrupt();
        source.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(latestPlanner.isShutdown()).isTrue();
    }

    @Test
    void serverWhoseClockIsSuddenlyFarAheadIsNotFollowed() {
        LeasedNodeSource source = start();
        Node node = current(source);
        long before = source.millis();
        ahead = 7_200_000;
        SimulatedLeaseStore next = store.successor(store.states(), "run0", () -> time.millis() + ahead);
        leaseStore.leadTo(next);
        int swaps = leaseStore.swaps();
        scheduler.run(Duration.ofSeconds(30));
        assertThat(source.millis()).isEqualTo(before + 30_000);
        assertThat(source.current()).isSameAs(node);
        assertThat(node.notAfter()).isGreaterThan(source.millis());
        assertThat(leaseStore.swaps() - swaps).as("in its usual rhythm").isBetween(16, 24);

        next.setRun("run1");
        scheduler.run(Duration.ofSeconds(5));
        assertThat(source.current()).as("not lost in a doubt").isSameAs(node);
        ahead = 0;
        scheduler.run(Duration.ofSeconds(5));
        assertThat(source.current()).isSameAs(node);
        assertThat(node.notAfter()).isGreaterThan(source.millis() + TTL_MILLIS * 8 / 10);
    }

    @Test
    void timeThatTheClockShowedCountsAfterItWasSetBack() {
        time.stepWall(Duration.ofMillis(900));
        LeaseClient client = PlainClient.of(store, scheduler, time, Duration.ofSeconds(1));
        LongSupplier clock = () -> client.clock().millisAt(time.nanoTime());
        long shown = clock.getAsLong();
        time.stepWall(Duration.ofMillis(-900));
        PlainClient.believes(client, store.lookAt(GROUP, List.of()));
        assertThat(clock).returns(shown - 900, LongSupplier::getAsLong);
        assertThat(client.latestShown()).isGreaterThanOrEqualTo(shown);
        time.advance(Duration.ofSeconds(5));
        assertThat(client.latestShown()).isEqualTo(clock.getAsLong());
    }

    @Test
    void otherTtlThanThePoolsIsRefusedAndTheMessageSaysHowToChangeIt() {
        LeasedNodeSource first = start();
        NodeSettings longer =
                new NodeSettings(TTL.plusSeconds(5), SETTINGS.requestTimeout(), SETTINGS.maxSkew(), Set.of(), true);
        LeasedNodeSource other = start(TWO, longer, time, new Random(2));
        assertThat(millisWithoutWindow(first, TTL)).isZero();
        assertThat(other.current()).isNull();
        assertThat(unavailable(other).reason()).isEqualTo(Reason.REFUSED);
        assertThat(unavailable(other))
                .hasMessageContaining("'idgen.node.lease-ttl' is 20000 ms")
                .hasMessageContaining("leased for 15000 ms");
        assertThatThrownBy(() -> other.awaitFirstOutcome(Duration.ofMinutes(10)))
                .isInstanceOfSatisfying(
                        InvalidSettingException.class,
                        wrong -> assertThat(wrong.action()).startsWith("Set it to '15000ms'."));
    }

    /** A replica refuses it, and so does a database whose user may only read. */
    @Test
    void storeThatRefusesToMakeThePoolIsAnOutcomeAndTheReason() {
        store.lose("nodes");
        leaseStore.decide(swaps(Fate.FAILED));
        LeasedNodeSource source = start();
        scheduler.run(TTL.dividedBy(4)); // an eighth between two looks
        assertThat(unavailable(source))
                .hasMessageEndingWith("; latest failure: java.lang.IllegalStateException: connection refused");
        source.awaitFirstOutcome(Duration.ofMinutes(10));
    }

    @Test
    void firstStartsAtTheSameTimeWriteEachGroupOnce() {
        store.lose("");
        List<LeasedNodeSource> sources = start(2, MANY);
        assertThat(leaseStore.swaps()).isEqualTo(MANY.groups());
        scheduler.run(Duration.ofMillis(4400));
        assertDistinctNodeIds(sources);
    }

    @Test
    void poolThatIsMissingInOneGroupIsUsedInTheOthers() {
        putGroups(MANY, 5);
        List<LeasedNodeSource> sources = start(192 - 24, MANY);
        scheduler.run(Duration.ofSeconds(1));
        assertDistinctNodeIds(sources);
        assertThat(sources)
                .noneMatch(source -> MANY.groupOf(current(source).id()).equals(MANY.groupName(5)));
    }

    /** A failover of one master of a cluster delays nothing while other groups have node ids. */
    @Test
    void groupInDoubtOrWithoutAMasterIsLeftOut() {
        putGroups(MANY, 3);
        putGroup(MANY.groupName(3), time.millis());
        leaseStore.decide((operation, group) -> group.equals(MANY.groupName(6)) ? Fate.FAILED : Fate.ANSWERED);
        List<LeasedNodeSource> sources = start(12, MANY);
        scheduler.run(Duration.ofSeconds(1));
        assertDistinctNodeIds(sources);
    }

    @Test
    void groupThatAnswersAgainIsNotLeftOutUntilTheOthersHaveSettled() {
        for (int group = 0; group < MANY.groups(); group++) {
            putGroup(MANY.groupName(group), group == 6 ? 1 : time.millis());
        }
        leaseStore.decide((operation, group) -> group.equals(MANY.groupName(6)) ? Fate.FAILED : Fate.ANSWERED);
        LeasedNodeSource source = start(MANY);
        leaseStore.decide(Fate.ANSWERED);
        scheduler.run(Duration.ofSeconds(1));
        assertThat(MANY.groupOf(current(source).id())).isEqualTo(MANY.groupName(6));
    }

    @Test
    void lastFreeNodeIdIsFoundThoughNoneOfSixteenIsFree() {
        NodePool nodes = new NodePool(9, new Region(2, 2));
        putNodeIds(nodes, id -> NodeValue.NONE.heldBy("other", time.millis() + (id == 333 ? -1 : 3_600_000 + id)));
        assertThat(current(start(nodes)).id()).isEqualTo(333);
        assertThat(unavailable(start(nodes)).holders())
                .extracting(NodeIdUnavailableException.Holder::node)
                .containsExactly(333L, 1L, 3L, 5L, 7L, 9L, 11L, 13L, 15L, 17L);
        assertThat(leaseStore.swaps()).isOne();
    }
}
