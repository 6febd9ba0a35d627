package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.request.Absence;
import dev.idgen.internal.request.Region;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.store.redis.SimulatedRedis;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseReply.Ended;
import dev.idgen.internal.string.sequence.LeaseReply.Happened;
import dev.idgen.internal.string.sequence.LeaseReply.Locked;
import dev.idgen.internal.string.sequence.UnreliableStore.Fate;
import dev.idgen.internal.time.ManualScheduler;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.StampClock;
import dev.idgen.internal.time.Window;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The planner by itself, in logical time: when it asks which bucket for how many numbers, and what it makes of the answers. */
class RefillPlannerTests {

    private static final NamespaceTerms TERMS = new NamespaceTerms(Map.of("zone", "Z"));
    private static final Duration TTL = SequenceSettings.defaults().leaseTtl();
    private static final Duration BEAT = TTL.dividedBy(20);
    private static final Duration MILLI = Duration.ofMillis(1);
    private static final int STOCK = 1024;
    private static final int MORE_THAN_HALF = STOCK / 2 + 1;

    private final ManualTime time = new ManualTime();
    private final ManualScheduler scheduler = new ManualScheduler(time);
    private final Stock stock = new Stock(new Waiters(time));
    private final Stripe<String> stripe = new Stripe<>("", 0);
    private final NamespaceMembership membership = new NamespaceMembership("test", TERMS, TTL.toMillis());

    private int maxStock = 1 << 20;
    private Duration requestTimeout = SequenceSettings.defaults().requestTimeout();
    private BucketLayout layout;
    private SimulatedRedis redis;
    private LeaseStore scripts;
    private UnreliableStore store;
    private Ring ring;

    RefillPlannerTests() {
        useLayout(new BucketLayout(4, 18));
    }

    private void useLayout(BucketLayout used) {
        layout = used;
        redis = new SimulatedRedis(time::millis);
        scripts = redis.leaseStore("test", layout, () -> 0);
        store = new UnreliableStore(scripts);
        makeAll();
        ring = new Ring(
                Region.ALL, layout.buckets(), 0, SequenceSettings.defaults().breakerWait(), time);
    }

    private RefillPlanner start(int minStock) {
        SequenceSettings defaults = SequenceSettings.defaults();
        SequenceSettings settings = new SequenceSettings(
                TTL,
                defaults.acquireTimeout(),
                requestTimeout,
                defaults.breakerWait(),
                minStock,
                Math.max(minStock, maxStock),
                defaults.maxLead(),
                defaults.maxSkew());
        SequenceLog log = new SequenceLog("test");
        Requests requests = new Requests(scheduler, settings.requestTimeout(), time, bug -> {
            throw new AssertionError(bug);
        });
        StampClock clock = new StampClock(time, settings.maxSkew());
        SequenceState state = new SequenceState(clock, membership, ring, stock, log);
        RefillPlanner refill = new RefillPlanner(store, settings, time, requests, state);
        refill.start();
        scheduler.runDue();
        return refill;
    }

    private RefillPlanner start() {
        return start(STOCK);
    }

    private RefillPlanner startWithoutMore() {
        maxStock = STOCK;
        return start();
    }

