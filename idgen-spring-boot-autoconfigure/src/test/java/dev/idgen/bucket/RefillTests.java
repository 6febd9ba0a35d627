package dev.idgen.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.bucket.LeaseReply.Ended;
import dev.idgen.bucket.LeaseReply.Granted;
import dev.idgen.bucket.LeaseReply.LockReason;
import dev.idgen.bucket.LeaseReply.Locked;
import dev.idgen.bucket.UnreliableStore.Fate;
import dev.idgen.request.Requests;
import dev.idgen.time.ManualScheduler;
import dev.idgen.time.ManualTime;
import dev.idgen.time.StampClock;
import dev.idgen.time.Window;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The planner by itself, in logical time: when it asks which bucket for how many numbers, and what it makes of the answers. */
class RefillTests {

    private static final NamespaceTerms TERMS = new NamespaceTerms(Map.of("zone", "Z"));
    private static final Duration TTL = SequenceSettings.defaults().leaseTtl();
    private static final Duration BEAT = TTL.dividedBy(20);
    private static final Duration MILLI = Duration.ofMillis(1);
    private static final int STOCK = 1024;
    private static final int MORE_THAN_HALF = STOCK / 2 + 1;

    private final ManualTime time = new ManualTime();
    private final ManualScheduler scheduler = new ManualScheduler(time);
    private final Stock stock = new Stock();
    private final Stripe<String> stripe = new Stripe<>("", 0);
    private final Membership membership = new Membership("test", "me", TERMS, TTL.toMillis());

    private int maxStock = 1 << 20;
    private Duration requestTimeout = SequenceSettings.defaults().requestTimeout();
    private BucketLayout layout;
    private InMemoryLeaseStore memory;
    private UnreliableStore store;
    private Ring ring;

    RefillTests() {
        useLayout(new BucketLayout(4, 18));
    }

    private void useLayout(BucketLayout used) {
        layout = used;
        memory = new InMemoryLeaseStore(layout, time);
        store = new UnreliableStore(memory);
        ring = new Ring(layout.buckets(), 0, SequenceSettings.defaults().breakerWait(), time);
    }

    private Refill start(int minStock) {
        SequenceSettings defaults = SequenceSettings.defaults();
        SequenceSettings settings = new SequenceSettings(
                TTL,
                defaults.acquireTimeout(),
                requestTimeout,
                defaults.breakerWait(),
                minStock,
                Math.max(minStock, maxStock),
                defaults.maxSkew());
        SequenceLog log = new SequenceLog("test");
        Requests requests = new Requests(scheduler, settings.requestTimeout(), time, bug -> {
            throw new AssertionError(bug);
        });
        StampClock clock = new StampClock(time, settings.maxSkew());
        Refill refill = new Refill(store, layout, settings, time, clock, requests, membership, ring, stock, log);
        refill.start();
        scheduler.runDue();
        return refill;
    }

    private Refill start() {
        return start(STOCK);
    }

    private Refill startWithoutMore() {
        maxStock = STOCK;
        return start();
    }

    /** Takes numbers as callers do, and lets the planner do what there is to do at this instant. */
    private void take(Refill refill, int count) {
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
        Refill refill = start();
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
        Refill refill = startWithoutMore();
        for (int i = 0; i < 5; i++) {
            take(refill, MORE_THAN_HALF);
            assertThat(held()).isEqualTo(STOCK);
        }
        assertThat(store.leases).isEqualTo(6);
        assertThat(store.numbersAsked).isEqualTo(STOCK + 5 * MORE_THAN_HALF);
    }

    @Test
    void beatFillsUpWhatHasLessThanThreeQuarters() {
        Refill refill = startWithoutMore();
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
        Refill refill = startWithoutMore();
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
        Refill refill = startWithoutMore();
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
        Refill refill = startWithoutMore();
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
        store.replaceReplies(
                reply -> reply instanceof Granted grant && grant.count() == 0 ? new Ended(grant.time()) : reply);
    }

