package dev.idgen.internal.request;

import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.time.TimeSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How many requests ended with each outcome, and how long they took. Thread-safe. */
final class RequestTimes {

    private final TimeSource time;
    private final Total answered = new Total("answered");
    private final Total failed = new Total("failed");
    private final Total timedOut = new Total("timed-out");

    /** The requests with one outcome. */
    private record Total(String outcome, LongAdder count, LongAdder nanos) {

        Total(String outcome) {
            this(outcome, new LongAdder(), new LongAdder());
        }

        Measure measure() {
            return Measure.timer(
                            "idgen.store.requests",
                            "Requests to the store, by outcome",
                            count::sum,
                            () -> nanos.sum() / (double) TimeUnit.SECONDS.toNanos(1))
                    .tagged("outcome", outcome);
        }
    }

    RequestTimes(TimeSource time) {
        this.time = time;
    }

    /** Counts a request that was answered in time or failed. An answer after the timeout is not counted again. */
    void ended(@Nullable Throwable failure, long requestedAt) {
        Total total = failure == null ? answered : failure instanceof TimeoutException ? timedOut : failed;
        total.count().increment();
        total.nanos().add(time.nanoTime() - requestedAt);
    }

    List<Measure> measures() {
        return Stream.of(answered, failed, timedOut).map(Total::measure).toList();
    }
}
