package dev.idgen.samples.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** The latest minute: ids per second, and events of servers. Thread-safe. */
@Component
class Timeline {

    private static final Duration LENGTH = Duration.ofMinutes(1);
    private static final long PERIOD_MILLIS = 500;

    /**
     * The figures of half a second.
     *
     * @param at its end
     * @param slowestMillis the longest call in it
     */
    record Point(Instant at, long idsPerSecond, double slowestMillis) {}

    /** An event of a server. */
    record Event(Instant at, String what) {}

    private final Load load;
    private final Deque<Point> points = new ArrayDeque<>();
    private final Deque<Event> events = new ArrayDeque<>();
    private Load.Totals totals;
    private long latestNanos;

    Timeline(Load load) {
        this.load = load;
        this.totals = load.totals();
        this.latestNanos = System.nanoTime();
    }

    @Scheduled(fixedRate = PERIOD_MILLIS, initialDelay = PERIOD_MILLIS)
    synchronized void advance() {
        long now = System.nanoTime();
        Load.Totals all = load.totals();
        double seconds = (now - latestNanos) / (double) TimeUnit.SECONDS.toNanos(1);
        Instant at = Instant.now();
        points.add(new Point(at, Math.round((all.issued() - totals.issued()) / seconds), all.slowestMillis()));
        totals = all;
        latestNanos = now;
        Instant first = at.minus(LENGTH);
        points.removeIf(point -> point.at().isBefore(first));
        events.removeIf(event -> event.at().isBefore(first));
    }

    synchronized void note(String what) {
        events.add(new Event(Instant.now(), what));
    }

    /** Oldest first. */
    synchronized List<Point> points() {
        return new ArrayList<>(points);
    }

    /** Oldest first. */
    synchronized List<Event> events() {
        return new ArrayList<>(events);
    }

    /** The totals at the latest point. */
    synchronized Load.Totals totals() {
        return totals;
    }
}
