package dev.idgen.internal.string.sequence;

import dev.idgen.internal.lease.Groups;
import dev.idgen.internal.lease.LeaseClient;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.request.Demand;
import dev.idgen.store.StoreUse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The planner: keeps the stock full and fresh.
 *
 * <p>Everything here runs on one thread. Requests to the store are asynchronous, several at a time, and their answers
 * arrive as tasks on that thread. So it locks nothing and never waits. A round
 * <ol>
 *   <li>extends the windows of leases in stock that would not stay open through an outage,
 *   <li>leases numbers in few large leases if less than half of the target will stay good.
 * </ol>
 *
 * <p>A beat every thirtieth of the ttl, callers that find the stock low, and answers start a round. If a request is not
 * answered soon, its numbers are no longer expected, so the next round asks another bucket. {@link BucketRequests} does
 * what the answers say.
 */
final class RefillPlanner {

    private static final int ROUNDS_PER_TTL = 30;

    /**
     * The stock lasts for this share of the ttl, so that leases are few, but a large one for no more than two seconds.
     */
    private static final int STOCK_SHARE = 5;

    private static final long STOCK_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final int IDLE_AFTER_TTLS = 6;
    private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(1);

    /** How many numbers an instance holds that draws few; fewer in small layouts. */
    private static final int LEAST_STOCK = 1024;

    private static final int LEAST_SHARE = 64;

    /** An instance holds at most one in this many of its region's numbers. */
    private static final int MOST_SHARE = 4;

    /**
     * How many recovery numbers an instance takes at first, because a fleet that starts shares a slot. They give a
     * thousand times as many ids per second. It takes twice as many each time that callers had to wait.
     */
    private static final int LEAST_RECOVERY = 32;

    private static final int MOST_RECOVERY = 4096;

    /** After its timeout divided by this, another request is sent beside an unanswered one. */
    private static final int HEDGES_PER_TIMEOUT = 8;

    private static final long MILLI_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final LeaseClient client;
    private final Stock stock;
    private final Ring ring;
    private final Groups groups;
    private final BucketRequests buckets;
    private final Demand demand;
    private final Freshness freshness;
    private final long least;
    private final long most;
    private final int partSize;

    /** Until a recovery lease has only this long left, there are no better ones to replace it. */
    private final long recoveryNanos;

    private final long beatNanos;
    private final double largeShare;
    private final long hedgeNanos;
    private final AtomicBoolean roundRequested = new AtomicBoolean();
    private final AtomicBoolean wakeRequested = new AtomicBoolean();

    private long recovery = LEAST_RECOVERY;
    private int inFlight;
    private long expected;
    private Future<?> wake = CompletableFuture.completedFuture(null);

    /** @param stock the stock to fill */
    RefillPlanner(LeaseClient client, SequenceEnvironment environment, Groups groups, Ring ring, Stock stock) {
        SequenceSettings settings = environment.settings();
        this.client = client;
        this.stock = stock;
        this.ring = ring;
        this.groups = groups;
        this.buckets = new BucketRequests(client, environment, groups, ring, stock, this::round);
        long ttlNanos = settings.leaseTtl().toNanos();
        this.beatNanos = ttlNanos / ROUNDS_PER_TTL;
        this.largeShare = (double) STOCK_NANOS * STOCK_SHARE / ttlNanos;
        this.hedgeNanos = settings.requestTimeout().toNanos() / HEDGES_PER_TIMEOUT;
        this.partSize = environment.layout().partSize();
        this.recoveryNanos =
                TimeUnit.MILLISECONDS.toNanos(environment.rule().groupRule.overMillis());
        long numbers = (long) ring.buckets().size() * environment.layout().regularNumbers();
        this.least = Math.max(1, Math.min(LEAST_STOCK, numbers / LEAST_SHARE));
        this.most = Math.max(least, numbers / MOST_SHARE);
        this.demand = new Demand(
                least,
                most,
                ttlNanos / STOCK_SHARE,
                Math.min(IDLE_AFTER_TTLS * ttlNanos, IDLE_NANOS),
                client.time().nanoTime());
        this.freshness = new Freshness(ttlNanos, beatNanos, demand);
    }

    void start() {
        client.requests().execute(this::round);
        client.requests().repeat(this::beat, beatNanos);
    }

    /** Ends leasing. Callers can still draw the numbers in stock. */
    void close() {
        client.requests().close();
        stock.noteOutcome();
    }

    /** How many numbers callers took per second, between the two latest beats. */
    long perSecond() {
        return demand.perSecond();
    }

    /** Requests a round if the stock is short. Any thread. */
    void drawnFrom(long nanoTime) {
        if (!roundRequested.get() && isShort(nanoTime) && !roundRequested.getAndSet(true)) {
            client.requests().execute(this::wantedRound);
        }
    }

    /** Whether the stock is below half of its target, or empty. Any thread. */
    boolean isShort(long nanoTime) {
        return 2 * stock.remainingAt(nanoTime) < target();
    }

    private long target() {
        long target = demand.target();
        return Math.min(target, Math.max(partSize, (long) (target * largeShare)));
    }

