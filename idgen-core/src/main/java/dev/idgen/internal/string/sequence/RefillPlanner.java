package dev.idgen.internal.string.sequence;

import dev.idgen.internal.register.LeaseClient;
import dev.idgen.internal.request.Demand;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The planner: keeps the stock full and fresh.
 *
 * <p>Everything here runs on one thread. Requests to the store are asynchronous, several at a time, and their answers
 * arrive as tasks on that thread. So it locks nothing and never waits. A round
 * <ol>
 *   <li>extends the windows of leases in stock that would have less than 0.93 of the ttl left at the next round,
 *   <li>leases the difference between the target and the numbers that will still be good in 0.9 ttl.
 * </ol>
 *
 * <p>A beat every thirtieth of the ttl, callers that find the stock low, and answers start a round. If a request is not
 * answered soon, its numbers are no longer expected, so the next round asks another bucket. {@link BucketRequests} does
 * what the answers say.
 */
final class RefillPlanner {

    /**
     * An outage may last 0.8 of the ttl, and after a doubt a bucket is locked for three seconds. So leases are extended
     * early enough to have 0.93 of the ttl left at any time, although an extension may add only 0.965. They are
     * replaced when they have less than 0.9 left and cannot be extended.
     */
    private static final int ROUNDS_PER_TTL = 30;

    private static final int OPEN_PERCENT = 93;

    private static final int FRESH_TENTHS = 9;
    private static final int IDLE_AFTER_TTLS = 6;

    /** How many numbers an instance holds that draws few; fewer in small layouts. */
    private static final int LEAST_STOCK = 1024;

    private static final int LEAST_SHARE = 64;

    /** An instance holds at most one in this many of its region's numbers. */
    private static final int MOST_SHARE = 4;

    /** After its timeout divided by this, another request is sent beside an unanswered one. */
    private static final int HEDGES_PER_TIMEOUT = 8;

    /** Probes of open buckets are spread out, so that a server that refuses connections is not asked continuously. */
    private static final int PROBES_PER_WAIT = 10;

    private static final String LEADING = ": ids carry a time that is {} ms ahead; the lead shrinks from now on";

    private final LeaseClient client;
    private final TimeSource time;
    private final Stock stock;
    private final Ring ring;
    private final NamespaceReader namespace;
    private final BucketRequests buckets;
    private final long least;
    private final long most;
    private final int quarterSize;
    private final Demand demand;

    private final long ttlNanos;
    private final long hedgeNanos;
    private final long probeInterval;
    private final AtomicBoolean roundRequested = new AtomicBoolean();

    private int inFlight;
    private boolean probing;
    private long probedAt;
    private long expected;
    private @Nullable Future<?> wake;
    private long wakeAt;

    /** @param stock the stock to fill */
    RefillPlanner(
            LeaseClient client,
            SequenceEnvironment environment,
            NamespaceMembership membership,
            Ring ring,
            Stock stock) {
        SequenceSettings settings = environment.settings();
        this.client = client;
        this.time = client.time();
        this.stock = stock;
        this.ring = ring;
        this.namespace = new NamespaceReader(client, settings, membership, ring, this::round, stock::revoke);
        this.buckets = new BucketRequests(client, environment, namespace, ring, stock, this::round);
        this.ttlNanos = settings.leaseTtl().toNanos();
        this.hedgeNanos = settings.requestTimeout().toNanos() / HEDGES_PER_TIMEOUT;
        this.probeInterval = settings.breakerWait().toNanos() / PROBES_PER_WAIT;
        this.probedAt = time.nanoTime();
        this.quarterSize = environment.layout().quarterSize();
        long numbers = (long) ring.buckets().size() * quarterSize * BucketLayout.QUARTERS;
        this.least = Math.max(1, Math.min(LEAST_STOCK, numbers / LEAST_SHARE));
        this.most = Math.max(least, numbers / MOST_SHARE);
        this.demand = new Demand(least, most, ttlNanos, IDLE_AFTER_TTLS * ttlNanos, time.nanoTime());
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

    AfterDoubt afterDoubt() {
        return buckets.afterDoubt();
    }

    /** How far the time in new ids is ahead of the clock. */
    Duration lead() {
        long now = time.nanoTime();
        long present = client.clock().millisAt(now);
        return Duration.ofMillis(Math.max(0, stock.firstWindow(now).orElse(present) - present));
    }

    /** Requests a round if the stock is below half of its target, or empty. Any thread. */
    void drawnFrom(long nanoTime) {
        if (!roundRequested.get()
                && 2 * stock.remainingAt(nanoTime) < demand.target()
                && !roundRequested.getAndSet(true)) {
            client.requests().execute(this::wantedRound);
        }
    }

    private void wantedRound() {
        roundRequested.set(false);
        demand.wanted(time.nanoTime());
        round();
    }

    private void beat() {
        stock.wakeAll(); // so that callers whose deadline has passed return
        long now = time.nanoTime();
        Duration lead = lead();
        if (lead.isZero()) {
            client.log().over(LEADING, ": ids carry the right time again");
        } else {
            client.log().warnOnce(LEADING, lead.toMillis());
        }
        demand.measure(stock.taken(), now);
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
        if (!namespace.membership().isJoined()) {
            namespace.join();
            return;
        }
        long now = time.nanoTime();
        stock.prune(now);
        if (!isResting(now)) {
            namespace.refresh();
            extend(now);
            if (!buckets.isDeciding()) {
                lease(now);
            }
        }
    }

    // Extending leases in stock

    private void extend(long now) {
        long budget = 2 * demand.target();
        for (Lease lease : stock.leases()) {
            if (budget > 0
                    && lease.wantsExtension(now, ttlNanos / ROUNDS_PER_TTL, ttlNanos / 100 * OPEN_PERCENT)
                    && !lease.bucket().isBreakerOpen()) {
                buckets.extend(lease, now);
            }
            budget -= lease.remaining();
        }
    }

    // Leasing missing numbers

    private void lease(long now) {
        // A lease that was just granted or extended has lost up to two round trips of its ttl.
        long fresh =
                stock.remainingAt(now + ttlNanos / 10 * FRESH_TENTHS - Math.min(2 * buckets.roundTrip(), ttlNanos / 2));
        long remaining = stock.remainingAt(now);
        demand.shortage(stock.taken(), remaining);
        long target = demand.target();
        if (4 * (fresh + expected) >= 3 * target) {
            return;
        }
        long missing = Math.min(target - fresh, most - remaining) - expected;
        while (missing > 0 && inFlight < BucketSequence.MOST_REQUESTS) {
            Bucket bucket = ring.nextReady(now);
            if (bucket == null) {
                probe(now);
                wakeLater(now);
                return;
            }
            int count = (int) Math.min(missing, quarterSize);
            // Any of them may be locked. If callers wait for the first that is not, several are asked at once.
            missing -= remaining == 0 && buckets.allSeemToLead() ? 0 : count;
            lease(bucket, count);
        }
    }

    private void lease(Bucket bucket, int count) {
        inFlight++;
        expected += count;
        Future<?> hedge = client.requests().schedule(() -> uncount(count), hedgeNanos);
        buckets.lease(bucket, count, () -> {
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
        if (!probing && namespace.membership().isJoined() && now - probedAt >= probeInterval) {
            probedAt = now;
            Bucket bucket = ring.nextProbe(now);
            if (bucket != null) {
                probing = true;
                buckets.lease(bucket, (int) Math.min(least, quarterSize), () -> probing = false);
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
