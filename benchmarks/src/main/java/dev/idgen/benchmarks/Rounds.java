package dev.idgen.benchmarks;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Runs an operation many times on several threads, in several rounds of which the best counts. */
record Rounds(int rounds, int count) {

    /** Operations per second in the best of several rounds. */
    double best(int threads, Runnable operation) throws Exception {
        double best = 0;
        for (int round = 0; round < rounds; round++) {
            best = Math.max(best, once(threads, operation));
        }
        return best;
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
        for (Future<?> future : futures) {
            future.get();
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        executor.shutdown();
        executor.awaitTermination(10, TimeUnit.SECONDS);
        return count / seconds;
    }
}
