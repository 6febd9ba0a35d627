package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.lease.Groups;
import dev.idgen.internal.lease.LeaseClient;
import dev.idgen.internal.lease.PlainClient;
import dev.idgen.internal.lease.SimulatedLeaseStore;
import dev.idgen.internal.lease.UnreliableLeaseStore.Fate;
import dev.idgen.internal.lease.UnreliableLeaseStore.Operation;
import dev.idgen.internal.lease.UnreliableLeaseStore.Request;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.setting.Region;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The planner by itself, in logical time: when it asks which bucket for how many numbers, and what it makes of the
 * answers.
 */
class RefillPlannerTests extends SequenceFixture {

    private static final Duration BEAT = TTL.dividedBy(30);

    /** A lease is extended in each third round. */
    private static final Duration EXTENSION = BEAT.multipliedBy(3);

    private static final Duration MILLI = Duration.ofMillis(1);
    private static final int STOCK = 1024;
    private static final int MORE_THAN_HALF = STOCK / 2 + 1;

    private final Stock stock = new Stock(new Waiters(time));
    private final Stripe<String> stripe = new Stripe<>("", Stripe.Home.POOL);

    private BucketLayout layout = LAYOUT;
    private Ring ring = ring();
    private LeaseClient client = PlainClient.of(leaseStore, scheduler, time, MILLI);
    private RefillPlanner refill;
    private Groups groups;

    private Ring ring() {
        return new Ring(Region.ALL, layout, 0, SequenceSettings.defaults().breakerWait(), time);
    }

    private void useLayout(BucketLayout used) {
        layout = used;
        SimulatedLeaseStore other = new SimulatedLeaseStore(time::millis);
        putGroups(other, used, TERMS);
        leaseStore.leadTo(other);
        ring = ring();
    }

    private void start() {
        SequenceSettings settings = settings();
        client = PlainClient.of(leaseStore, scheduler, time, settings.requestTimeout());
        groups = new Groups(
                client,
                new Groups.Leased(
                        layout.groupNames(),
                        stored(layout, TERMS),
                        layout.rule(TTL.toMillis()),
                        settings.breakerWait(),
                        other -> new IllegalStateException(other.setting())),
                () -> refill.changed());
        refill = new RefillPlanner(
                client,
                new SequenceEnvironment(
                        settings,
                        layout,
                        time,
                        scheduler,
                        Runnable::run,
                        0,
                        () -> 0,
                        SequenceFixture.rule(layout, settings)),
                groups,
                ring,
                stock);
        refill.start();
        scheduler.runDue();
    }

    /** Takes numbers as callers do, and lets the planner do what there is to do at this instant. */
    private void take(long count) {
        long goal = stock.taken() + count;
        while (stock.taken() < goal) {
            assertThat(stock.cutInto(stripe, (int) (goal - stock.taken()), time.nanoTime()))
                    .isTrue();
        }
        refill.drawnFrom(time.nanoTime());
        scheduler.runDue();
    }

    private long held() {
        return stock.remainingAt(time.nanoTime());
    }

    private int leases() {
        return grants().size();
    }

    private List<String> leasedFrom() {
        return grants().stream().map(Request::group).toList();
    }

    private int looksAt(String group) {
        return (int) leaseStore.requests().stream()
                .filter(request ->
                        request.operation() == Operation.LOOK && request.group().equals(group))
                .count();
    }

    private void holdSwaps() {
        leaseStore.decide((operation, group) -> operation == Operation.SWAP ? Fate.HELD : Fate.ANSWERED);
    }

    private void changeFirst(UnaryOperator<BucketValue> change) {
        BucketValue value = BucketValue.parse(store.values("0").get("0")).orElseThrow();
        store.put("0", "0", change.apply(value).toString());
    }

    // How much is asked for, and when

    @Test
    void numbersAreRequestedWhenLessThanHalfIsLeftAndEachTimeTwiceAsMany() {
        start();
        assertThat(held()).isEqualTo(STOCK);
        for (int i = 1; i < 5; i++) {
            take(held() / 2);
            assertThat(leases()).isEqualTo(i);
            take(1);
            assertThat(leases()).isEqualTo(1 + i);
            assertThat(held()).isEqualTo((long) STOCK << i);
        }
    }

