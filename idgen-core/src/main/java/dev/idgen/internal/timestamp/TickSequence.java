package dev.idgen.internal.timestamp;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;

/**
 * Hands out pairs of tick and number, each once.
 *
 * <p><b>How.</b> A pair is one word that only grows: {@code tick << bits | number}. When the clock has advanced, the
 * next pair is the clock's tick with its first number. Otherwise it is the next number, or the first number of the next
 * tick.
 *
 * <p><b>Guarantee.</b> Each returned word is greater than all returned before, whatever clock readings the callers
 * bring. So this object never repeats a pair. The node id's window excludes the pairs of earlier objects.
 *
 * <p>Thread-safe and lock-free. It never waits: it refuses a caller whose tick would be too far ahead.
 */
/*
 * state is the last word returned. Invariant of each successful compareAndSet: next > last, because either its tick is
 * greater than last's, or it is last + 1 in the same tick. Two threads that read the same last cannot both succeed. So
 * words are distinct and grow in the order of the successes.
 *
 * If the tick read continues and has numbers left, a thread adds 1 instead, which always succeeds. It returns the
 * sum only if its tick is still allowed and has not overflowed, and the sequence is open. Otherwise that word is
 * skipped. Closing sets the highest bit, so a thread that read the word before cannot succeed any more.
 */
final class TickSequence {

    /** Returned if the tick would be beyond the limit, or the sequence is closed. */
    public static final long REFUSED = -1;

    private static final long CLOSED = Long.MIN_VALUE;

    /** How many numbers a tick must have left to add 1: more than the threads that can be at this point at once. */
    private static final int MARGIN = 1024;

    private final int bits;
    private final long mask;
    private final LongUnaryOperator firstNumber;
    private final long lastToAdd;
    private final long initial;
    private final AtomicLong state;
    private final AtomicLong skipped = new AtomicLong();
    private final AtomicLong reported = new AtomicLong();

    /**
     * @param bits the number's width, 0 to 62; ticks have the other {@code 63 - bits}
     * @param firstNumber maps a tick to the number that it begins with, 0 to 2^bits - 1; always the same for the same
     *     tick
     * @param last this word and all below it count as handed out; at least 0, so that no pair is (0, 0)
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
        this.state = new AtomicLong(last);
    }

    /**
     * Takes a pair.
     *
     * @param nowTick the clock's tick
     * @param limit the latest tick that the caller may use, less than 2^(63 - bits)
     * @return {@code tick << bits | number}, or {@link #REFUSED} if all pairs up to {@code limit} are taken, the clock
     *     is beyond the limit, or the sequence is closed
     */
    public long next(long nowTick, long limit) {
        long last = state.get();
        long tick = last >>> bits;
        if (nowTick <= tick && tick <= limit && (last & mask) <= lastToAdd) {
            long next = state.incrementAndGet();
            if (next > 0 && next >>> bits <= limit && (next & mask) != 0) {
                return next;
            }
            skipped.incrementAndGet();
        }
        return next(nowTick, limit, 1);
    }

    /**
     * Takes pairs of one tick with consecutive numbers.
     *
     * @param most the most pairs to take, from 1; there are fewer if the tick ends, see {@link #inARow}
     * @return the first pair, or {@link #REFUSED}
     */
    public long next(long nowTick, long limit, int most) {
        for (; ; ) {
            long last = state.get();
            long tick = tickAfter(last, nowTick);
            if (tick > limit || last < 0) {
                return REFUSED;
            }
            long next = tick == last >>> bits ? last + 1 : tick << bits | firstNumber.applyAsLong(tick);
            long end = next + inARow(next, most) - 1;
            if (next == last + 1 ? state.compareAndSet(last, end) : skip(last, next, end)) {
                return next;
            }
        }
    }

    /** How many pairs {@link #next(long, long, int)} took when it returned {@code first}. */
    public int inARow(long first, int most) {
        return (int) Math.min(most, (first | mask) - first + 1);
    }

    /**
     * Skips the words between two pairs. It notes them first, so the noted words are never fewer than the skipped ones.
     */
    private boolean skip(long last, long next, long end) {
        skipped.addAndGet(next - last - 1);
        boolean done = state.compareAndSet(last, end);
        if (!done) {
            skipped.addAndGet(last + 1 - next);
        }
        return done;
    }

    /**
     * How many pairs were handed out. It may briefly be too low when a tick begins, or too high when an added word is
     * skipped, but it never decreases.
     */
    public long taken() {
        long passed = last() - initial;
        return reported.accumulateAndGet(passed - skipped.get(), Math::max);
    }

    /** The current tick, or a later one if the clock has passed it or its numbers are used up. */
    private long tickAfter(long last, long nowTick) {
        long tick = last >>> bits;
        return nowTick <= tick && (last & mask) != mask ? tick : Math.max(nowTick, tick + 1);
    }

    /**
     * Ends the sequence.
     *
     * @return the last word handed out; if it was closed before, perhaps a later one of the same tick
     */
    public long close() {
        return state.getAndUpdate(last -> last | CLOSED) & ~CLOSED;
    }

    /** The last word handed out. */
    public long last() {
        return state.get() & ~CLOSED;
    }

    /** The tick of the next pair if the clock does not advance. */
    public long upcomingTick() {
        return tickAfter(last(), 0);
    }
}
