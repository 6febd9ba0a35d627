package dev.idgen.internal.counter;

import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Consecutive numbers to take, and the segment after them. Thread-safe and lock-free: taking a number is one atomic
 * addition.
 */
/*
 * taken only grows. A caller gets a number if its addition found taken < count. Callers that come after the last
 * number, or after close has set taken beyond count, get none and try the following segment. taken counts numbers
 * instead of holding the next number, so additions after the last number cannot overflow, whatever the numbers are.
 */
final class Segment {

    static final long NONE = Long.MIN_VALUE;

    /** Far above any count, and far from overflow. */
    private static final long CLOSED = Long.MAX_VALUE / 2;

    /**
     * The counter's index: 128 bytes from both ends, so its cache line and that line's prefetched twin hold nothing
     * else.
     */
    private static final int TAKEN = 16;

    private final long first;
    private final int count;
    private final long half;
    private final AtomicLongArray padded = new AtomicLongArray(2 * TAKEN + 1);
    private volatile @Nullable Segment following;

    Segment(NumberBlock block) {
        this.first = block.first();
        this.count = block.count();
        this.half = first + count / 2;
    }

    /** A segment without numbers. */
    static Segment empty() {
        return new Segment(new NumberBlock(0, 0));
    }

    /** The next number, or {@link #NONE}. */
    long take() {
        long before = padded.getAndIncrement(TAKEN);
        return before < count ? first + before : NONE;
    }

    /** Whether a number is the middle one, which triggers the next look for more. */
    boolean isHalf(long number) {
        return number == half;
    }

    long remaining() {
        return Math.max(0, count - padded.get(TAKEN));
    }

    /** Ends the segment. Returns the first number that was not taken; {@link #end} if all were. */
    long close() {
        return first + Math.min(padded.getAndSet(TAKEN, CLOSED), count);
    }

    /** The number after the last one. */
    long end() {
        return first + count;
    }

    @Nullable
    Segment following() {
        return following;
    }

    void setFollowing(Segment segment) {
        following = segment;
    }
}
