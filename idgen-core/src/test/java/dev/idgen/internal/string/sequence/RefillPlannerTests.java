package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.register.LeaseClient;
import dev.idgen.internal.register.PlainClient;
import dev.idgen.internal.register.SimulatedRegister;
import dev.idgen.internal.register.UnreliableRegister.Fate;
import dev.idgen.internal.register.UnreliableRegister.Operation;
import dev.idgen.internal.register.UnreliableRegister.Request;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.setting.Region;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The planner by itself, in logical time: when it asks which bucket for how many numbers, and what it makes of the answers. */
class RefillPlannerTests extends SequenceFixture {

    private static final Duration BEAT = TTL.dividedBy(30);

    /** A lease is extended in each second round. */
    private static final Duration EXTENSION = BEAT.multipliedBy(2);

    private static final Duration MILLI = Duration.ofMillis(1);
    private static final int STOCK = 1024;
    private static final int MORE_THAN_HALF = STOCK / 2 + 1;

    private final Stock stock = new Stock(new Waiters(time));
    private final Stripe<String> stripe = new Stripe<>("", Stripe.Home.POOL);
    private final NamespaceMembership membership = new NamespaceMembership("test", TERMS);

    private BucketLayout layout = LAYOUT;
    private Ring ring = ring();
    private LeaseClient client = PlainClient.of(register, scheduler, time, MILLI);

    private Ring ring() {
        return new Ring(
                Region.ALL, layout.buckets(), 0, SequenceSettings.defaults().breakerWait(), time);
    }

    private void useLayout(BucketLayout used) {
        layout = used;
        SimulatedRegister other = new SimulatedRegister(time::millis);
        makeBuckets(other, used);
        register.leadTo(other);
        ring = ring();
    }

    private RefillPlanner start() {
        SequenceSettings settings = SequenceSettings.defaults();
        client = PlainClient.of(register, scheduler, time, settings.requestTimeout());
        RefillPlanner refill = new RefillPlanner(
                client,
                new SequenceEnvironment(settings, layout, time, scheduler, Runnable::run, 0, () -> 0, new BucketRule()),
                membership,
                ring,
                stock);
        refill.start();
        scheduler.runDue();
        return refill;
    }

    /** Takes numbers as callers do, and lets the planner do what there is to do at this instant. */
    private void take(RefillPlanner refill, long count) {
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
        return (int) register.requests().stream()
                .filter(request ->
                        request.operation() == Operation.LOOK && request.group().equals(group))
                .count();
    }

    private void holdSwaps() {
        register.decide((operation, group) -> operation == Operation.SWAP ? Fate.HELD : Fate.ANSWERED);
    }

    private void changeAll(UnaryOperator<BucketValue> change) {
        for (int i = 0; i < layout.buckets(); i++) {
            String group = Integer.toString(i);
            BucketValue value = BucketValue.parse(store.values(group).get(BucketValue.LEASE))
                    .orElseThrow();
            store.put(group, BucketValue.LEASE, change.apply(value).toString());
        }
    }

    // How much is asked for, and when

    @Test
    void numbersAreRequestedWhenLessThanHalfIsLeftAndEachTimeTwiceAsMany() {
        RefillPlanner refill = start();
        assertThat(held()).isEqualTo(STOCK);
        for (int i = 1; i < 5; i++) {
            take(refill, held() / 2);
            assertThat(leases()).isEqualTo(i);
            take(refill, 1);
            assertThat(leases()).isEqualTo(1 + i);
            assertThat(held()).isEqualTo((long) STOCK << i);
        }
    }

    @Test
    void noInstanceHoldsMoreThanAQuarterOfAllNumbers() {
        useLayout(new BucketLayout(4, 12));
        RefillPlanner refill = start();
        for (int i = 0; i < 6; i++) {
            take(refill, held() / 2 + 1);
        }
        assertThat(held()).isBetween(3L << 12, 1L << 14);
    }

