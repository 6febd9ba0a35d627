package dev.idgen.internal.time;

import java.time.Duration;
import java.time.Instant;

/**
 * Counts time in ticks of equal length since an epoch; these are the timestamps of ids. Clocks tell milliseconds. If
 * ticks are shorter, a millisecond has several.
 *
 * <p>Immutable and thread-safe.
 */
public final class TickScale {

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Times beyond this one, in the year 6429, are replaced by it. */
    private static final long FAR = 1L << 47;

    private static final long SHORTEST_NANOS = 100;

    /** A coarser tick might last longer than the lease of a node id, or than a process needs to restart. */
    public static final Duration COARSEST = Duration.ofSeconds(1);

    private final Duration tick;
    private final long epochMillis;
    private final long millisPerTick;
    private final long ticksPerMilli;

    /**
     * @param epoch when tick 0 begins, a whole millisecond
     * @param tick a tick's length: whole milliseconds up to {@link #COARSEST}, or a whole fraction of a millisecond
     *     from 100 ns
     * @throws IllegalArgumentException if either is anything else
     */
    public TickScale(Instant epoch, Duration tick) {
        if (epoch.getNano() % NANOS_PER_MILLI != 0 || Math.abs(epoch.getEpochSecond()) > FAR / 1000) {
            throw new IllegalArgumentException("an epoch is a whole millisecond, not " + epoch);
        }
        if (tick.compareTo(Duration.ofNanos(SHORTEST_NANOS)) < 0 || tick.compareTo(COARSEST) > 0) {
            throw new IllegalArgumentException("a tick lasts 100 ns to a second, not " + tick);
        }
        long nanos = tick.toNanos();
        if (nanos % NANOS_PER_MILLI != 0 && NANOS_PER_MILLI % nanos != 0) {
            throw new IllegalArgumentException("a tick is whole milliseconds or a whole part of one, not " + tick);
        }
        this.tick = tick;
        this.epochMillis = epoch.toEpochMilli();
        this.millisPerTick = Math.max(1, nanos / NANOS_PER_MILLI);
        this.ticksPerMilli = Math.max(1, NANOS_PER_MILLI / nanos);
    }

    /** The length of a tick. */
    public Duration tick() {
        return tick;
    }

    /** When tick 0 begins. */
    public Instant epoch() {
        return Instant.ofEpochMilli(epochMillis);
    }

    /** How many ticks begin in a millisecond; 1 if ticks are longer than that. */
    public long ticksPerMilli() {
        return ticksPerMilli;
    }

    /** The tick at a time in epoch milliseconds, the first if there are several; negative before the epoch. */
    public long at(long millis) {
        long since = near(millis) - epochMillis;
        return (millisPerTick == 1 ? since : Math.floorDiv(since, millisPerTick)) * ticksPerMilli;
    }

    /** The first tick that begins at a time in epoch milliseconds or later. */
    public long firstFrom(long millis) {
        return at(near(millis) + millisPerTick - 1);
    }

    /**
     * The first tick that begins at an instant or later.
     *
     * @param instant not before the epoch
     * @throws ArithmeticException if the tick exceeds a {@code long}
     */
    public long firstFrom(Instant instant) {
        Duration since = Duration.between(epoch(), instant);
        long ticks = since.dividedBy(tick);
        return tick.multipliedBy(ticks).equals(since) ? ticks : ticks + 1;
    }

    /** The last tick that begins in or before a given epoch millisecond. */
    public long lastUntil(long millis) {
        return at(millis) + ticksPerMilli - 1;
    }

    /** How many whole ticks fit in a duration. */
    public long ticksIn(Duration duration) {
        return duration.toNanos() / tick.toNanos();
    }

    /**
     * The beginning of a tick in epoch milliseconds, rounded down.
     *
     * @throws ArithmeticException if it exceeds a {@code long}
     */
    public long millisOf(long number) {
        return Math.addExact(epochMillis, Math.multiplyExact(Math.floorDiv(number, ticksPerMilli), millisPerTick));
    }

    /** The beginning of a tick. */
    public Instant instantOf(long number) {
        long nanos = Math.floorMod(number, ticksPerMilli) * (NANOS_PER_MILLI / ticksPerMilli);
        return Instant.ofEpochMilli(millisOf(number)).plusNanos(nanos);
    }

    private static long near(long millis) {
        return Math.max(-FAR, Math.min(millis, FAR));
    }

    @Override
    public String toString() {
        return tick + " since " + epoch();
    }
}
