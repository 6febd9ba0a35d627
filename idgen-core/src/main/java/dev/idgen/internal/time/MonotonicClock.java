package dev.idgen.internal.time;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;

/** Presents a monotonic clock as a {@link Clock}. Waits measured with it do not stretch when the wall clock steps. */
final class MonotonicClock extends Clock {

    private final TimeSource source;
    private final long origin;
    private final ZoneId zone;

    MonotonicClock(TimeSource source, ZoneId zone) {
        this(source, source.nanoTime(), zone);
    }

    private MonotonicClock(TimeSource source, long origin, ZoneId zone) {
        this.source = source;
        this.origin = origin;
        this.zone = zone;
    }

    @Override
    public Instant instant() {
        return Instant.EPOCH.plusNanos(source.nanoTime() - origin);
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
        return new MonotonicClock(source, origin, other);
    }
}
