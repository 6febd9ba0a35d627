package dev.idgen.internal.time;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Clocks that move only when told to. The monotonic clock begins close to its overflow, so that whoever compares its
 * readings other than by subtraction is found out. Thread-safe.
 */
public final class ManualTime implements TimeSource {

    private static final Instant START = Instant.parse("2021-08-21T12:34:56.789Z");
    private static final long START_NANOS =
            Long.MAX_VALUE - Duration.ofSeconds(5).toNanos();

    private final AtomicReference<Reading> reading;

    private record Reading(Instant wall, long nanos) {}

    public ManualTime() {
        this(START);
    }

    public ManualTime(Instant wall) {
        this(wall, START_NANOS);
    }

    public ManualTime(Instant wall, long nanoTime) {
        this.reading = new AtomicReference<>(new Reading(wall, nanoTime));
    }

    @Override
    public Instant instant() {
        return reading.get().wall();
    }

    @Override
    public long nanoTime() {
        return reading.get().nanos();
    }

    /** Returns at once, with that much time gone by on both clocks. */
    @Override
    public void pause(long nanos) {
        advance(Duration.ofNanos(nanos));
    }

    /** Lets time pass on both clocks. */
    public void advance(Duration duration) {
        reading.updateAndGet(at -> new Reading(at.wall().plus(duration), at.nanos() + duration.toNanos()));
    }

    /** Lets time pass on the monotonic clock while the wall clock stands still. */
    public void advanceMonotonic(Duration duration) {
        reading.updateAndGet(at -> new Reading(at.wall(), at.nanos() + duration.toNanos()));
    }

    /** Puts the wall clock forward, or back by a negative duration; no time passes. */
    public void stepWall(Duration duration) {
        reading.updateAndGet(at -> new Reading(at.wall().plus(duration), at.nanos()));
    }

    /** Sets the wall clock; no time passes. */
    public void setWall(Instant wall) {
        reading.updateAndGet(at -> new Reading(wall, at.nanos()));
    }
}
