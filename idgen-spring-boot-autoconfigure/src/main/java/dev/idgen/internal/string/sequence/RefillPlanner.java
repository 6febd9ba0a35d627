package dev.idgen.internal.string.sequence;

import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.request.Absence;
import dev.idgen.internal.request.Demand;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseReply.BucketUnborn;
import dev.idgen.internal.string.sequence.LeaseReply.Ended;
import dev.idgen.internal.string.sequence.LeaseReply.Locked;
import dev.idgen.internal.time.ExpectedTime;
import dev.idgen.internal.time.StampClock;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The planner: keeps the stock filled and fresh.
 *
 * <p>Everything here runs on one thread; requests to the store are asynchronous, several at a time, and their answers
 * come back as tasks of that thread. So nothing is locked and nothing waits. A round
 *
 * <ol>
 *   <li>extends the windows of leases in stock that are older than a twentieth of the ttl,
 *   <li>leases what is missing between the numbers that will still be good in 0.9 ttl and the target.
 * </ol>
 *
 * Rounds are run by a beat each twentieth of the ttl, by callers that find the stock low, and by answers. A request not
 * answered soon is no longer counted on, so the next round asks another bucket.
 */
final class RefillPlanner implements NamespaceReader.Listener, Doubts.Planner {

    /** Requests for numbers under way at a time. */
    private static final int MAX_IN_FLIGHT = 8;

    /**
     * An outage may last 0.8 of the ttl, and after a doubt a bucket is locked for three seconds. So leases are extended early
     * enough to have 0.95 of the ttl to go at any time, and replaced when they have less than 0.9 and cannot be extended any more.
     */
    private static final int ROUNDS_PER_TTL = 20;

    private static final int FRESH_TENTHS = 9;
    private static final int IDLE_AFTER_TTLS = 6;

    /** A request that takes longer than this share of its timeout is hedged with another. */
    private static final int HEDGES_PER_TIMEOUT = 8;

    /** Probes of open buckets are spread out, so that a server that refuses connections is not asked without a pause. */
    private static final int PROBES_PER_WAIT = 10;

    private static final long UNBORN_RETRY_MILLIS = 20;
    private static final long WENT_BACK_PAUSE_MILLIS = 1000;

    private final LeaseStore store;
    private final BucketLayout layout;
    private final SequenceSettings settings;
    private final TimeSource time;
    private final StampClock clock;
    private final Requests requests;
    private final NamespaceMembership membership;
    private final Ring ring;
    private final Stock stock;
    private final SequenceLog log;
    private final Demand demand;
    private final NamespaceReader joining;
    private final Absence absence;
    private final Doubts doubts;
    private final ExpectedTime storeTime;

    private final long ttlNanos;
    private final long hedgeNanos;
    private final long probeInterval;
    private final AtomicBoolean roundRequested = new AtomicBoolean();
    private final CompletableFuture<Void> firstOutcome = new CompletableFuture<>();
    private volatile @Nullable Throwable latestFailure;

    private int inFlight;
    private boolean probing;
    private long probedAt;
    private long expected;
    private long roundTrip;
    private @Nullable Future<?> wake;
    private long wakeAt;

    RefillPlanner(
            LeaseStore store, SequenceSettings settings, TimeSource time, Requests requests, SequenceState state) {
        this.store = store;
        this.layout = store.layout();
        this.settings = settings;
        this.time = time;
        this.requests = requests;
        this.clock = state.clock();
        this.membership = state.membership();
        this.ring = state.ring();
        this.stock = state.stock();
        this.log = state.log();
        this.ttlNanos = settings.leaseTtl().toNanos();
        this.hedgeNanos = settings.requestTimeout().toNanos() / HEDGES_PER_TIMEOUT;
        this.probeInterval = settings.breakerWait().toNanos() / PROBES_PER_WAIT;
        this.probedAt = time.nanoTime();
        this.joining = new NamespaceReader(store, state, requests, settings.breakerWait(), time, this);
        this.absence = new Absence(requests, time, layout.buckets(), settings.leaseTtl(), this::absentAt);
        this.doubts = new Doubts(ring, absence, time, log, this);
        this.storeTime = new ExpectedTime(time);
        this.demand = new Demand(
                settings.minStock(), settings.maxStock(), ttlNanos, IDLE_AFTER_TTLS * ttlNanos, time.nanoTime());
    }

    void start() {
        requests.execute(this::round);
        requests.repeat(this::beat, ttlNanos / ROUNDS_PER_TTL);
    }

    /** Ends leasing. What is in stock can still be drawn. */
    void close() {
        requests.close();
        firstOutcome.complete(null);
        stock.wakeAll();
    }

    boolean isClosed() {
        return requests.isClosed();
    }

    /** Completes when the first lease or the first failure has come in. */
    CompletableFuture<Void> firstOutcome() {
        return firstOutcome;
    }

    Doubts doubts() {
        return doubts;
    }

    @Nullable
    Throwable latestFailure() {
        return latestFailure;
    }

