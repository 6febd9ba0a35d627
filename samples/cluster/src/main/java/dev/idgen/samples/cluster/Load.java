package dev.idgen.samples.cluster;

import dev.idgen.IdService;
import dev.idgen.IdgenException;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Draws ids without pause, as an application would that is in steady use, and looks for any that comes twice. Thread-safe. */
@Component
class Load {

    private static final long IDS_PER_SECOND = 2000;
    private static final long PAUSE_MILLIS = 10;

    /** Ids that could not be drawn in time are caught up with for this long; beyond that there is a gap in the line. */
    private static final long MOST_NANOS_CAUGHT_UP = TimeUnit.MILLISECONDS.toNanos(200);

    /** More than are drawn in a minute. Two equal ids would show the same millisecond, so they would be drawn close together. */
    private static final int REMEMBERED = 200_000;

    /**
     * The ids drawn so far.
     *
     * @param issued how many ids
     * @param duplicates how many of them had been there before
     * @param failures how many calls got none
     * @param latestFailure what the latest call was told, if it got none
     * @param slowestMillis the longest call since this was asked the last time
     */
    record Totals(
            long issued,
            long duplicates,
            long failures,
            @Nullable String latestFailure,
            double slowestMillis) {}

    private final IdService ids;
    private final Queue<String> inOrder = new ArrayDeque<>();
    private final Set<String> remembered = new HashSet<>();
    private long issued;
    private long duplicates;
    private long failures;
    private @Nullable String latestFailure;
    private long slowestNanos;
    private long drawnUntil = System.nanoTime();

    Load(IdService ids) {
        this.ids = ids;
    }

    @Scheduled(fixedDelay = PAUSE_MILLIS)
    void draw() {
        long begun = System.nanoTime();
        int due = due(begun);
        if (due == 0) {
            return;
        }
        try {
            Iterable<String> drawn = ids.nextIds("DEMO", due);
            took(System.nanoTime() - begun);
            drawn.forEach(this::issued);
        } catch (IdgenException e) {
            took(System.nanoTime() - begun);
            failed(e);
        }
    }

    private synchronized int due(long now) {
        long since = Math.min(now - drawnUntil, MOST_NANOS_CAUGHT_UP);
        long due = since * IDS_PER_SECOND / TimeUnit.SECONDS.toNanos(1);
        if (due > 0) {
            drawnUntil = now;
        }
        return (int) due;
    }

    private synchronized void took(long nanos) {
        slowestNanos = Math.max(slowestNanos, nanos);
    }

    private synchronized void issued(String id) {
        issued++;
        latestFailure = null;
        if (!remembered.add(id)) {
            duplicates++;
            return;
        }
        inOrder.add(id);
        if (inOrder.size() > REMEMBERED) {
            remembered.remove(inOrder.remove());
        }
    }

    private synchronized void failed(IdgenException failure) {
        failures++;
        latestFailure = failure.getMessage();
    }

    /** All so far; begins to look for the slowest call anew. */
    synchronized Totals totals() {
        Totals totals = new Totals(
                issued, duplicates, failures, latestFailure, slowestNanos / (double) TimeUnit.MILLISECONDS.toNanos(1));
        slowestNanos = 0;
        return totals;
    }
}
