package dev.idgen.internal.string.sequence;

/**
 * A chunk that a stripe is done with. Each of its numbers may stand in one id per millisecond of the lease's window, so
 * they may be used again after its last one.
 *
 * <p>It has one owner at a time: a stripe, then the stock's queue, then the stripe that takes it from there. Each
 * stripe stamps later than {@code tick}, which is the last stamp of the one before.
 *
 * @param tick no id with one of its numbers has a later timestamp
 */
record UsedChunk(Lease lease, int first, int afterLast, long tick) {

    /** Whether a stamp made at {@code millis} is later than the last one. */
    boolean isOver(long millis) {
        return lease.clamp(millis) > tick;
    }

    /** Whether its lease is open, and its window has a later timestamp than those used. */
    boolean isUsableAt(long nanoTime) {
        return lease.isOpenAt(nanoTime) && isOver(Long.MAX_VALUE);
    }
}