    /** How far the time in ids drawn now is ahead of the clock. */
    Duration lead() {
        long now = time.nanoTime();
        return stock.firstWindow(now)
                .map(window -> Duration.ofMillis(Math.max(0, window.notBefore() - clock.millisAt(now))))
                .orElse(Duration.ZERO);
    }

    /** Its requests to the store. */
    List<Measure> measures() {
        return requests.measures();
    }

    /** Asks for a round if the stock is below half of what it should hold; so it does if nothing was left. Any thread. */
    void drawnFrom(long nanoTime) {
        if (!roundRequested.get()
                && 2 * stock.remainingAt(nanoTime) < demand.target()
                && !roundRequested.getAndSet(true)) {
            requests.execute(this::wantedRound);
        }
    }

    private void wantedRound() {
        roundRequested.set(false);
        demand.wanted(time.nanoTime());
        round();
    }

    private LeaseStore.BucketAsker asker() {
        return asker(absence.meaning());
    }

    /** A record read within two ttls is no older than the rhythm in which it is read again. */
    private LeaseStore.BucketAsker asker(long meaning) {
        return membership.asker(
                joining.isFresh(time.nanoTime(), 2 * ttlNanos),
                settings.maxLead().toMillis(),
                storeTime.millis(),
                meaning);
    }

    private void beat() {
        stock.wakeAll(); // so that callers who gave up in the meantime are let go
        long now = time.nanoTime();
        log.lead(lead(), now);
        demand.measure(stock.taken(), now);
        if (!isResting(now)) {
            probe(now);
            round();
        }
    }

    /** Nobody draws, and the store worked when last asked: otherwise asking goes on, so that it is known when it works again. */
    private boolean isResting(long now) {
        return demand.isIdleAt(now) && latestFailure == null;
    }

    private void round() {
        if (!membership.isJoined()) {
            joining.joinUnlessPausing();
            return;
        }
        long now = time.nanoTime();
        stock.prune(now);
        if (!isResting(now)) {
            joining.refresh(now, ttlNanos);
            extend(now);
            lease(now);
        }
    }

    @Override
    public void answered(long storeClock, long requestedAt) {
        long now = time.nanoTime();
        if (storeTime.accept(storeClock)) {
            log.clock(clock.synchronize(storeClock, requestedAt), clock.skew(), now);
        } else {
            log.clockFarAhead(Duration.ofMillis(storeClock - storeTime.millis()), now);
        }
    }

    @Override
    public void joined() {
        absence.joined();
        round();
    }

    @Override
    public void refused() {
        firstOutcome.complete(null);
        stock.revoke();
    }

    @Override
    public void failed(Throwable failure) {
        failure("joining the namespace", failure);
        firstOutcome.complete(null);
    }

    // What was lost, and what is new

    /** The store's time if it has no record of a bucket. */
    private CompletionStage<OptionalLong> absentAt(int bucket) {
        return store.lease(bucket, 0, asker(Absence.UNKNOWN), LeaseStore.Seen.NOTHING)
                .thenApply(reply -> reply instanceof BucketUnborn unborn
                        ? OptionalLong.of(unborn.time().now())
                        : OptionalLong.empty());
    }

    @Override
    public void touch(Bucket bucket, Runnable afterwards) {
        ask(bucket, 0, afterwards);
    }

    @Override
    public void readNamespace() {
        joining.joinUnlessPausing();
    }

    // Extending what is in stock

    private void extend(long now) {
        long budget = 2 * demand.target();
        for (Lease lease : stock.leases()) {
            if (budget > 0
                    && lease.wantsExtension(now, ttlNanos / ROUNDS_PER_TTL)
                    && !lease.bucket().isOpen()) {
                extend(lease, now);
            }
            budget -= lease.remaining();
        }
    }

    private void extend(Lease lease, long now) {
        lease.extensionRequested(now);
        Bucket bucket = lease.bucket();
        requests.send(() -> store.extend(bucket.index(), lease.grant(), asker()), new BucketAnswer(bucket) {
            @Override
            void granted(BucketGranted grant, long requestedAt, boolean late) {
                works(grant);
                lease.extend(grant, requestedAt);
            }

            @Override
            void refused() {
                lease.endExtensions();
            }
        });
    }

    // Leasing what is missing

    private void lease(long now) {
        // A lease just granted or extended has lost up to two round trips of its ttl.
        long fresh = stock.remainingAt(now + ttlNanos / 10 * FRESH_TENTHS - Math.min(2 * roundTrip, ttlNanos / 2));
        long remaining = stock.remainingAt(now);
        demand.shortage(stock.taken(), remaining);
        long target = demand.target();
        if (4 * (fresh + expected) >= 3 * target) {
            return;
        }
        long missing = Math.min(target - fresh, settings.maxStock() - remaining) - expected;
        while (missing > 0 && inFlight < MAX_IN_FLIGHT) {
            Bucket bucket = ring.nextReady(now);
            if (bucket == null) {
                probe(now);
                wakeLater(now);
                return;
            }
            int count = (int) Math.min(missing, layout.quarterSize());
            missing -= count;
            lease(bucket, count);
        }
    }

