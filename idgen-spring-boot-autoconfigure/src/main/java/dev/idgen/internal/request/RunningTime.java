package dev.idgen.internal.request;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How long this process has run while somebody wanted to know: the planner counts pauses, see {@link Patience}. It may be
 * one pause behind. Thread-safe.
 */
final class RunningTime {

    private final Waiters.Timer planner;
    private final AtomicInteger users = new AtomicInteger();
    private final AtomicBoolean counting = new AtomicBoolean();
    private final AtomicLong nanos = new AtomicLong();

    RunningTime(Waiters.Timer planner) {
        this.planner = planner;
    }

    /** From now on it counts, until as many {@link #end}. */
    void begin() {
        users.incrementAndGet();
        countUnlessCounting();
    }

    void end() {
        users.decrementAndGet();
    }

    /** Nanoseconds counted so far. */
    long nanos() {
        return nanos.get();
    }

    private void countUnlessCounting() {
        if (users.get() > 0 && !counting.getAndSet(true)) {
            planner.schedule(this::count, Patience.PAUSE_NANOS);
        }
    }

    private void count() {
        nanos.addAndGet(Patience.PAUSE_NANOS);
        counting.set(false);
        countUnlessCounting();
    }
}
