package dev.idgen.benchmarks;

import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs an operation many times on several threads, in several rounds. The median round counts.
 *
 * @param most how long a round may take
 */
record Rounds(int rounds, int count, Duration most) {

    Rounds(int rounds, int count) {
        this(rounds, count, Duration.ofMinutes(5));
    }

    /**
     * Returns the operations per second of the median round.
     *
     * @throws TimeoutException if a round takes too long; its threads are interrupted
     */
    double median(int threads, Runnable operation) throws Exception {
        double[] all = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            all[round] = once(threads, operation);
        }
        Arrays.sort(all);
        return (all[(rounds - 1) / 2] + all[rounds / 2]) / 2;
    }

    private double once(int threads, Runnable operation) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        CountDownLatch ready = new CountDownLatch(threads);
        CountDownLatch go = new CountDownLatch(1);
        Future<?>[] futures = new Future<?>[threads];
        for (int t = 0; t < threads; t++) {
            futures[t] = executor.submit(() -> {
                ready.countDown();
                go.await();
                for (int i = 0; i < count / threads; i++) {
                    operation.run();
                }
                return null;
            });
        }
        ready.await();
        long begun = System.nanoTime();
        go.countDown();
        try {
            for (Future<?> future : futures) {
                future.get(most.toNanos() - (System.nanoTime() - begun), TimeUnit.NANOSECONDS);
            }
            return count / ((System.nanoTime() - begun) / 1e9);
        } finally {
            executor.shutdownNow();
            executor.awaitTermination(10, TimeUnit.SECONDS);
        }
    }
}