    private void lease(Bucket bucket, int count) {
        inFlight++;
        expected += count;
        AtomicBoolean counted = new AtomicBoolean(true);
        Runnable uncount = () -> {
            if (counted.getAndSet(false)) {
                expected -= count;
            }
        };
        requests.schedule(
                () -> {
                    if (counted.get()) {
                        uncount.run();
                        round();
                    }
                },
                hedgeNanos);
        ask(bucket, count, () -> {
            inFlight--;
            uncount.run();
        });
    }

    /** Lets one small request through to a bucket whose breaker is open, if one has been open for long enough. */
    private void probe(long now) {
        if (!probing && membership.isJoined() && now - probedAt >= probeInterval) {
            probedAt = now;
            Bucket bucket = ring.nextProbe(now);
            if (bucket != null) {
                probing = true;
                ask(bucket, Math.min(settings.minStock(), layout.quarterSize()), () -> probing = false);
            }
        }
    }

    private void ask(Bucket bucket, int count, Runnable afterwards) {
        bucket.setBusy(true);
        requests.send(() -> store.lease(bucket.index(), count, asker(), bucket.seen()), new BucketAnswer(bucket) {
            @Override
            void settled() {
                bucket.setBusy(false);
                afterwards.run();
            }

            @Override
            void granted(BucketGranted grant, long requestedAt, boolean late) {
                keep(bucket, grant, requestedAt, late);
            }
        });
    }

    private void keep(Bucket bucket, BucketGranted grant, long requestedAt, boolean late) {
        if (!membership.isJoined()) {
            return; // it may not lease any more
        }
        long now = time.nanoTime();
        // An answer that was given up may come after that to a request sent later.
        if (!bucket.accept(grant, late, layout.quarterSize(), now)) {
            doubts.wentBack(bucket);
            bucket.lockFor(WENT_BACK_PAUSE_MILLIS, now);
        } else if (grant.count() > 0) {
            works(grant);
            requests.settled();
            int base = layout.compose(bucket.index(), grant.first());
            stock.add(new Lease(bucket, grant, base, requestedAt, stock.permit()));
            firstOutcome.complete(null);
        }
    }

    /** Looks again when the next bucket may be had: a locked one reopens, or an open one may be probed. */
    private void wakeLater(long now) {
        long wait = Math.min(ring.nanosToUnlock(now), probeInterval);
        Future<?> planned = wake;
        if (planned != null) {
            if (wakeAt - now <= wait) {
                return;
            }
            planned.cancel(false);
        }
        wakeAt = now + wait;
        wake = requests.schedule(
                () -> {
                    wake = null;
                    round();
                },
                wait);
    }

    // Requests

    /** What becomes of one request. Called on the planner's thread; {@code settled} once, before anything else. */
    private abstract class BucketAnswer implements Requests.Answer<LeaseReply> {

        private final Bucket bucket;
        private boolean done;

        BucketAnswer(Bucket bucket) {
            this.bucket = bucket;
        }

        abstract void granted(BucketGranted grant, long requestedAt, boolean late);

        void settled() {}

        void refused() {}

        private void settle() {
            if (!done) {
                done = true;
                settled();
            }
        }

        @Override
        public void arrived(LeaseReply reply, long requestedAt, boolean late) {
            settle();
            if (!late) {
                roundTrip = time.nanoTime() - requestedAt;
                ring.succeeded(bucket, roundTrip);
            }
            RefillPlanner.this.answered(reply.time().clock(), requestedAt);
            bucket.told(reply.time());
            if (reply instanceof BucketGranted grant) {
                granted(grant, requestedAt, late);
                doubts.happened(bucket, grant.happened(), leadOf(grant));
            } else if (reply instanceof Locked lock) {
                // What a server with a wrong clock says may be far too long, and is said again if it is not.
                long millis = Math.min(lock.millis(), settings.leaseTtl().toMillis());
                bucket.lockFor(Math.max(millis, 1), time.nanoTime());
                doubts.happened(bucket, lock.happened(), Duration.ofMillis(lock.millis()));
            } else if (reply instanceof BucketUnborn) {
                bucket.lockFor(UNBORN_RETRY_MILLIS, time.nanoTime());
                doubts.unborn();
            } else if (reply instanceof Ended ended) {
                refused();
                doubts.ended(ended.happened());
            }
            round();
        }

        @Override
        public void failed(Throwable failure, long requestedAt) {
            settle();
            ring.failed(bucket, time.nanoTime() - requestedAt, failure);
            failure("leasing from bucket " + bucket.index(), failure);
            firstOutcome.complete(null);
            round();
        }
    }

    private static Duration leadOf(BucketGranted grant) {
        return Duration.ofMillis(
                Math.max(0, grant.window().notBefore() - grant.time().now()));
    }

    private void works(BucketGranted grant) {
        log.granted(grant, time.nanoTime());
        latestFailure = null;
    }

    private void failure(String what, Throwable failure) {
        latestFailure = failure;
        log.failed(what, failure, time.nanoTime());
    }
}
