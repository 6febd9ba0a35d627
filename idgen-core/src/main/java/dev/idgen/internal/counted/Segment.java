package dev.idgen.internal.counted;

import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Numbers ready to be taken, in order, and the segment that comes after them. Thread-safe and lock-free: taking is one
 * atomic addition.
 */
/*
 * taken only grows. A number is the taker's if the addition found fewer than count taken; whoever comes after the last
 * one, or after close has put taken beyond count, gets nothing and goes on to the following segment. It counts the
 * numbers taken and does not hold the next number, so that there is room beyond the last one whatever the numbers are.
 */
final class Segment {

    static final long NONE = Long.MIN_VALUE;

    /** Far beyond any count, and far from overflow. */
    private static final long CLOSED = Long.MAX_VALUE / 2;

    /**
     * The counter's place: 128 bytes from both ends, so that nothing else lies on its cache line or that one's
     * prefetched twin.
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

    /** A segment that has nothing. */
    static Segment empty() {
        return new Segment(new NumberBlock(0, 0));
    }

    /** The next number, or {@link #NONE}. */
    long take() {
        long before = padded.getAndIncrement(TAKEN);
        return before < count ? first + before : NONE;
    }

    /** Whether a number is the one at which it is time to look for more. */
    boolean isHalf(long number) {
        return number == half;
    }

    long remaining() {
        return Math.max(0, count - padded.get(TAKEN));
    }

    /** Ends it, and returns the first number that was not taken; {@code end} if all were. */
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
