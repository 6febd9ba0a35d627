package dev.idgen.internal.string.sequence;

import dev.idgen.internal.time.StampClock;
import dev.idgen.internal.time.TimeSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A chunk of numbers, and the workspace of the thread that draws from it. A thread owns a stripe from
 * {@link BucketSequence#acquire} to {@link BucketSequence#release}, and shares no field meanwhile. The pool orders one
 * owner's accesses before those of the next.
 *
 * @param <S> what the caller keeps with the numbers, for example a buffer to format ids in
 */
public final class Stripe<S> {

    static final int MAX_CHUNK = 4096;

    /** From this chunk size on, a thread gains more from its own stripe than others lose by not sharing it. */
    private static final int BUSY_CHUNK = 1024;

    private static final long BUSY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long CALM_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Who may own a stripe. */
    enum Home {
        /** Any thread, one at a time. */
        POOL,
        /** One thread alone. */
        THREAD,
        /** The thread that it was made for, for a single use. */
        NOWHERE
    }

    private final S workspace;
    private final Home home;

    /** Whether a thread owns it, if any thread may. */
    private final AtomicBoolean mark = new AtomicBoolean();

    /** Whether its only thread owns it. The mark would take longer than everything else in a draw. */
    private boolean owned;

    private @Nullable Lease lease;
    private int first;
    private int next;
    private int end;

    /** Whether the chunk was used before. */
    private boolean again;

    private int chunk = 1;
    private long cutAt;
    private long tick;

    /** No later timestamp may be less, because the thread has seen it, or read it from the clock. */
    private long latest;

    /** The reading and the lease's window that the tick was made from. */
    private long stampedAt;

    private @Nullable Lease stampedFrom;

    /** Only the owner writes it. Any thread reads it for statistics, and may see an earlier value. */
    private long drawn;

    Stripe(S workspace, Home home) {
        this(workspace, home, 0);
    }

    /** @param latest no timestamp here may be less than this, in epoch milliseconds */
    Stripe(S workspace, Home home, long latest) {
        this.workspace = workspace;
        this.home = home;
        this.latest = latest;
    }

    public S workspace() {
        return workspace;
    }

    /** The number drawn last. It is unique in this namespace among all numbers with the same {@link #tick}. */
    public int number() {
        return next - 1;
    }

    /**
     * The timestamp of {@link #number}, in epoch milliseconds. It never decreases here, except where a lease's window
     * ends before the latest one.
     */
    public long tick() {
        return tick;
    }

    /** Later timestamps here are not less than this, in epoch milliseconds. */
    long latest() {
        return latest;
    }

    /** Makes sure that later timestamps are not less than {@code millis}, which a thread got from another stripe. */
    void goOnFrom(long millis) {
        if (millis > latest) {
            latest = millis;
            stampedFrom = null;
        }
    }

    /**
     * Draws the next numbers with the same timestamp, as far as the chunk has them.
     *
     * @param most the most numbers to draw, from 0
     * @return how many were drawn; {@link #number} is the last of them
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

    /** Whether its owner, about to draw, should report that it reads the clock often. */
    boolean isClockRenewalDue() {
        return (next & (TimeSource.READINGS_PER_RENEWAL - 1)) == 0;
    }

    /** Whether its chunks are large because they are used up fast. */
    boolean isBusy() {
        return chunk >= BUSY_CHUNK;
    }

    /** Lets the calling thread own it; false if it is owned already. */
    boolean enter() {
        if (home == Home.THREAD) {
            boolean free = !owned;
            owned = true;
            return free;
        }
        // The cheap read first: threads that find it owned do not write to the owner's cache line.
        return !mark.getOpaque() && !mark.getAndSet(true);
    }

    /** Ends the calling thread's ownership. */
    void leave() {
        if (home == Home.THREAD) {
            owned = false;
        } else {
            mark.setRelease(false);
        }
    }

    Home home() {
        return home;
    }

    /**
     * Draws a number, stamped with the clock's time.
     *
     * @param nanoTime monotonic time, perhaps slightly old. A lease that ended since then is still used only within its
     *     window
     * @return false if the chunk is empty or its lease has ended
     */
    boolean draw(long nanoTime, StampClock clock) {
        Lease from = lease;
        if (from == null || !take(from, nanoTime)) {
            return false;
        }
        // Many draws share a reading of the clock. Making the same stamp again would take a twentieth of an id's time.
        if (nanoTime != stampedAt || from != stampedFrom) {
            stamp(from, nanoTime, clock.millisAt(nanoTime));
        }
        return true;
    }

    /** Draws a number, stamped with {@code millis}, adjusted to the lease's window and earlier readings. */
    boolean draw(long nanoTime, long millis) {
        Lease from = lease;
        if (from == null || !take(from, nanoTime)) {
            return false;
        }
        stamp(from, nanoTime, millis);
        return true;
    }

    private void stamp(Lease from, long nanoTime, long millis) {
        latest = Math.max(millis, latest);
        tick = from.clamp(latest);
        // This window may begin after the clock's time, and that of the next lease before it.
        latest = Math.max(tick, latest);
        stampedAt = nanoTime;
        stampedFrom = from;
    }

    private boolean take(Lease from, long nanoTime) {
        if (next == end || !from.isOpenAt(nanoTime)) {
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

    void receive(Lease from, int firstNumber, int afterLast) {
        lease = from;
        first = firstNumber;
        next = firstNumber;
        end = afterLast;
        again = false;
        stampedFrom = null;
    }

    /** Receives numbers that were used before. Their timestamps here are later than those. */
    void receive(UsedChunk chunk) {
        receive(chunk.lease(), chunk.first(), chunk.afterLast());
        again = true;
        tick = chunk.tick(); // until it draws, for the case that it gives them up without a draw
        goOnFrom(tick + 1);
    }

    /** How many numbers were drawn from the present chunk, if it was used before. */
    int drawnAgain() {
        return again ? next - first : 0;
    }

    /** Gives up the chunk, with the numbers that are left in it; null if there is none or its lease has ended. */
    @Nullable
    UsedChunk giveUp(long nanoTime) {
        Lease from = lease;
        lease = null;
        again = false;
        if (from == null || !from.isOpenAt(nanoTime)) {
            return null;
        }
        return new UsedChunk(from, first, end, tick);
    }

    /** Whether all numbers of its chunk were drawn. */
    boolean isUsedUp() {
        return next == end;
    }

    /** How many numbers to cut next. It doubles while chunks are used up within a millisecond, and halves when calm. */
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
