package dev.idgen.internal.lease;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.request.StoreLog;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.time.StampClock;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.time.Window;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An instance's side of a lease store, for leases of any kind: it does what every answer or failure requires. It judges
 * the store's clock, sets the instance's clock by it, keeps the latest failure, and logs both.
 *
 * <p>Used only on the planner's thread, except where a method says "any thread".
 */
public final class LeaseClient {

    private final LeaseStore leaseStore;
    private final Requests requests;
    private final TimeSource time;
    private final StampClock clock;
    private final Waiters waiters;
    private final StoreLog log;
    private final ClockVeto veto;
    private volatile @Nullable Throwable latestFailure;
    private boolean hasGrant;
    private long openUntilNanos;
    private long grantedUntilMillis;

    /** No time later than this was shown before the clock was last set. */
    @GuardedBy("this")
    private long shownMillis = Long.MIN_VALUE;

    /** @param maxSkew the greatest difference between the clocks at which ids carry this machine's time */
    public LeaseClient(LeaseStore leaseStore, Requests requests, TimeSource time, Duration maxSkew, StoreLog log) {
        this.leaseStore = leaseStore;
        this.requests = requests;
        this.time = time;
        this.clock = new StampClock(time, maxSkew);
        this.waiters = new Waiters(time, Requests.FIRST_TIMEOUT);
        this.log = log;
        this.veto = new ClockVeto(time);
    }

    public LeaseStore leaseStore() {
        return leaseStore;
    }

    /** Any thread. */
    public Requests requests() {
        return requests;
    }

    /** Any thread. */
    public TimeSource time() {
        return time;
    }

    /** The clock that stamps the ids. Any thread. */
    public StampClock clock() {
        return clock;
    }

    /** Callers that wait for a lease, or for the first outcome. Any thread. */
    public Waiters waiters() {
        return waiters;
    }

    public StoreLog log() {
        return log;
    }

    /** The latest failure, if nothing has worked since; else null. Any thread. */
    public @Nullable Throwable latestFailure() {
        return latestFailure;
    }

    /** A look's time, as far as it is believed. */
    enum Belief {
        /** No doubt may be noted at this time, and nothing granted that begins then. */
        NONE,
        /** No doubt may be noted. At its start, an instance cannot tell which clock is wrong: its own or the store's. */
        GRANTS,
        ALL
    }

    /**
     * Judges the clock of a look, and sets this instance's clock by it unless it is not believed.
     *
     * @param requestedNanos when the look was requested, in monotonic nanoseconds
     */
    Belief belief(Snapshot snapshot, long requestedNanos) {
        boolean first = veto.knowsNothing();
        boolean believed = veto.believes(snapshot.time());
        if (!believed) {
            log.clockFarAhead(Duration.ofMillis(veto.ahead(snapshot.time())));
        }
        if (believed || first) {
            log.clock(synchronize(snapshot.time(), requestedNanos), clock.skew());
        }
        return believed ? Belief.ALL : first ? Belief.GRANTS : Belief.NONE;
    }

    private synchronized boolean synchronize(long storeMillis, long requestedNanos) {
        long beforeNanos = time.nanoTime();
        long shownBeforeMillis = clock.millisAt(beforeNanos);
        boolean trusted = clock.synchronize(storeMillis, requestedNanos);
        // Until now, another thread may have read the clock as it was before.
        long tookMillis = TimeUnit.NANOSECONDS.toMillis(time.nanoTime() - beforeNanos) + 1;
        shownMillis = Math.max(shownMillis, shownBeforeMillis + tookMillis);
        return trusted;
    }

    /**
     * No shown time of the clock is later than this, in epoch milliseconds, even if the clock was set back. Times from
     * before a lease count too: a thread may have read one, then looked at the node id and found it leased. Any thread.
     */
    public synchronized long latestShown() {
        return Math.max(shownMillis, clock.millisAt(time.nanoTime()));
    }

    /**
     * Notes a grant.
     *
     * @param lookMillis the time of the look that granted it, in epoch milliseconds of the store's clock
     * @param requestedNanos monotonic nanoseconds before it was requested
     */
    public void granted(Window window, long lookMillis, long requestedNanos) {
        long untilNanos = requestedNanos + TimeUnit.MILLISECONDS.toNanos(window.notAfter() - lookMillis);
        openUntilNanos = hasGrant && openUntilNanos - untilNanos > 0 ? openUntilNanos : untilNanos;
        grantedUntilMillis = Math.max(grantedUntilMillis, window.notAfter());
        hasGrant = true;
        requests.connectionWorks();
        log.granted();
        works();
    }

    /** Whether this instance has had a grant. */
    boolean hasGrant() {
        return hasGrant;
    }

    /**
     * Whether a window of this instance is open, by the store's clock, and by the monotonic one in case the store's was
     * set back.
     */
    boolean hasOpenWindow(long storeMillis) {
        return hasGrant && grantedUntilMillis >= storeMillis && openUntilNanos - time.nanoTime() > 0;
    }

    /** When the last window of this instance closes, in epoch milliseconds of the store's clock. */
    long grantedUntil() {
        return grantedUntilMillis;
    }

    /** Notes that the store works. */
    public void works() {
        latestFailure = null;
    }

    /** Logs and notes that a request failed, or that the store refused this instance. */
    public void failed(String what, Throwable failure) {
        log.failed(what, failure);
        fails(failure);
    }

    /** Lets asynchronous callers go whose deadline has passed: only a wake-up takes them out of the queue. */
    public void wakeCallers() {
        waiters.wakeAll();
    }

    /** Notes a failure that is already logged. */
    public void fails(Throwable failure) {
        latestFailure = failure;
        waiters.noteOutcome();
    }
}
