package dev.idgen.internal.string.sequence;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Runs the same work in several threads, which begin as nearly at once as a barrier can make them. */
final class Race implements AutoCloseable {

    private final int threads;
    private final ExecutorService executor;
    private final CyclicBarrier start;

    Race(int threads) {
        this.threads = threads;
        this.executor = Executors.newFixedThreadPool(threads);
        this.start = new CyclicBarrier(threads);
    }

    <T> List<T> run(Callable<T> work) throws Exception {
        List<Future<T>> futures = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            futures.add(executor.submit(() -> {
                start.await(30, TimeUnit.SECONDS);
                return work.call();
            }));
        }
        List<T> results = new ArrayList<>();
        for (Future<T> future : futures) {
            results.add(future.get(5, TimeUnit.MINUTES));
        }
        return results;
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
