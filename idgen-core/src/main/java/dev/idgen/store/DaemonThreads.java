package dev.idgen.store;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Bounded pools of named daemon threads. A thread ends after it was idle for a while. */
public final class DaemonThreads {

    private static final long KEEP_ALIVE_SECONDS = 30;

    private DaemonThreads() {}

    /**
     * Makes a pool. Its owner must shut it down.
     *
     * @param name prefix of the threads' names
     * @param most the most threads at once
     * @param queued the most queued tasks; further tasks are rejected
     */
    public static ExecutorService pool(String name, int most, int queued) {
        AtomicInteger count = new AtomicInteger();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                most, most, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(queued), task -> {
                    Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }
}
