package dev.idgen.internal.time;

import java.time.Instant;

/** Forwards to other clocks, for tests that change some of what they say. */
public class ForwardingTime implements TimeSource {

    private final TimeSource time;

    /** Forwards to this machine's clocks. */
    public ForwardingTime() {
        this(TimeSource.system());
    }

    public ForwardingTime(TimeSource time) {
        this.time = time;
    }

    @Override
    public Instant instant() {
        return time.instant();
    }

    @Override
    public long nanoTime() {
        return time.nanoTime();
    }

    @Override
    public void pause(long nanos) {
        time.pause(nanos);
    }
}
