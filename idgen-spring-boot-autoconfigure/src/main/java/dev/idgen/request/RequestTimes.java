package dev.idgen.request;

import dev.idgen.monitor.Measure;
import dev.idgen.time.TimeSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How many requests ended in which way, and how long they took. Thread-safe. */
final class RequestTimes {

    /** How a request ended. An answer that comes after the timeout is not counted once more. */
    private enum Outcome {
        ANSWERED,
        FAILED,
        TIMED_OUT;

        String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private record Total(LongAdder count, LongAdder nanos) {}

    private final TimeSource time;
    private final Map<Outcome, Total> totals = new EnumMap<>(Outcome.class);

    RequestTimes(TimeSource time) {
        this.time = time;
        for (Outcome outcome : Outcome.values()) {
            totals.put(outcome, new Total(new LongAdder(), new LongAdder()));
        }
    }

    /** A request was answered in time, or failed. */
    void ended(@Nullable Throwable failure, long requestedAt) {
        if (failure == null) {
            count(Outcome.ANSWERED, requestedAt);
        } else {
            count(failure instanceof TimeoutException ? Outcome.TIMED_OUT : Outcome.FAILED, requestedAt);
        }
    }

    private void count(Outcome outcome, long requestedAt) {
        Total total = total(outcome);
        total.count().increment();
        total.nanos().add(time.nanoTime() - requestedAt);
    }

    private Total total(Outcome outcome) {
        Total total = totals.get(outcome);
        if (total == null) {
            throw new IllegalStateException("no total of " + outcome);
        }
        return total;
    }

    List<Measure> measures() {
        return Stream.of(Outcome.values()).map(this::measure).toList();
    }

    private Measure measure(Outcome outcome) {
        Total total = total(outcome);
        return Measure.timer(
                        "idgen.store.requests",
                        "Requests to the store, by how they ended",
                        total.count()::sum,
                        () -> total.nanos().sum() / (double) TimeUnit.SECONDS.toNanos(1))
                .tagged("outcome", outcome.text());
    }
}