    @Test
    void beatFillsUpAStockOfLessThanThreeQuarters() {
        RefillPlanner refill = start();
        while (held() - 20 >= STOCK * 3 / 4) {
            take(refill, 20);
            scheduler.run(BEAT);
            assertThat(leases()).isEqualTo(1);
        }
        take(refill, 20);
        scheduler.run(BEAT);
        assertThat(leases()).isEqualTo(2);
        assertThat(held()).isBetween(STOCK - 20L, (long) STOCK);
    }

    @Test
    void largeStockIsAskedForInEightRequestsAtATime() {
        RefillPlanner refill = start();
        while (held() < 8L * layout.quarterSize()) {
            take(refill, held() / 2 + 1);
        }
        scheduler.run(Duration.ofMillis(2)); // by when no stay leads
        holdSwaps();
        int before = leases();
        take(refill, held() / 8 * 7);
        List<String> first = leasedFrom();
        assertThat(first.subList(before, first.size())).hasSize(8).doesNotHaveDuplicates();
        register.deliver();
        scheduler.runDue();
        assertThat(leases()).as("more, when these have come").isGreaterThan(before + 8);
    }

    @Test
    void leaseWhoseBucketMovedOnIsNotExtendedAgainButReplacedAfterATenthOfTheTtl() {
        start();
        changeAll(value -> value.entering((value.quarter() + 1) % BucketLayout.QUARTERS, value.entered() + 1));
        int before = looksAt("0");
        scheduler.run(EXTENSION);
        assertThat(looksAt("0")).isEqualTo(before + 1);
        scheduler.run(TTL.dividedBy(10).minus(EXTENSION).minus(MILLI));
        assertThat(leases()).isEqualTo(1);
        scheduler.run(BEAT.plus(MILLI));
        assertThat(leases()).isEqualTo(2);
        assertThat(looksAt("0")).isEqualTo(before + 1);
        assertThat(held()).isEqualTo(2 * STOCK);
    }

    // Extending

    /** If others extend the bucket, a look finds what they wrote, but that is not as long. */
    @ParameterizedTest
    @CsvSource({"false, 15, 15", "true, 29, 0"})
    void leasesAlwaysHaveMostOfTheTtlLeftWithFewRequests(boolean othersExtend, int looksInATtl, int swapsInATtl) {
        start();
        int looks = register.looks();
        int swaps = register.swaps();
        for (int i = 0; i < 500; i++) {
            if (othersExtend) {
                long end = time.millis() + TTL.toMillis() - 10L * (i % 34);
                changeAll(value -> value.granted(0, time.millis(), end));
            }
            assertThat(stock.remainingAt(time.nanoTime()
                            + TTL.dividedBy(100).multipliedBy(93).toNanos()))
                    .isEqualTo(STOCK);
            scheduler.run(MILLI.multipliedBy(20));
        }
        assertThat(register.looks() - looks).isEqualTo(looksInATtl);
        assertThat(register.swaps() - swaps).isEqualTo(swapsInATtl);
    }

    // Slow answers and failures

    @Test
    void slowRequestIsHedgedWithAnotherBucket() {
        RefillPlanner refill = start();
        holdSwaps();
        take(refill, MORE_THAN_HALF);
        take(refill, 300);
        scheduler.run(Duration.ofMillis(31)); // an eighth of 250 ms is a quarter more
        assertThat(leases()).as("requested numbers are not requested again").isEqualTo(2);
        scheduler.run(MILLI);
        assertThat(leases()).isEqualTo(3);
        assertThat(leasedFrom()).doesNotHaveDuplicates();
        assertThat(grants())
                .map(SequenceFixture::numbers)
                .containsExactly(STOCK, STOCK + MORE_THAN_HALF, STOCK + MORE_THAN_HALF + 300);
    }

