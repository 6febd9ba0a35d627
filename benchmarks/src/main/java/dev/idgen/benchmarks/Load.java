package dev.idgen.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Times calls from many threads. In a <em>closed loop</em>, a thread calls again when its call has returned. In an
 * <em>open loop</em>, each call has a due time, and its latency counts from then, including the wait behind a slow
 * call. A <em>paced</em> thread pauses between two calls, and only the call counts, not a late end of the pause.
 */
final class Load {

    /** The longest latency that histograms distinguish. */
    private static final long LONGEST = TimeUnit.SECONDS.toNanos(100);

    private static final int DIGITS = 2;
    private static final double NANOS_OF_MICRO = 1e3;

    /** A histogram takes tens of kilobytes, too much for thousands of threads. */
    private static final int MOST_HISTOGRAMS = 200;

    /** Returns when a thread's next call is due, in nanoseconds of {@link System#nanoTime}. */
    private interface Pace {

        long next(long due, long now);
    }

    private final int threads;
    private final Duration duration;
    private final Pace pace;

    /** The time over which the first calls of all threads spread. */
    private final long spreadNanos;

    private final boolean fromDue;

    private Load(int threads, Duration duration, Pace pace, long spreadNanos, boolean fromDue) {
        this.threads = threads;
        this.duration = duration;
        this.pace = pace;
        this.spreadNanos = spreadNanos;
        this.fromDue = fromDue;
    }

    /** Each thread calls without pause. */
    static Load closed(int threads, Duration duration) {
        return new Load(threads, duration, (due, now) -> now, 0, true);
    }

    /** @param perSecond calls of all threads together */
    static Load open(int threads, Duration duration, int perSecond) {
        long interval = TimeUnit.SECONDS.toNanos(1) * threads / perSecond;
        return new Load(threads, duration, (due, now) -> due + interval, interval, true);
    }

    /** @param meanPause the mean pause between two calls of a thread; pauses are 0.5 to 1.5 times as long, at random */
    static Load paced(int threads, Duration duration, Duration meanPause) {
        long mean = meanPause.toNanos();
        Pace pace = (due, now) -> now + ThreadLocalRandom.current().nextLong(mean / 2, mean * 3 / 2);
        return new Load(threads, duration, pace, mean, false);
    }

    /** The same load for another duration. */
    Load lasting(Duration other) {
        return new Load(threads, other, pace, spreadNanos, fromDue);
    }

    /**
     * The results.
     *
     * @param failures the number of calls that threw
     */
    record Outcome(Histogram nanos, long failures) {

        double micros(double percentile) {
            return nanos.getValueAtPercentile(percentile) / NANOS_OF_MICRO;
        }
    }

    Outcome run(Runnable call) throws Exception {
        return run(call, Executors.newFixedThreadPool(threads));
    }

    /** @param executor has a thread for each task, and is shut down */
    Outcome run(Runnable call, ExecutorService executor) throws Exception {
        try {
            LongAdder failures = new LongAdder();
            // All threads exist when it begins.
            long begin = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(200);
            long end = begin + duration.toNanos();
            Histogram[] histograms = histograms();
            List<Future<?>> futures = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                long first = begin + spreadNanos * t / threads;
                Histogram histogram = histograms[t % histograms.length];
                futures.add(executor.submit(() -> work(call, first, end, histogram, failures)));
            }
            for (Future<?> future : futures) {
                future.get();
            }
            Histogram all = new Histogram(LONGEST, DIGITS);
            Arrays.stream(histograms).forEach(all::add);
            return new Outcome(all, failures.sum());
        } finally {
            executor.shutdownNow();
        }
    }

    private Histogram[] histograms() {
        Supplier<Histogram> histogram = threads > MOST_HISTOGRAMS
                ? () -> new ConcurrentHistogram(LONGEST, DIGITS)
                : () -> new Histogram(LONGEST, DIGITS);
        return Stream.generate(histogram)
                .limit(Math.min(threads, MOST_HISTOGRAMS))
                .toArray(Histogram[]::new);
    }

    private void work(Runnable call, long first, long end, Histogram histogram, LongAdder failures) {
        long due = first;
        sleepUntil(due);
        while (due - end < 0) {
            long from = fromDue ? due : System.nanoTime();
            try {
                call.run();
            } catch (RuntimeException e) {
                failures.increment();
            }
            long now = System.nanoTime();
            histogram.recordValue(Math.min(LONGEST, Math.max(0, now - from)));
            due = pace.next(due, now);
            if (due != now) {
                sleepUntil(due);
            }
        }
    }

    private static void sleepUntil(long due) {
        long left = due - System.nanoTime();
        while (left > 0) {
            LockSupport.parkNanos(left);
            left = due - System.nanoTime();
        }
    }
}
