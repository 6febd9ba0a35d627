package dev.idgen.internal.string.sequence;

import java.util.concurrent.TimeUnit;

/**
 * A chunk that a stripe is done with. Each of its numbers may stand in one id per millisecond of the lease's window, so
 * they may be used again after its last one.
 *
 * <p>It has one owner at a time: a stripe, then the stock's queue, then the stripe that takes it from there. Each stripe
 * stamps later than {@code tick}, which is the last stamp of the one before.
 *
 * @param tick no id with one of its numbers has a later timestamp
 * @param usedAt when it was given up, in monotonic nanoseconds
 */
record UsedChunk(Lease lease, int first, int afterLast, long tick, long usedAt) {

    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    /** Whether a millisecond has passed. The clock may have been set back since then, so its time does not tell. */
    boolean isOver(long nanoTime) {
        return nanoTime - usedAt >= MILLI;
    }

    /** Whether its lease is open, and its window has a later timestamp than those used. */
    boolean isUsableAt(long nanoTime) {
        return lease.isOpenAt(nanoTime) && lease.clamp(tick + 1) > tick;
    }
}
