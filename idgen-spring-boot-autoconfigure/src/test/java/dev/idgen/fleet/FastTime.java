package dev.idgen.fleet;

import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongUnaryOperator;

/** A machine on which time flies, so that a test sees many leases come and go, and on which the time is not steady. */
final class FastTime implements TimeSource {

    private final int factor;
    private final LongUnaryOperator shown;
    private final Instant begin;
    private final long origin;

    private FastTime(int factor, LongUnaryOperator shown, Instant begin, long origin) {
        this.factor = factor;
        this.shown = shown;
        this.begin = begin;
        this.origin = origin;
    }

    /** Both clocks run {@code factor} times as fast as they should, and well. */
    static FastTime steady(int factor) {
        return new FastTime(factor, LongUnaryOperator.identity(), Instant.now(), System.nanoTime());
    }

    /** This machine, with a time that is set back to the beginning again and again. */
    FastTime setBackEvery(Duration period) {
        return showing(nanos -> nanos % period.toNanos());
    }

    /** This machine, with a time that steps at random, by {@code most} in either direction. */
    FastTime stepping(Duration most, Duration every) {
        return showing(nanos -> nanos + Steps.at(nanos / every.toNanos(), most.toNanos()));
    }

    /** @param shownTime from what the time since the beginning is to what is shown, in nanoseconds */
    private FastTime showing(LongUnaryOperator shownTime) {
        return new FastTime(factor, shownTime, begin, origin);
    }

    @Override
    public Instant instant() {
        return begin.plusNanos(shown.applyAsLong(nanoTime()));
    }

    @Override
    public long nanoTime() {
        return (System.nanoTime() - origin) * factor;
    }
}
