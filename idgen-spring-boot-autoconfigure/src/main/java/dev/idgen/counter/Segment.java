package dev.idgen.counter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Numbers ready to be taken, in order, and the segment that comes after them. Thread-safe and lock-free: taking is one atomic
 * addition.
 */
/*
 * next only grows. A number is the taker's if the addition found it below end; whoever comes after the last one, or after
 * close has put next beyond end, gets nothing and goes on to the following segment.
 */
final class Segment {

    static final long NONE = Long.MIN_VALUE;

    /** Far beyond any end, and far from overflow. */
    private static final long CLOSED = Long.MAX_VALUE / 2;

    private static final VarHandle NEXT;

    static {
        try {
            NEXT = MethodHandles.lookup().findVarHandle(Segment.class, "next", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long first;
    private final long end;
    private final long half;
    private volatile long next;
    private volatile @Nullable Segment following;

    Segment(Allotment allotment) {
        this.first = allotment.first();
        this.end = allotment.end();
        this.half = first + (end - first) / 2;
        this.next = first;
    }

    /** A segment that has nothing. */
    static Segment empty() {
        return new Segment(new Allotment(0, 0));
    }

    /** The next number, or {@link #NONE}. */
    long take() {
        long number = (long) NEXT.getAndAdd(this, 1L);
        return number < end ? number : NONE;
    }

    /** Whether a number is the one at which it is time to look for more. */
    boolean isHalf(long number) {
        return number == half;
    }

    long remaining() {
        return Math.max(0, end - next);
    }

    /** Ends it, and returns the first number that nobody took; {@code end} if all were. */
    long close() {
        return Math.min((long) NEXT.getAndSet(this, CLOSED), end);
    }

    long first() {
        return first;
    }

    long end() {
        return end;
    }

    @Nullable
    Segment following() {
        return following;
    }

    void setFollowing(Segment segment) {
        following = segment;
    }
}