    @Test
    void noInstanceHoldsMoreThanAQuarterOfAllNumbers() {
        useLayout(new BucketLayout(4, 12));
        start();
        long most = 0;
        for (int i = 0; i < 20; i++) {
            take(held() / 2 + 1);
            most = Math.max(most, held());
        }
        assertThat(most).isBetween(layout.regularNumbers() * 3L, layout.regularNumbers() * 4L);
    }

    @Test
    void stockIsFilledUpOnlyFromHalfOn() {
        start();
        while (held() - 10 >= STOCK / 2) {
            take(10);
            scheduler.run(BEAT);
            assertThat(leases()).isEqualTo(1);
        }
        take(10);
        scheduler.run(BEAT);
        assertThat(leases()).isEqualTo(2);
        assertThat(held()).isBetween((long) STOCK, 2L * STOCK);
    }

    @Test
    void largeStockIsAskedForInEightRequestsAtATime() {
        start();
        while (held() < 8L * layout.partSize()) {
            take(held() / 2 + 1);
        }
        holdSwaps();
        int before = leases();
        take(held() / 8 * 7);
        List<String> first = leasedFrom();
        assertThat(first.subList(before, first.size())).hasSize(8).doesNotHaveDuplicates();
        leaseStore.deliver();
        scheduler.runDue();
        take(held() / 8 * 7);
        assertThat(leases()).as("more, when these have come").isGreaterThan(before + 8);
    }

    @Test
    void leaseWhosePartWasEnteredAgainIsNotExtendedAgainButReplacedSoon() {
        start();
        changeFirst(value -> value.entering(value.since(), value.part(), time.millis() + 1));
        int before = looksAt("0");
        scheduler.run(EXTENSION);
        assertThat(looksAt("0")).isEqualTo(before + 1);
        scheduler.run(TTL.dividedBy(100).multipliedBy(13).minus(EXTENSION).minus(MILLI));
        assertThat(leases()).isEqualTo(1);
        scheduler.run(BEAT.plus(MILLI));
        assertThat(leases()).isEqualTo(2);
        assertThat(looksAt("0")).isEqualTo(before + 1);
        assertThat(held()).isEqualTo(2 * STOCK);
    }

    // Extending

    /** If others extend the bucket, a look finds what they wrote, but that is not as long. */
    @ParameterizedTest
    @CsvSource({"false, 10, 10", "true, 14, 0"})
    void leasesAlwaysHaveMostOfTheTtlLeftWithFewRequests(boolean othersExtend, int looksInATtl, int swapsInATtl) {
        start();
        int looks = leaseStore.looks();
        int swaps = leaseStore.swaps();
        for (int i = 0; i < 500; i++) {
            if (othersExtend) {
                long end = time.millis() + TTL.toMillis() - 10L * (i % 34);
                changeFirst(value -> value.granted(0, end));
            }
            assertThat(stock.remainingAt(time.nanoTime()
                            + TTL.dividedBy(100).multipliedBy(90).toNanos()))
                    .isEqualTo(STOCK);
            scheduler.run(MILLI.multipliedBy(20));
        }
        assertThat(leaseStore.looks() - looks).isEqualTo(looksInATtl);
        assertThat(leaseStore.swaps() - swaps).isEqualTo(swapsInATtl);
    }

    // Slow answers and failures

    @Test
    void slowRequestIsHedgedWithAnotherBucket() {
        start();
        holdSwaps();
        take(MORE_THAN_HALF);
        take(200);
        scheduler.run(Duration.ofMillis(31)); // an eighth of 250 ms is a quarter more
        assertThat(leases()).as("requested numbers are not requested again").isEqualTo(2);
        scheduler.run(MILLI);
        assertThat(leases()).isEqualTo(3);
        assertThat(leasedFrom()).doesNotHaveDuplicates();
        assertThat(grants())
                .map(SequenceFixture::numbers)
                .containsExactly(STOCK, STOCK + MORE_THAN_HALF, STOCK + MORE_THAN_HALF + 200);
    }