    @Test
    void whatIsMoreThanTwiceTheNeedIsNotExtended() {
        start();
        for (int bucket = 8; bucket < 12; bucket++) {
            stock.add(new Lease(
                    ring.inOrder().get(bucket),
                    (Granted) memory.lease(bucket, STOCK, membership.asker(true))
                            .toCompletableFuture()
                            .join(),
                    layout.compose(bucket, 0),
                    time.nanoTime()));
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

    // Joining and births

    @Test
    void bucketIsNotLeasedFromWhileItIsBorn() {
        store.decide(bucket -> bucket < 0 ? Fate.ANSWERED : Fate.HELD);
        start();
        assertThat(store.births).isEqualTo(layout.buckets());
        assertThat(store.leases).isZero();
        store.decide(Fate.ANSWERED);
        store.deliver();
        scheduler.runDue();
        assertThat(held()).isEqualTo(STOCK);
    }

    private void createAsOther() {
        memory.join(new Namespace.Claim("other", 0, TTL.toMillis(), TERMS.format()));
    }

    private void bearAll() {
        LeaseStore.Asker asker = new LeaseStore.Asker(TTL.toMillis(), TTL.toMillis(), time.millis());
        for (int bucket = 0; bucket < layout.buckets(); bucket++) {
            memory.birth(bucket, asker);
        }
    }

    @Test
    void instanceThatFindsTheNamespaceLeasesAtOnce() {
        createAsOther();
        bearAll();
        start();
        assertThat(store.births).isZero();
        assertThat(held()).isEqualTo(STOCK);
    }

    @Test
    void unbornBucketsAreAskedAgainAfter20Milliseconds() {
        createAsOther();
        start();
        assertThat(store.leases).isEqualTo(layout.buckets());
        bearAll();
        scheduler.run(Duration.ofMillis(19));
        assertThat(store.leases).isEqualTo(layout.buckets());
        scheduler.run(MILLI);
        assertThat(held()).isEqualTo(STOCK);
    }

    // Slow answers and failures

    @Test
    void slowRequestIsHedgedWithAnotherBucket() {
        Refill refill = startWithoutMore();
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
        Refill refill = startWithoutMore();
        store.decide(Fate.HELD);
        take(refill, MORE_THAN_HALF);
        scheduler.run(Duration.ofMillis(200));
        assertThat(store.leasedFrom).containsExactly(0, 1, 0);
    }

    @Test
    void anotherBucketIsAskedAtOnceWhenOneFails() {
        Refill refill = startWithoutMore();
        store.decide(bucket -> bucket == 1 ? Fate.FAILED : Fate.ANSWERED);
        take(refill, MORE_THAN_HALF);
        assertThat(store.leasedFrom).containsExactly(0, 1, 2);
        assertThat(held()).isEqualTo(STOCK);
    }

    @Test
    void failureIsRememberedUntilABucketGrants() {
        Refill refill = startWithoutMore();
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
        Refill refill = startWithoutMore();
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
        Refill refill = startWithoutMore();
        failBuckets();
        take(refill, STOCK);
        scheduler.run(Duration.ofMillis(BEAT.toMillis() + 60));
        int before = store.leases;
        scheduler.run(BEAT.minusMillis(120));
        assertThat(store.leases - before).as("between two beats").isGreaterThanOrEqualTo(6);
    }

    @Test
    void openBucketIsProbedThoughNothingIsMissing() {
        Refill refill = startWithoutMore();
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
        Refill refill = startWithoutMore();
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
        assertThat(refill.lostRecords()).isZero();
    }

    // Locks and losses

    /** Lets all buckets say that they are locked, and wants numbers. */
    private Refill startLocked(LockReason reason, long millis) {
        Refill refill = startWithoutMore();
        store.replaceReplies(reply -> new Locked(reason, millis, reply.time()));
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
        Refill refill = startLocked(LockReason.OVERFLOW, 40);
        assertUnlockedAfter(Duration.ofMillis(40));
        assertThat(refill.overflowLocks()).isEqualTo(layout.buckets());
    }

    @Test
    void longLockIsBelieved() {
        startLocked(LockReason.FAILOVER, 3000);
        assertUnlockedAfter(Duration.ofSeconds(3));
    }

    @Test
    void bucketLockedByHandIsAskedAgainAfterASecond() {
        startLocked(LockReason.OPERATOR, Duration.ofHours(1).toMillis());
        assertUnlockedAfter(Duration.ofSeconds(1));
    }

    @Test
    void shortLockByHandIsBelieved() {
        startLocked(LockReason.OPERATOR, 30);
        assertUnlockedAfter(Duration.ofMillis(30));
    }

    @Test
    void lockInItsLastMillisecondIsWaitedFor() {
        startLocked(LockReason.FAILOVER, 0);
        assertUnlockedAfter(MILLI);
    }

    @Test
    void lostRecordMakesTheNamespaceBeReadAgain() {
        Refill refill = startWithoutMore();
        scheduler.run(Duration.ofSeconds(6)); // the namespace is not new any more
        for (int bucket = 0; bucket < layout.buckets(); bucket++) {
            memory.lose(bucket);
        }
        memory.loseNamespace();
        int before = store.joins;
        take(refill, MORE_THAN_HALF);
        assertThat(store.joins).isGreaterThan(before);
        assertThat(refill.lostRecords()).isEqualTo(layout.buckets());
        assertThat(ring.counts(time.nanoTime()).locked()).isEqualTo(layout.buckets());
    }

    @Test
    void grantOfARecordThatWentBackIsNotUsedAndItsBucketPausesForASecond() {
        Refill refill = startWithoutMore();
        store.replaceReplies(reply -> reply instanceof Granted grant ? anEarlierStay(grant) : reply);
        take(refill, MORE_THAN_HALF);
        assertThat(refill.lostRecords()).isEqualTo(layout.buckets());
        assertThat(new HashSet<>(store.leasedFrom)).hasSize(layout.buckets());
        assertThat(held()).isEqualTo(STOCK - MORE_THAN_HALF);
        assertThat(ring.counts(time.nanoTime()).locked()).isEqualTo(layout.buckets());
        assertUnlockedAfter(Duration.ofSeconds(1));
    }

    private static Granted anEarlierStay(Granted grant) {
        Window window = grant.window();
        return new Granted(
                grant.first(),
                grant.count(),
                new Window(window.notBefore() - 1, window.notAfter()),
                grant.run(),
                grant.time());
    }
}
