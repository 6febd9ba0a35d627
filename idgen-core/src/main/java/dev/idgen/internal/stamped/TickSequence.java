package dev.idgen.internal.stamped;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongUnaryOperator;

/**
 * Hands out pairs of tick and number, each once.
 *
 * <p><b>How.</b> Both are in one word that only grows, {@code tick << bits | number}. When the clock has advanced, the
 * next pair is the clock's tick with its first number; otherwise it is the next number, or the first one of the tick
 * after.
 *
 * <p><b>Guarantee.</b> Each word returned is greater than all returned before, whatever clock readings the callers
 * bring. So no pair repeats in the life of this object; the node id's window sees to what was before.
 *
 * <p>Thread-safe and lock-free. Nothing waits here: a caller whose tick would be too far ahead is refused.
 */
/*
 * state is the last word returned. Invariant of each successful compareAndSet: next > last, because either
 * its tick is greater than last's, or it is last + 1 in the same tick. Two threads that read the same last cannot
 * both succeed, so words are distinct and grow in the order of the successes. Where the tick read goes on and has
 * numbers left, a thread adds 1 instead, which always succeeds, and looks at the sum: it hands it out only if the tick
 * is still allowed, has not overflowed, and the sequence is open. Otherwise that word is left out. Closing sets the
 * highest bit, so that a thread that has read the word before does not succeed any more.
 */
public final class TickSequence {

    /** Returned instead of a word if the tick would be beyond the limit, or the sequence is closed. */
    public static final long REFUSED = -1;

    private static final long CLOSED = Long.MIN_VALUE;

    /** Where the state is: its cache line has nothing else that callers read. */
    private static final int AT = 8;

    /** Numbers that a tick must have left, more than there are threads at this point at once. */
    private static final int MARGIN = 1024;

    private final int bits;
    private final long mask;
    private final LongUnaryOperator firstNumber;
    private final long lastToAdd;
    private final long initial;
    private final AtomicLongArray state = new AtomicLongArray(2 * AT);
    private final AtomicLong skipped = new AtomicLong();
    private final AtomicLong reported = new AtomicLong();

    /**
     * @param bits width of the number, 0 to 62; ticks have the other {@code 63 - bits}
     * @param firstNumber the number a tick begins with, 0 to 2^bits - 1, given the tick; always the same for the same
     *     tick
     * @param last a word that counts as handed out, and all below it; 0 at least, so that no pair is (0, 0)
     */
    public TickSequence(int bits, LongUnaryOperator firstNumber, long last) {
        this(bits, firstNumber, last, MARGIN);
    }

    TickSequence(int bits, LongUnaryOperator firstNumber, long last, int margin) {
        if (bits < 0 || bits > 62) {
            throw new IllegalArgumentException("a tick's numbers have 0 to 62 bits, not " + bits);
        }
        if (last < 0) {
            throw new IllegalArgumentException("a sequence cannot go on after " + last);
        }
        this.bits = bits;
        this.mask = (1L << bits) - 1;
        this.firstNumber = firstNumber;
        this.lastToAdd = mask - margin;
        this.initial = last;
        this.state.set(AT, last);
    }

    /**
     * Takes a pair.
     *
     * @param now the clock's tick
     * @param limit the latest tick that the caller may use, less than 2^(63 - bits)
     * @return {@code tick << bits | number}, or {@link #REFUSED} if all pairs up to {@code limit} are taken, the clock
     *     is beyond it, or the sequence is closed
     */
    public long next(long now, long limit) {
        long last = state.get(AT);
        long tick = last >>> bits;
        if (now <= tick && tick <= limit && (last & mask) <= lastToAdd) {
            long next = state.incrementAndGet(AT);
            if (next > 0 && next >>> bits <= limit && (next & mask) != 0) {
                return next;
            }
            skipped.incrementAndGet();
        }
        return next(now, limit, 1);
    }

    /**
     * Takes pairs of one tick with numbers in a row.
     *
     * @param most how many at most, from 1; there are fewer if the tick ends, see {@link #inARow}
     * @return the first, or {@link #REFUSED}
     */
    public long next(long now, long limit, int most) {
        for (; ; ) {
            long last = state.get(AT);
            long tick = tickAfter(last, now);
            if (tick > limit || last < 0) {
                return REFUSED;
            }
            long next = tick == last >>> bits ? last + 1 : tick << bits | firstNumber.applyAsLong(tick);
            long end = next + inARow(next, most) - 1;
            if (next == last + 1 ? state.compareAndSet(AT, last, end) : skip(last, next, end)) {
                return next;
            }
        }
    }

    /** How many pairs {@link #next(long, long, int)} took which says that {@code first} is the first of them. */
    public int inARow(long first, int most) {
        return (int) Math.min(most, (first | mask) - first + 1);
    }

    /** Words between two that are handed out are noted first, so that at no time fewer are noted than were left out. */
    private boolean skip(long last, long next, long end) {
        skipped.addAndGet(next - last - 1);
        boolean done = state.compareAndSet(AT, last, end);
        if (!done) {
            skipped.addAndGet(last + 1 - next);
        }
        return done;
    }

    /**
     * How many pairs were handed out; for a moment less, when a tick begins, or more, when a word that was added is
     * left out, but never less than it has said before.
     */
    public long taken() {
        long passed = last() - initial;
        return reported.accumulateAndGet(passed - skipped.get(), Math::max);
    }

    /** The tick that goes on, unless the clock has passed it or its numbers are used up. */
    private long tickAfter(long last, long now) {
        long tick = last >>> bits;
        return now <= tick && (last & mask) != mask ? tick : Math.max(now, tick + 1);
    }

    /**
     * Hands out nothing any more.
     *
     * @return the last word handed out, or when it is closed already, perhaps a later one of the same tick
     */
    public long close() {
        return state.getAndUpdate(AT, last -> last | CLOSED) & ~CLOSED;
    }

    /** The last word handed out. */
    public long last() {
        return state.get(AT) & ~CLOSED;
    }

    /** The tick of the next pair if the clock does not advance. */
    public long upcomingTick() {
        return tickAfter(last(), 0);
    }
}
