package dev.idgen.fleet;

import dev.idgen.IdService;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.SequenceUnavailableException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A steady load of calls for one id each, shared evenly between several services, every call noted. */
final class Load {

    private static final int THREADS = 8;

    /**
     * One call.
     *
     * @param begun when, in monotonic nanoseconds
     * @param nanos how long it took
     * @param id what it returned, null if it failed
     * @param reason why it failed, null if it did not
     */
    record Call(
            long begun,
            long nanos,
            @Nullable String id,
            @Nullable Reason reason) {

        boolean failed() {
            return id == null;
        }
    }

    private final long interval;
    private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean ended;
    private volatile @Nullable Throwable surprise;

    private Load(int perSecond) {
        this.interval = TimeUnit.SECONDS.toNanos(THREADS) / perSecond;
    }

    static Load start(List<IdService> services, int perSecond) {
        Load load = new Load(perSecond);
        for (int i = 0; i < THREADS; i++) {
            IdService ids = services.get(i % services.size());
            Thread thread = new Thread(() -> load.call(ids), "load-" + i);
            thread.setUncaughtExceptionHandler((ended, failure) -> load.surprise = failure);
            load.threads.add(thread);
        }
        load.threads.forEach(Thread::start);
        return load;
    }

    private void call(IdService ids) {
        long due = System.nanoTime();
        while (!ended) {
            calls.add(callOnce(ids));
            due = Math.max(due + interval, System.nanoTime() - interval); // what was missed is not made up for
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
    }

    private static Call callOnce(IdService ids) {
        long begun = System.nanoTime();
        try {
            String id = ids.nextId("LOAD");
            return new Call(begun, System.nanoTime() - begun, id, null);
        } catch (SequenceUnavailableException e) {
            return new Call(begun, System.nanoTime() - begun, null, e.reason());
        }
    }

    /** The calls that began at a monotonic time or later. */
    Stream<Call> since(long nanoTime) {
        return calls.stream().filter(call -> call.begun() - nanoTime >= 0);
    }

    /** The ids of all calls, and others. */
    IssuedIds issued(String... others) {
        long base = System.currentTimeMillis() - TimeUnit.DAYS.toMillis(1);
        IssuedIds.Reader reader = new IssuedIds.Reader(base);
        return IssuedIds.of(
                Stream.concat(calls.stream().map(Call::id).filter(Objects::nonNull), Stream.of(others))
                        .mapToLong(reader::read)
                        .toArray(),
                base);
    }

    /**
     * Ends the load and waits for the last calls.
     *
     * @throws AssertionError if a call failed with anything but a {@link SequenceUnavailableException}
     */
    void end() {
        ended = true;
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (surprise != null) {
            throw new AssertionError("a call failed as none should", surprise);
        }
    }
}