    @Test
    void bucketIsNotAskedWhileItOwesAnAnswer() {
        useLayout(new BucketLayout(1, 18));
        RefillPlanner refill = start();
        holdSwaps();
        take(refill, MORE_THAN_HALF);
        scheduler.run(Duration.ofMillis(200));
        assertThat(leasedFrom()).containsExactly("0", "1", "0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fails", "has another ttl", "is closed by hand"})
    void nextBucketIsAskedAtOnceIfOne(String obstacle) {
        RefillPlanner refill = start();
        switch (obstacle) {
            case "fails" -> register.decide((operation, group) -> group.equals("1") ? Fate.FAILED : Fate.ANSWERED);
            case "has another ttl" ->
                store.put(
                        "1",
                        BucketValue.LEASE,
                        born(store.lookAt("1", List.of()), TTL.multipliedBy(2)).toString());
            default -> store.put("1", BucketRequests.CLOSED, "moved");
        }
        take(refill, MORE_THAN_HALF);
        assertThat(looksAt("1")).isPositive();
        assertThat(leasedFrom()).containsExactly("0", "2");
        assertThat(held()).isEqualTo(2 * STOCK);
        assertThat(membership.isJoined()).isTrue();
    }

    @Test
    void openBucketsAreProbedEachTenthOfTheBreakersWaitUntilOneGrants() {
        RefillPlanner refill = start();
        register.decide((operation, group) -> group.isEmpty() ? Fate.ANSWERED : Fate.FAILED);
        take(refill, STOCK);
        scheduler.run(Duration.ofSeconds(1));
        int before = register.looks();
        scheduler.run(Duration.ofSeconds(5));
        assertThat(register.looks() - before).isBetween(95, 100);
        assertThat(held()).isZero();
        assertThat(client.latestFailure()).hasMessage("connection refused");
        register.decide(Fate.ANSWERED);
        scheduler.run(Duration.ofMillis(60));
        assertThat(held()).isPositive();
        assertThat(client.latestFailure()).isNull();
    }

    // Locks and losses

    @Test
    void firstDoubtTouchesAllBucketsOnce() {
        RefillPlanner refill = start();
        store.setRun("run1");
        int before = register.looks();
        take(refill, MORE_THAN_HALF);
        assertThat(register.looks() - before).as("one each").isBetween(layout.buckets(), layout.buckets() + 2);
        before = leases();
        assertThat(ring.counts(time.nanoTime()).locked()).isEqualTo(layout.buckets());
        scheduler.run(Duration.ofSeconds(3));
        assertThat(leases()).isEqualTo(before);
        scheduler.run(MILLI);
        assertThat(held()).isGreaterThanOrEqualTo(2 * STOCK);
    }

    /** So that no instance that starts takes the namespace for a new one. */
    @Test
    void extensionThatFindsNoDataTouchesAllBuckets() {
        RefillPlanner refill = start();
        scheduler.run(Duration.ofSeconds(6));
        store.lose("");
        scheduler.run(EXTENSION);
        assertThat(leases()).isEqualTo(1);
        changeAll(value -> value); // all are there
        assertThat(refill.afterDoubt().lostRecords()).isEqualTo(layout.buckets());
    }

    @Test
    void lostValueLetsTheTermsBeReadAgain() {
        RefillPlanner refill = start();
        store.lose("");
        int before = readings();
        take(refill, MORE_THAN_HALF);
        assertThat(readings()).isGreaterThan(before);
        assertThat(store.values("")).containsKey(NamespaceMembership.TERMS);
        assertThat(refill.afterDoubt().lostRecords()).isEqualTo(layout.buckets());
        assertThat(ring.counts(time.nanoTime()).locked()).isEqualTo(layout.buckets());
    }

    @Test
    void leasesOfABucketThatIsClosedByHandEnd() {
        start();
        store.put("0", BucketRequests.CLOSED, "moved");
        scheduler.run(TTL.plus(BEAT));
        assertThat(stock.leases()).isNotEmpty();
        assertThat(stock.leases()).allMatch(lease -> lease.bucket().index() != 0);
    }
}
