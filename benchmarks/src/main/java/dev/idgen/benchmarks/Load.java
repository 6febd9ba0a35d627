package dev.idgen.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Calls from many threads, each timed. In a <em>closed loop</em> a thread calls again when its call has returned. In an
 * <em>open loop</em> it calls when its time has come, and the latency counts from then: calls that had to wait behind a slow
 * one show it.
 */
final class Load {

    /** Longest latency that is told apart. */
    private static final long LONGEST = TimeUnit.SECONDS.toNanos(100);

    private static final int DIGITS = 2;

    private final int threads;
    private final Duration duration;
    private final long intervalNanos;

    private Load(int threads, Duration duration, long intervalNanos) {
        this.threads = threads;
        this.duration = duration;
        this.intervalNanos = intervalNanos;
    }

    /** Calls one after the other. */
    static Load closed(int threads, Duration duration) {
        return new Load(threads, duration, 0);
    }

    /** @param perSecond calls of all threads together */
    static Load open(int threads, Duration duration, int perSecond) {
        return new Load(threads, duration, TimeUnit.SECONDS.toNanos(1) * threads / perSecond);
    }

    /** @param failures how many of the calls threw */
    record Outcome(Histogram nanos, long failures) {}

    Outcome run(Runnable call) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            return run(call, executor);
        } finally {
            executor.shutdownNow();
        }
    }

    private Outcome run(Runnable call, ExecutorService executor) throws Exception {
        LongAdder failures = new LongAdder();
        // All threads are there when it begins.
        long begin = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(200);
        long end = begin + duration.toNanos();
        List<Future<Histogram>> futures = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            long first = begin + intervalNanos * t / threads;
            futures.add(executor.submit(worker(call, first, end, failures)));
        }
        Histogram all = histogram();
        for (Future<Histogram> future : futures) {
            all.add(future.get());
        }
        return new Outcome(all, failures.sum());
    }

    private Callable<Histogram> worker(Runnable call, long first, long end, LongAdder failures) {
        return () -> {
            Histogram own = histogram();
            long due = first;
            sleepUntil(due);
            while (due - end < 0) {
                try {
                    call.run();
                } catch (RuntimeException e) {
                    failures.increment();
                }
                long now = System.nanoTime();
                own.recordValue(Math.min(LONGEST, Math.max(0, now - due)));
                if (intervalNanos == 0) {
                    due = now;
                } else {
                    due += intervalNanos;
                    sleepUntil(due);
                }
            }
            return own;
        };
    }

    private static void sleepUntil(long due) {
        long left = due - System.nanoTime();
        while (left > 0) {
            LockSupport.parkNanos(left);
            left = due - System.nanoTime();
        }
    }

    private static Histogram histogram() {
        return new Histogram(LONGEST, DIGITS);
    }
}
