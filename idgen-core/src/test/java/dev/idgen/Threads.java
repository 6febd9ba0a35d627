package dev.idgen;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Does the same work in several threads that begin together. */
public final class Threads {

    private static final ExecutorService EXECUTOR = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "race");
        thread.setDaemon(true);
        return thread;
    });

    private Threads() {}

    /** Returns what each thread returned, once all have ended. */
    public static <T> List<T> race(int threads, Callable<T> work) throws Exception {
        CyclicBarrier start = new CyclicBarrier(threads);
        Callable<T> together = () -> {
            start.await();
            return work.call();
        };
        List<T> results = new ArrayList<>();
        for (Future<T> future : EXECUTOR.invokeAll(Collections.nCopies(threads, together))) {
            results.add(future.get());
        }
        return results;
    }
}