    private void wantedRound() {
        demand.wanted(client.time().nanoTime());
        round();
        if (inFlight > 0) {
            roundRequested.set(false);
        } else { // nothing can be requested nanoTime, and callers who use numbers again come often
            client.requests().schedule(() -> roundRequested.set(false), MILLI_NANOS);
        }
    }

    /** Wakes callers in the next millisecond, because they may use numbers again then. Any thread. */
    void wakeSoon() {
        if (stock.isOpenAt(client.time().nanoTime()) && !wakeRequested.getAndSet(true)) {
            client.requests().schedule(this::wakeCallers, MILLI_NANOS);
        }
    }

    private void wakeCallers() {
        wakeRequested.set(false);
        client.wakeCallers();
        recovery = Math.min(2 * recovery, MOST_RECOVERY);
        round();
    }

    private void beat() {
        client.wakeCallers(); // so that callers whose deadline has passed return
        long nanoTime = client.time().nanoTime();
        demand.measure(stock.taken(), nanoTime);
        recovery = hasRecovery(nanoTime) ? recovery + 1 : LEAST_RECOVERY; // another bucket may have settled
        if (isResting(nanoTime)) {
            roundRequested.set(false); // it stays set if a round fails unexpectedly, and callers must end the rest
            wakeRequested.set(false);
        } else {
            probe(nanoTime);
            round();
        }
    }

    /**
     * Whether no caller draws and the store worked at the latest request. Otherwise requests continue, to learn when
     * the store works again.
     */
    private boolean isResting(long nanoTime) {
        return demand.isIdleAt(nanoTime) && client.latestFailure() == null;
    }

    private void round() {
        if (!groups.isJoined()) {
            groups.join();
            return;
        }
        long nanoTime = client.time().nanoTime();
        stock.prune(nanoTime, isShort(nanoTime));
        if (!isResting(nanoTime)) {
            for (Lease lease : freshness.fading(stock, target(), nanoTime)) {
                if (!lease.bucket().breaker().isOpen()) {
                    buckets.extend(lease, nanoTime);
                }
            }
            lease(nanoTime);
        }
    }

    /** What the groups call when this instance has joined, or may not lease. */
    void changed() {
        if (groups.refusal() != null && !groups.hasGivenWay()) {
            stock.revoke();
        }
        round();
    }

    private void lease(long nanoTime) {
        long remaining = stock.remainingAt(nanoTime);
        demand.shortage(stock.taken(), remaining);
        long good = freshness.good(stock, buckets.roundTripNanos(), nanoTime);
        if (2 * (good + expected) >= target()) {
            return;
        }
        long wanted = target() - good - expected;
        long whole = target() < partSize ? wanted : (wanted + partSize - 1) / partSize * partSize;
        long missing = Math.min(whole, most - remaining - expected);
        long recoveryMissing = hasRecovery(nanoTime) ? recovery - stock.recoveryAt(nanoTime) : recovery;
        while (missing > 0 && recoveryMissing > 0 && inFlight < StoreUse.MOST_REQUESTS) {
            Bucket bucket = ring.nextReady(nanoTime);
            if (bucket == null) {
                probe(nanoTime);
                wake.cancel(false);
                wake = client.requests().schedule(this::round, ring.nanosToNext(nanoTime));
                return;
            }
            int count = (int) Math.min(missing, partSize);
            missing -= count;
            lease(bucket, count, (int) recoveryMissing);
        }
    }

    /** Whether it holds recovery numbers that there is no replacement for yet. */
    private boolean hasRecovery(long nanoTime) {
        return stock.recoveryAt(nanoTime + recoveryNanos) > 0;
    }

    private void lease(Bucket bucket, int count, int mostRecovery) {
        inFlight++;
        expected += count;
        Future<?> hedge = client.requests().schedule(() -> uncount(count), hedgeNanos);
        buckets.lease(bucket, count, mostRecovery, () -> {
            inFlight--;
            expected -= hedge.cancel(false) ? count : 0;
        });
    }

    /** Stops expecting the numbers of a slow request. */
    private void uncount(int count) {
        expected -= count;
        round();
    }

    /** Sends one small request to a bucket whose breaker is open, if that is due. */
    private void probe(long nanoTime) {
        Bucket bucket = groups.isJoined() ? ring.nextProbe(nanoTime) : null;
        if (bucket != null) {
            buckets.lease(bucket, (int) Math.min(least, partSize), LEAST_RECOVERY, () -> {});
        }
    }

    /** Figures of buckets and stock. Any thread. */
    List<Measure> measures() {
        List<Measure> measures = new ArrayList<>(ring.measures());
        measures.add(Measure.counter(
                "idgen.sequence.reused",
                "",
                "Numbers used again in a later millisecond, because there were no others",
                stock::reused));
        measures.add(Measure.counter(
                "idgen.buckets.overflowed", "", "Times that a bucket's numbers were used up", buckets::overflows));
        measures.add(Measure.counter(
                "idgen.buckets.lost", "", "Times that the record of a group of buckets was lost", groups::lost));
        return measures;
    }
}