    /** Takes numbers as callers do, and lets the planner do what there is to do at this instant. */
    private void take(RefillPlanner refill, int count) {
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

    private void failBuckets() {
        store.decide(bucket -> bucket < 0 ? Fate.ANSWERED : Fate.FAILED);
    }

    // How much is asked for, and when

    @Test
    void numbersAreAskedForWhenLessThanHalfIsLeft() {
        RefillPlanner refill = start();
        assertThat(held()).isEqualTo(STOCK);
        take(refill, STOCK / 2);
        assertThat(store.leases).isEqualTo(1);
        take(refill, 1);
        assertThat(store.leases).isEqualTo(2);
    }

    @Test
    void stockThatRunsShortIsFilledToTwiceItsSize() {
        take(start(), MORE_THAN_HALF);
        assertThat(held()).isEqualTo(2 * STOCK);
    }

    @Test
    void stockIsFilledAgainAndAgainAtOneInstant() {
        RefillPlanner refill = startWithoutMore();
        for (int i = 0; i < 5; i++) {
            take(refill, MORE_THAN_HALF);
            assertThat(held()).isEqualTo(STOCK);
        }
        assertThat(store.leases).isEqualTo(6);
        assertThat(store.numbersAsked).isEqualTo(STOCK + 5 * MORE_THAN_HALF);
    }

    @Test
    void beatFillsUpWhatHasLessThanThreeQuarters() {
        RefillPlanner refill = startWithoutMore();
        take(refill, STOCK / 4);
        scheduler.run(BEAT);
        assertThat(store.leases).isEqualTo(1);
        take(refill, 1);
        scheduler.run(BEAT);
        assertThat(store.leases).isEqualTo(2);
        assertThat(held()).isEqualTo(STOCK);
    }

    @Test
    void numbersAskedForAreNotAskedForTwice() {
        RefillPlanner refill = startWithoutMore();
        store.decide(Fate.HELD);
        take(refill, MORE_THAN_HALF);
        assertThat(store.numbersAsked).isEqualTo(STOCK + MORE_THAN_HALF);
        take(refill, 300);
        assertThat(store.numbersAsked).isEqualTo(STOCK + MORE_THAN_HALF + 300);
        take(refill, 1);
        assertThat(store.numbersAsked).isEqualTo(STOCK + MORE_THAN_HALF + 300);
        store.deliver();
        scheduler.runDue();
        assertThat(held()).isEqualTo(STOCK - 1);
    }

    @Test
    void largeStockIsAskedForInEightRequestsAtATime() {
        store.decide(bucket -> store.leases > 0 ? Fate.HELD : Fate.ANSWERED);
        start(16 * layout.quarterSize());
        assertThat(store.leasedFrom).hasSize(8).doesNotHaveDuplicates();
        store.deliver();
        scheduler.runDue();
        assertThat(store.leasedFrom).as("three quarters do").hasSize(12).doesNotHaveDuplicates();
        store.deliver();
        scheduler.runDue();
        assertThat(held()).isEqualTo(12L * layout.quarterSize());
    }

    @Test
    void numbersThatCannotBeExtendedAreReplacedWhenATenthOfTheirTimeIsGone() {
        start();
        endStays();
        scheduler.run(TTL.dividedBy(10).minus(MILLI));
        assertThat(store.leases).isEqualTo(1);
        scheduler.run(MILLI);
        assertThat(store.leases).isEqualTo(2);
        assertThat(held()).isEqualTo(2 * STOCK);
    }

    @Test
    void staleNumbersCountAsHeldWhereNoMoreMayBe() {
        RefillPlanner refill = startWithoutMore();
        endStays();
        scheduler.run(TTL.dividedBy(2));
        assertThat(store.leases).isEqualTo(1);
        take(refill, 100);
        scheduler.run(BEAT);
        assertThat(store.numbersAsked).isEqualTo(STOCK + 100);
    }

    @Test
    void numbersAreReplacedInTimeHoweverLongRoundTripsAre() {
        requestTimeout = TTL.dividedBy(2);
        store.delayAnswers(answer -> scheduler.schedule(
                answer, store.leases == 0 ? 0 : requestTimeout.toMillis() - 100, TimeUnit.MILLISECONDS));
        start();
        endStays();
        scheduler.run(TTL);
        assertThat(store.leases).as("one and seven hedges").isEqualTo(8);
        scheduler.run(TTL.dividedBy(10));
        assertThat(store.leases)
                .as("when the last has less than four tenths of the ttl")
                .isGreaterThan(8);
    }

    @Test
    void leasesUsedUpOrOutOfDateAreDropped() {
        RefillPlanner refill = startWithoutMore();
        for (int i = 0; i < 50; i++) {
            take(refill, MORE_THAN_HALF);
        }
        assertThat(stock.leases()).hasSizeLessThan(5);
        store.decide(Fate.SWALLOWED);
        scheduler.run(TTL.plus(BEAT));
        assertThat(stock.leases()).isEmpty();
    }

    // Extending

    /** From now on no lease can be extended. */
    private void endStays() {
        store.replaceReplies(reply -> reply instanceof BucketGranted grant && grant.count() == 0
                ? new Ended(Happened.NOTHING, grant.time())
                : reply);
    }

    @Test
    void whatIsMoreThanTwiceTheNeedIsNotExtended() {
        start();
        for (int bucket = 8; bucket < 12; bucket++) {
            stock.add(new Lease(
                    ring.inOrder().get(bucket),
                    (BucketGranted) scripts.lease(bucket, STOCK, asker(Absence.LOST), LeaseStore.Seen.NOTHING)
                            .toCompletableFuture()
                            .join(),
                    layout.compose(bucket, 0),
                    time.nanoTime(),
                    stock.permit()));
        }
        scheduler.run(BEAT);
        assertThat(store.extensions).isEqualTo(2);
    }

    @Test
    void leaseWhoseBucketMovedOnIsExtendedNoMore() {
        start();
        scheduler.run(BEAT);
        assertThat(store.extensions).isEqualTo(1);
        endStays();
        scheduler.run(BEAT);
        assertThat(store.extensions).isEqualTo(2);
        scheduler.run(BEAT);
        assertThat(store.extensions).as("of the first lease").isEqualTo(2);
    }

    // New namespaces

    private LeaseStore.BucketAsker asker(long absence) {
        return new LeaseStore.BucketAsker(
                TTL.toMillis(), TTL.toMillis(), TTL.toMillis(), 60_000, time.millis(), absence);
    }

    /** Some instance has made all buckets. */
    private void makeAll() {
        for (int bucket = 0; bucket < layout.buckets(); bucket++) {
            scripts.lease(bucket, 0, asker(time.millis()), LeaseStore.Seen.NOTHING);
        }
    }

    private void loseAll() {
        redis.lose("");
    }

    @Test
    void instanceThatFindsTheNamespaceLooksAtNothing() {
        start();
        assertThat(store.touches).isZero();
        assertThat(held()).isEqualTo(STOCK);
    }

    @Test
    void allBucketsOfANewNamespaceAreLookedAtAndThenMade() {
        loseAll();
        store.decide(bucket -> bucket < 0 || store.touches == 0 ? Fate.ANSWERED : Fate.HELD);
        start();
        assertThat(store.touches).isEqualTo(layout.buckets());
        store.decide(Fate.ANSWERED);
        store.deliver();
        scheduler.run(TTL.dividedBy(8).minus(MILLI));
        assertThat(redis.has("{idgen:2:test:0}")).isFalse();
        assertThat(held()).isZero();
        scheduler.run(Duration.ofMillis(21));
        assertThat(store.touches).as("two looks, and all made").isEqualTo(3 * layout.buckets());
        assertThat(held()).isEqualTo(STOCK);
    }

    @Test
    void bucketsThatAnotherInstanceIsMakingAreAskedAgainAfter20Milliseconds() {
        loseAll();
        scripts.lease(3, 0, asker(time.millis()), LeaseStore.Seen.NOTHING);
        store.decide(bucket -> bucket == 3 ? Fate.FAILED : Fate.ANSWERED);
        start();
        assertThat(held()).isZero();
        makeAll();
        scheduler.run(Duration.ofMillis(19));
        assertThat(held()).isZero();
        scheduler.run(MILLI);
        assertThat(held()).isEqualTo(STOCK);
        assertThat(ring.counts(time.nanoTime()).locked()).isZero();
    }

    @Test
    void bucketsThatNobodyMakesWereLost() {
        loseAll();
        scripts.lease(3, 0, asker(time.millis()), LeaseStore.Seen.NOTHING);
        store.decide(bucket -> bucket == 3 ? Fate.FAILED : Fate.ANSWERED);
        RefillPlanner refill = start();
        scheduler.run(Duration.ofSeconds(10));
        assertThat(refill.afterDoubt().lostRecords()).isZero();
        scheduler.run(Duration.ofSeconds(3));
        assertThat(refill.afterDoubt().lostRecords()).isPositive();
    }

    // Slow answers and failures

    @Test
    void slowRequestIsHedgedWithAnotherBucket() {
        RefillPlanner refill = startWithoutMore();
        store.decide(Fate.HELD);
        take(refill, MORE_THAN_HALF);
        scheduler.run(Duration.ofMillis(31)); // an eighth of 250 ms is a quarter more
        assertThat(store.leases).isEqualTo(2);
        scheduler.run(MILLI);
        assertThat(store.leases).isEqualTo(3);
        assertThat(store.leasedFrom).doesNotHaveDuplicates();
        assertThat(store.numbersAsked).isEqualTo(STOCK + 2 * MORE_THAN_HALF);
    }

    @Test
    void bucketIsNotAskedWhileItOwesAnAnswer() {
        useLayout(new BucketLayout(1, 18));
        RefillPlanner refill = startWithoutMore();
        store.decide(Fate.HELD);
        take(refill, MORE_THAN_HALF);
        scheduler.run(Duration.ofMillis(200));
        assertThat(store.leasedFrom).containsExactly(0, 1, 0);
    }

    @Test
    void anotherBucketIsAskedAtOnceWhenOneFails() {
        RefillPlanner refill = startWithoutMore();
        store.decide(bucket -> bucket == 1 ? Fate.FAILED : Fate.ANSWERED);
        take(refill, MORE_THAN_HALF);
        assertThat(store.leasedFrom).containsExactly(0, 1, 2);
        assertThat(held()).isEqualTo(STOCK);
    }

    @Test
    void failureIsRememberedUntilABucketGrants() {
        RefillPlanner refill = startWithoutMore();
        failBuckets();
        take(refill, MORE_THAN_HALF);
        assertThat(refill.latestFailure()).hasMessage("connection refused");
        take(refill, STOCK - MORE_THAN_HALF); // nothing is left to extend
        store.decide(Fate.ANSWERED);
        scheduler.run(Duration.ofSeconds(1));
        assertThat(held()).isPositive();
        assertThat(refill.latestFailure()).isNull();
    }

    @Test
    void openBucketsAreProbedEachTenthOfTheBreakersWait() {
        RefillPlanner refill = startWithoutMore();
        failBuckets();
        take(refill, STOCK);
        scheduler.run(Duration.ofSeconds(1));
        int before = store.leases;
        scheduler.run(Duration.ofSeconds(5));
        assertThat(store.leases - before).isBetween(95, 100);
        assertThat(held()).isZero();
        store.decide(Fate.ANSWERED);
        scheduler.run(Duration.ofMillis(60));
        assertThat(held()).isPositive();
    }

    @Test
    void breakersThatMayBeProbedAreSoWhenNumbersAreWanted() {
        RefillPlanner refill = startWithoutMore();
        failBuckets();
        take(refill, STOCK);
        scheduler.run(Duration.ofMillis(BEAT.toMillis() + 60));
        int before = store.leases;
        scheduler.run(BEAT.minusMillis(120));
        assertThat(store.leases - before).as("between two beats").isGreaterThanOrEqualTo(6);
    }

    @Test
    void openBucketIsProbedThoughNothingIsMissing() {
        RefillPlanner refill = startWithoutMore();
        store.decide(bucket -> bucket == 1 ? Fate.FAILED : Fate.ANSWERED);
        take(refill, MORE_THAN_HALF);
        assertThat(held()).isEqualTo(STOCK);
        assertThat(ring.counts(time.nanoTime()).open()).isEqualTo(1);
        store.decide(Fate.ANSWERED);
        scheduler.run(Duration.ofSeconds(1));
        assertThat(ring.counts(time.nanoTime()).open()).isZero();
    }

    @Test
    void lateAnswerIsAsGoodAsAnyThoughItsBucketHasGrantedSince() {
        useLayout(new BucketLayout(0, 18));
        RefillPlanner refill = startWithoutMore();
        store.decide(Fate.HELD);
        take(refill, MORE_THAN_HALF);
        scheduler.run(Duration.ofMillis(300)); // given up
        store.decide(Fate.ANSWERED);
        scheduler.run(Duration.ofSeconds(1));
        assertThat(held()).isBetween((long) STOCK, 2L * STOCK);
        long before = held();
        store.deliver();
        scheduler.runDue();
        assertThat(held()).isEqualTo(before + MORE_THAN_HALF);
        assertThat(refill.afterDoubt().lostRecords()).isZero();
    }

    // Locks and losses

    /** Lets all buckets say that they are locked, and wants numbers. */
    private RefillPlanner startLocked(Happened happened, long millis) {
        RefillPlanner refill = startWithoutMore();
        store.replaceReplies(reply -> new Locked(happened, millis, reply.time()));
        take(refill, MORE_THAN_HALF);
        assertThat(store.leases).isEqualTo(1 + layout.buckets());
        return refill;
    }

    private void assertUnlockedAfter(Duration duration) {
        int before = store.leases;
        scheduler.run(duration.minusNanos(1));
        assertThat(store.leases).isEqualTo(before);
        store.replaceReplies(UnaryOperator.identity());
        scheduler.run(Duration.ofNanos(1));
        assertThat(held()).isEqualTo(STOCK);
    }

    @Test
    void lockedBucketIsAskedAgainWhenItReopens() {
        RefillPlanner refill = startLocked(Happened.OVERFLOW, 40);
        assertUnlockedAfter(Duration.ofMillis(40));
        assertThat(refill.afterDoubt().overflows()).isEqualTo(layout.buckets());
    }

    @Test
    void longLockIsBelieved() {
        startLocked(Happened.NOTHING, 3000);
        assertUnlockedAfter(Duration.ofSeconds(3));
    }

    @Test
    void lockInItsLastMillisecondIsWaitedFor() {
        startLocked(Happened.NOTHING, 0);
        assertUnlockedAfter(MILLI);
    }

    @Test
    void firstWhoMeetsADoubtTouchesAllBucketsOnce() {
        RefillPlanner refill = startWithoutMore();
        redis.setRun("run1");
        take(refill, MORE_THAN_HALF);
        assertThat(ring.counts(time.nanoTime()).locked()).isEqualTo(layout.buckets());
        int touches = store.touches;
        assertThat(store.leases + touches)
                .as("each is asked, those not touched yet for numbers")
                .isEqualTo(layout.buckets() + 2);
        scheduler.run(Duration.ofMillis(3001));
        assertThat(held()).isEqualTo(STOCK);
        assertThat(store.touches).isEqualTo(touches);
    }

    /** So that no instance that starts takes the namespace for a new one. */
    @Test
    void extensionThatFindsAllDataGoneTouchesAllBuckets() {
        RefillPlanner refill = start();
        scheduler.run(Duration.ofSeconds(6)); // the instance has not just joined any more
        loseAll();
        scheduler.run(BEAT);
        assertThat(store.leases).isEqualTo(1);
        assertThat(store.touches).isEqualTo(layout.buckets());
        assertThat(redis.has("{idgen:2:test:7}")).isTrue();
        assertThat(refill.afterDoubt().lostRecords()).isEqualTo(layout.buckets());
    }

    @Test
    void serverThatDoesNotTellItsRunIsNotTouched() {
        redis.refuseInfo();
        loseAll();
        makeAll();
        RefillPlanner refill = startWithoutMore();
        assertThat(held()).isEqualTo(STOCK);
        redis.reconnect();
        take(refill, MORE_THAN_HALF);
        assertThat(store.touches).isZero();
    }

    @Test
    void lostRecordMakesTheNamespaceBeReadAgain() {
        RefillPlanner refill = startWithoutMore();
        scheduler.run(Duration.ofSeconds(6)); // the instance has not just joined any more
        loseAll();
        int before = store.joins;
        take(refill, MORE_THAN_HALF);
        assertThat(store.joins).isGreaterThan(before);
        assertThat(refill.afterDoubt().lostRecords()).isEqualTo(layout.buckets());
        assertThat(ring.counts(time.nanoTime()).locked()).isEqualTo(layout.buckets());
    }

    @Test
    void grantOfARecordThatWentBackIsNotUsedAndItsBucketPausesForASecond() {
        useLayout(new BucketLayout(0, 18));
        RefillPlanner refill = startWithoutMore();
        store.replaceReplies(reply -> reply instanceof BucketGranted grant ? anEarlierStay(grant) : reply);
        take(refill, MORE_THAN_HALF);
        assertThat(refill.afterDoubt().lostRecords()).isOne();
        assertThat(held()).isEqualTo(STOCK - MORE_THAN_HALF);
        assertThat(ring.counts(time.nanoTime()).locked()).isOne();
        assertUnlockedAfter(Duration.ofSeconds(1));
    }

    private static BucketGranted anEarlierStay(BucketGranted grant) {
        Window window = grant.window();
        return new BucketGranted(
                grant.first(),
                grant.count(),
                new Window(window.notBefore() - 1, window.notAfter()),
                grant.run(),
                grant.happened(),
                grant.time());
    }
}