    @Test
    void bucketIsNotAskedWhileItOwesAnAnswer() {
        useLayout(new BucketLayout(1, 18));
        start();
        holdSwaps();
        take(MORE_THAN_HALF);
        scheduler.run(Duration.ofMillis(200));
        assertThat(leasedFrom()).containsExactly("0", "1", "0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fails", "has other terms", "cannot be read", "is closed by hand"})
    void nextBucketIsAskedAtOnceIfOne(String obstacle) {
        start();
        switch (obstacle) {
            case "fails" -> leaseStore.decide((operation, group) -> group.equals("1") ? Fate.FAILED : Fate.ANSWERED);
            case "has other terms" -> store.putGroup("1", stored(layout, OTHER_TERMS), 1);
            case "cannot be read" -> store.put("1", "1", "nonsense");
            default -> store.put("1", "closed:1", "moved");
        }
        take(MORE_THAN_HALF);
        assertThat(looksAt("1")).isPositive();
        assertThat(leasedFrom()).containsExactly("0", "2");
        assertThat(held()).isEqualTo(2 * STOCK);
        assertThat(groups.isJoined()).isTrue();
    }

    @Test
    void openBucketsAreProbedEachTenthOfTheBreakersWaitUntilOneGrants() {
        start();
        leaseStore.decide(Fate.FAILED);
        take(STOCK);
        scheduler.run(Duration.ofSeconds(1));
        int before = leaseStore.looks();
        scheduler.run(Duration.ofSeconds(5));
        assertThat(leaseStore.looks() - before).isBetween(95, 100);
        assertThat(held()).isZero();
        assertThat(client.latestFailure()).hasMessage("connection refused");
        leaseStore.decide(Fate.ANSWERED);
        scheduler.run(Duration.ofMillis(60));
        assertThat(held()).isPositive();
        assertThat(client.latestFailure()).isNull();
    }

    // Locks and losses

    @Test
    void doubtLocksAllBucketsUntilItsSlotIsOver() {
        start();
        store.setRun("run1");
        int before = leaseStore.requests().size();
        take(MORE_THAN_HALF);
        assertThat(leaseStore.requests().size() - before)
                .as("two looks and a swap for each group, and a look for each bucket")
                .isLessThanOrEqualTo(4 * layout.groups());
        assertThat(ring.counts(time.nanoTime()).locked()).isEqualTo(layout.buckets());
        assertThat(leases()).isOne();
        scheduler.run(Duration.ofSeconds(2));
        assertThat(leases()).isOne();
        scheduler.run(Duration.ofMillis(400));
        assertThat(leases()).isGreaterThan(1);
        assertThat(held()).isBetween(STOCK - MORE_THAN_HALF + 32L, STOCK - MORE_THAN_HALF + 64L);
    }

    /** The windows of all end at the same time, so more of them are of no use. */
    @Test
    void fewRecoveryNumbersAreLeasedAndReplacedAsSoonAsTheBucketsSettle() {
        store.lose("");
        start();
        scheduler.run(Duration.ofMillis(2400));
        assertThat(held()).as("so few, because a fleet shares the slot").isBetween(32L, 33L);
        scheduler.run(TTL.minusSeconds(1));
        assertThat(held()).as("one more in each beat").isBetween(32L, 64L);
        scheduler.run(Duration.ofSeconds(1));
        assertThat(stock.leases()).extracting(Lease::isRecovery).contains(true, false);
        scheduler.run(Duration.ofSeconds(3));
        assertThat(stock.leases()).extracting(Lease::isRecovery).containsOnly(false);
    }

    @Test
    void extensionAfterALossContinuesTheLeaseAndNotesAllGroups() {
        start();
        scheduler.run(Duration.ofSeconds(6));
        store.lose("");
        scheduler.run(EXTENSION);
        assertThat(groups.lost()).as("groups whose value it had seen").isOne();
        scheduler.run(TTL);
        assertThat(held()).isEqualTo(STOCK);
        assertThat(leases()).isOne();
    }

    @Test
    void missingGroupIsAskedOnceUntilItIsWritten() {
        useLayout(BucketLayout.STANDARD);
        start();
        scheduler.run(TTL.multipliedBy(8));
        leaseStore.leadTo(new SimulatedLeaseStore(time::millis));
        leaseStore.decide((operation, group) -> group.equals("15") ? Fate.FAILED : Fate.ANSWERED);
        int before = leaseStore.looks();
        refill.drawnFrom(time.nanoTime());
        scheduler.runDue();
        assertThat(leaseStore.looks() - before).isLessThanOrEqualTo(3 * layout.groups());
    }

    @Test
    void leasesOfABucketThatIsClosedByHandEnd() {
        start();
        store.put("0", "closed:0", "moved");
        scheduler.run(TTL.plus(BEAT));
        assertThat(stock.leases()).isNotEmpty();
        assertThat(stock.leases()).allMatch(lease -> lease.bucket().index() != 0);
    }
}
