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

/** Draws ids without pause, like an application under steady load, and looks for duplicates. Thread-safe. */
@Component
class Load {

    private static final long IDS_PER_SECOND = 2000;
    private static final long PAUSE_MILLIS = 10;

    /** The delay up to which the load catches up. After a longer one, the line has a gap. */
    private static final long MOST_NANOS_CAUGHT_UP = TimeUnit.MILLISECONDS.toNanos(200);

    /** More ids than one minute draws. Equal ids have the same millisecond, so they would be drawn close together. */
    private static final int REMEMBERED = 200_000;

    /**
     * The ids drawn so far.
     *
     * @param issued the number of ids
     * @param duplicates the number of ids that were issued before
     * @param failures the number of calls without an id
     * @param latestFailure the message of the latest call, if it failed
     * @param slowestMillis the longest call since the last query
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

    /** Returns the totals, and resets the slowest call. */
    synchronized Totals totals() {
        Totals totals = new Totals(
                issued, duplicates, failures, latestFailure, slowestNanos / (double) TimeUnit.MILLISECONDS.toNanos(1));
        slowestNanos = 0;
        return totals;
    }
}
