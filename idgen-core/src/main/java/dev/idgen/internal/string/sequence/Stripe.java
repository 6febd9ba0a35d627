package dev.idgen.internal.string.sequence;

import dev.idgen.internal.time.StampClock;
import dev.idgen.internal.time.TimeSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A chunk of numbers and the workspace of whoever draws from it. A thread owns a stripe from {@link
 * BucketSequence#acquire} to {@link BucketSequence#release}; no field is shared meanwhile, and the pool's hand-over
 * orders the accesses of one owner before those of the next.
 *
 * @param <S> what the caller keeps beside the numbers, for example a buffer to format ids in
 */
public final class Stripe<S> {

    static final int MAX_CHUNK = 4096;

    /**
     * A thread that uses up chunks of this size saves more by having a stripe to itself than others lose by not sharing
     * it.
     */
    private static final int BUSY_CHUNK = 1024;

    private static final long BUSY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long CALM_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Who may own a stripe. */
    enum Home {
        /** Any thread, one after the other. */
        POOL,
        /** One thread alone. */
        THREAD,
        /** The thread that it was made for, once. */
        NOWHERE
    }

    private static final int FREE = 0;
    private static final int OWNED = 1;

    private final S workspace;
    private final Home home;

    /** Whether it is owned, if any thread may own it. An AtomicBoolean would take the compiler longer. */
    private final AtomicInteger mark = new AtomicInteger(FREE);

    /** Whether it is owned, if one thread alone may own it: the mark would take longer than all else in a draw. */
    private boolean owned;

    private @Nullable Lease lease;
    private int next;
    private int end;
    private int chunk = 1;
    private long cutAt;
    private long tick;

    /** The latest reading of the clock. Not the latest tick, which a window may have put ahead of it. */
    private long latest;

    /** At what reading, and from what lease's window, the tick was made. */
    private long stampedAt;

    private @Nullable Lease stampedFrom;

    /** Written by the owner only; for statistics any thread reads it, and may see an earlier value. */
    private long drawn;

    Stripe(S workspace, Home home) {
        this(workspace, home, 0);
    }

    /** @param latest what no timestamp here is to be less than */
    Stripe(S workspace, Home home, long latest) {
        this.workspace = workspace;
        this.home = home;
        this.latest = latest;
    }

    public S workspace() {
        return workspace;
    }

    /** The number drawn last: unique among all with the same {@link #tick}, in this namespace. */
    public int number() {
        return next - 1;
    }

    /**
     * The timestamp that belongs to {@link #number}, in epoch milliseconds; never less than an earlier one's here
     * unless a lease's window demanded that one or demands this one.
     */
    public long tick() {
        return tick;
    }

    /** The latest reading of the clock here, in epoch milliseconds. */
    long latest() {
        return latest;
    }

    /** Sees that no timestamp from now on is less than {@code millis}, which a thread had from another stripe. */
    void goOnFrom(long millis) {
        if (millis > latest) {
            latest = millis;
            stampedFrom = null;
        }
    }

    /**
     * Draws the next numbers with the same timestamp, as far as the chunk has them.
     *
     * @param most how many at most, from 0
     * @return how many; {@link #number} is the last of them
     */
    public int drawMore(int most) {
        if (lease == null || lease.isRevoked()) {
            return 0;
        }
        int more = Math.min(most, end - next);
        next += more;
        drawn += more;
        return more;
    }

    /** Whether its owner, about to draw, is to report that it reads the clock often. */
    boolean isClockRenewalDue() {
        return (next & (TimeSource.READINGS_PER_RENEWAL - 1)) == 0;
    }

    /** Whether its chunks are large because they are used up fast. */
    boolean isBusy() {
        return chunk >= BUSY_CHUNK;
    }

    /** The calling thread begins to own it, unless it is owned already. */
    boolean enter() {
        if (home == Home.THREAD) {
            boolean free = !owned;
            owned = true;
            return free;
        }
        // The cheap read first keeps threads that find it owned from writing to the owner's cache line.
        return mark.getOpaque() == FREE && mark.getAndSet(OWNED) == FREE;
    }

    /** The calling thread ceases to own it. */
    void leave() {
        if (home == Home.THREAD) {
            owned = false;
        } else {
            mark.setRelease(FREE);
        }
    }

    Home home() {
        return home;
    }

    /**
     * Draws a number, stamped with the clock's time.
     *
     * @param nanoTime monotonic time, perhaps a little old: a lease that ran out since is used within its window still
     * @return false if the chunk is empty or its lease has run out
     */
    boolean draw(long nanoTime, StampClock clock) {
        if (!take(nanoTime)) {
            return false;
        }
        // Many draws share a reading of the clock. Making the same stamp again would take a twentieth of an id's time.
        if (nanoTime != stampedAt || lease != stampedFrom) {
            stamp(nanoTime, clock.millisAt(nanoTime));
        }
        return true;
    }

    /** Likewise, stamped with {@code millis} or what the lease's window and earlier readings make of it. */
    boolean draw(long nanoTime, long millis) {
        if (!take(nanoTime)) {
            return false;
        }
        stamp(nanoTime, millis);
        return true;
    }

    private void stamp(long nanoTime, long millis) {
        Lease from = lease;
        latest = Math.max(millis, latest);
        tick = from == null ? latest : from.clamp(latest);
        stampedAt = nanoTime;
        stampedFrom = from;
    }

    private boolean take(long nanoTime) {
        if (next == end || lease == null || !lease.isOpenAt(nanoTime)) {
            return false;
        }
        next++;
        drawn++;
        return true;
    }

    /** How many numbers were drawn from it, or a few less. Any thread. */
    long drawn() {
        return drawn;
    }

    void receive(Lease from, int first, int afterLast) {
        lease = from;
        next = first;
        end = afterLast;
    }

    /** How many numbers to cut next: doubled while chunks are used up within a millisecond, halved when it is calm. */
    int nextChunk(long nanoTime) {
        long since = nanoTime - cutAt;
        cutAt = nanoTime;
        if (since < BUSY_NANOS) {
            chunk = Math.min(2 * chunk, MAX_CHUNK);
        } else if (since > CALM_NANOS) {
            chunk = Math.max(chunk / 2, 1);
        }
        return chunk;
    }
}
