package dev.idgen.internal.string.sequence;

import dev.idgen.internal.register.GroupRule;
import dev.idgen.internal.register.Groups;
import dev.idgen.internal.register.LeaseClient;
import dev.idgen.internal.request.Demand;
import dev.idgen.internal.time.TimeSource;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

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

    /**
     * An outage may last 0.8 of the ttl, or 0.7 if writes are lost in it: then windows must be told to reach beyond its
     * end by the margin. So some lease always has that much left, although an extension may add only 0.965.
     */
    private static final int ROUNDS_PER_TTL = 30;

    private static final int OPEN_PERCENT = 82;
    private static final int LOST_PERCENT = 70;
    private static final int MOST_OPEN_PERCENT = 90;

    /** How much less a lease may have left, in percent of the ttl, until it is replaced. */
    private static final int LATE_PERCENT = 3;

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
     * How many young numbers an instance takes at first, because a fleet that starts shares a slot. They give a
     * thousand times as many ids per second. It takes twice as many each time that callers had to wait.
     */
    private static final int LEAST_YOUNG = 32;

    private static final int MOST_YOUNG = 4096;

    /** After its timeout divided by this, another request is sent beside an unanswered one. */
    private static final int HEDGES_PER_TIMEOUT = 8;

    /** Probes of open buckets are spread out, so that a server that refuses connections is not asked continuously. */
    private static final int PROBES_PER_WAIT = 10;

    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final LeaseClient client;
    private final TimeSource time;
    private final Stock stock;
    private final Ring ring;
    private final Groups groups;
    private final BucketRequests buckets;
    private final long least;
    private final long most;
    private final int partSize;

    /** Until a young lease has only this long left, there are no better ones to replace it. */
    private final long youngNanos;

    private final Demand demand;

    private final long ttlNanos;
    private final long openNanos;
    private final double largeShare;
    private final long hedgeNanos;
    private final long probeInterval;
    private final AtomicBoolean roundRequested = new AtomicBoolean();
    private final AtomicBoolean wakeRequested = new AtomicBoolean();

    private long young = LEAST_YOUNG;
    private int inFlight;
    private boolean probing;
    private long probedAt;
    private long expected;
    private @Nullable Future<?> wake;
    private long wakeAt;

    /** @param stock the stock to fill */
    RefillPlanner(LeaseClient client, SequenceEnvironment environment, Groups groups, Ring ring, Stock stock) {
        SequenceSettings settings = environment.settings();
        this.client = client;
        this.time = client.time();
        this.stock = stock;
        this.ring = ring;
        this.groups = groups;
        this.buckets = new BucketRequests(client, environment, groups, ring, stock, this::round);
        this.ttlNanos = settings.leaseTtl().toNanos();
        long lost = ttlNanos / 100 * LOST_PERCENT + TimeUnit.MILLISECONDS.toNanos(GroupRule.MARGIN_MILLIS);
        this.openNanos = Math.min(Math.max(ttlNanos / 100 * OPEN_PERCENT, lost), ttlNanos / 100 * MOST_OPEN_PERCENT);
        this.largeShare = (double) STOCK_NANOS * STOCK_SHARE / ttlNanos;
        this.hedgeNanos = settings.requestTimeout().toNanos() / HEDGES_PER_TIMEOUT;
        this.probeInterval = settings.breakerWait().toNanos() / PROBES_PER_WAIT;
        this.probedAt = time.nanoTime();
        this.partSize = environment.layout().partSize();
        this.youngNanos =
                TimeUnit.MILLISECONDS.toNanos(environment.rule().groupRule.over());
        long numbers = (long) ring.buckets().size() * environment.layout().settledNumbers();
        this.least = Math.max(1, Math.min(LEAST_STOCK, numbers / LEAST_SHARE));
        this.most = Math.max(least, numbers / MOST_SHARE);
        this.demand = new Demand(
                least, most, ttlNanos / STOCK_SHARE, Math.min(IDLE_AFTER_TTLS * ttlNanos, IDLE_NANOS), time.nanoTime());
    }

    void start() {
        client.requests().execute(this::round);
        client.requests().repeat(this::beat, ttlNanos / ROUNDS_PER_TTL);
    }

    /** Ends leasing. Callers can still draw the numbers in stock. */
    void close() {
        client.requests().close();
        stock.noteOutcome();
    }

    /** How often a bucket had no numbers left. Any thread. */
    long overflows() {
        return buckets.overflows();
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
        demand.wanted(time.nanoTime());
        round();
        if (inFlight > 0) {
            roundRequested.set(false);
        } else { // nothing can be requested now, and callers who use numbers again come often
            client.requests().schedule(() -> roundRequested.set(false), MILLI);
        }
    }

    /** Wakes callers in the next millisecond, because they may use numbers again then. Any thread. */
    void wakeSoon() {
        if (stock.isOpenAt(time.nanoTime()) && !wakeRequested.getAndSet(true)) {
            client.requests().schedule(this::wakeCallers, MILLI);
        }
    }

    private void wakeCallers() {
        wakeRequested.set(false);
        stock.wakeAll();
        young = Math.min(2 * young, MOST_YOUNG);
        round();
    }

    private void beat() {
        stock.wakeAll(); // so that callers whose deadline has passed return
        long now = time.nanoTime();
        demand.measure(stock.taken(), now);
        young = hasYoung(now) ? young + 1 : LEAST_YOUNG; // another bucket may have settled
        if (!isResting(now)) {
            probe(now);
            round();
        }
    }

    /**
     * Whether no caller draws and the store worked at the latest request. Otherwise requests continue, to learn when
     * the store works again.
     */
    private boolean isResting(long now) {
        return demand.isIdleAt(now) && client.latestFailure() == null;
    }

    private void round() {
        if (!groups.isJoined()) {
            groups.join();
            return;
        }
        long now = time.nanoTime();
        stock.prune(now, isShort(now));
        if (!isResting(now)) {
            extend(now);
            lease(now);
        }
    }

    /** What the groups call when this instance has joined, or may not lease. */
    void changed() {
        if (groups.refusal() != null && !groups.hasGivenWay()) {
            stock.revoke();
        }
        round();
    }

    // Extending leases in stock

    private void extend(long now) {
        long all = stock.remainingAt(now);
        long before = 0;
        for (Lease lease : stock.leases()) {
            boolean isWanted = before < 2 * target();
            before += lease.remaining();
            long needed = before < all ? demand.nanosToUse(before) + ttlNanos / 10 : openNanos;
            if (isWanted
                    && lease.wantsExtension(now, ttlNanos / ROUNDS_PER_TTL, Math.min(needed, openNanos))
                    && !lease.bucket().isBreakerOpen()) {
                buckets.extend(lease, now);
            }
        }
    }

    // Leasing missing numbers

    private void lease(long now) {
        long remaining = stock.remainingAt(now);
        demand.shortage(stock.taken(), remaining);
        long good = good(now);
        if (2 * (good + expected) >= target()) {
            return;
        }
        long wanted = target() - good - expected;
        long whole = target() < partSize ? wanted : (wanted + partSize - 1) / partSize * partSize;
        long missing = Math.min(whole, most - remaining - expected);
        long youngMissing = hasYoung(now) ? young - stock.youngAt(now) : young;
        while (missing > 0 && youngMissing > 0 && inFlight < BucketSequence.MOST_REQUESTS) {
            Bucket bucket = ring.nextReady(now);
            if (bucket == null) {
                probe(now);
                wakeLater(now);
                return;
            }
            int count = (int) Math.min(missing, partSize);
            missing -= count;
            lease(bucket, count, (int) youngMissing);
        }
    }

    /** Whether it holds young numbers that there is no replacement for yet. */
    private boolean hasYoung(long now) {
        return stock.youngAt(now + youngNanos) > 0;
    }

    /** How many numbers are good for as long as they may be needed. Young ones are used again instead. */
    private long good(long now) {
        // A lease that was just granted or extended has lost up to two round trips of its ttl.
        long whole = openNanos - ttlNanos / 100 * LATE_PERCENT - Math.min(2 * buckets.roundTrip(), ttlNanos / 2);
        long before = 0;
        long sum = 0;
        for (Lease lease : stock.leases()) {
            int rest = lease.isYoung() ? 0 : lease.remaining();
            before += rest;
            sum += lease.isOpenAt(now + Math.min(demand.nanosToUse(before), whole)) ? rest : 0;
        }
        return sum;
    }

    private void lease(Bucket bucket, int count, int mostYoung) {
        inFlight++;
        expected += count;
        Future<?> hedge = client.requests().schedule(() -> uncount(count), hedgeNanos);
        buckets.lease(bucket, count, mostYoung, () -> {
            inFlight--;
            expected -= hedge.cancel(false) ? count : 0;
        });
    }

    /** Stops expecting the numbers of a slow request. */
    private void uncount(int count) {
        expected -= count;
        round();
    }

    /** Sends one small request to a bucket whose breaker is open, if one has been open for long enough. */
    private void probe(long now) {
        if (!probing && groups.isJoined() && now - probedAt >= probeInterval) {
            probedAt = now;
            Bucket bucket = ring.nextProbe(now);
            if (bucket != null) {
                probing = true;
                buckets.lease(bucket, (int) Math.min(least, partSize), LEAST_YOUNG, () -> probing = false);
            }
        }
    }

    /** Looks again when the next bucket may be available: a locked one reopens, or an open one may be probed. */
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
        wake = client.requests().schedule(this::wakeUp, wait);
    }

    private void wakeUp() {
        wake = null;
        round();
    }
}
