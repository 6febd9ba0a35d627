package dev.idgen.internal.counter;

import dev.idgen.IdgenException;
import dev.idgen.internal.counter.CounterTraces.Trace;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.store.NumberSequence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * Consecutive numbers in the order of issue. It takes each from the store only once a caller waits for it.
 *
 * <p><b>How.</b> Callers that arrive during a request are served together by the next one. It adds as many as there are
 * callers, who share the result in the order of arrival.
 *
 * <p><b>Guarantee.</b> No number is given twice while the store keeps its data. A number that is requested after
 * another was returned, by any instance, is greater. A number is skipped only if a request's outcome is unknown, or a
 * caller's deadline passes during the request.
 *
 * <p>Thread-safe, also for virtual threads.
 */
/*
 * Callers add themselves to the queue and make sure that the planner looks at it. Only the planner moves callers from
 * queue to pending. serving says that a look is due, so one task of the planner serves all callers that arrive
 * meanwhile. The planner clears it before the look, so a caller that arrives during the look causes another. The
 * planner may have ended when the counter is closed, so the closing thread refuses the callers in queue and pending. If
 * the planner is just moving a caller from queue to pending, the planner refuses it.
 */
final class MergedCounter implements NumberSequence {

    /** The most callers that one request serves. */
    private static final int MAX_MERGED = 10_000;

    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long SWEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final GuardedCounter counter;
    private final Requests requests;
    private final TimeSource time;
    private final long timeoutNanos;
    private final Executor callbacks;
    private final CounterUnavailability unavailability;
    private final ConcurrentLinkedQueue<Waiter> queue = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean serving = new AtomicBoolean();

    /** Callers in the order of arrival. The first {@code inFlight} are being served. */
    private final Deque<Waiter> pending = new ConcurrentLinkedDeque<>();

    private final LongAdder issued = new LongAdder();
    private int inFlight;
    private boolean pausing;
    private boolean sweeping;

    /** A caller that wants a number. Complete once it has the number or has given up. */
    private static final class Waiter extends CompletableFuture<Long> {

        private final long begun;
        private final boolean async;
        private volatile boolean refused;

        Waiter(long begun, boolean async) {
            this.begun = begun;
            this.async = async;
        }
    }

    /** @param callbacks completes the futures of asynchronous callers */
    MergedCounter(
            GuardedCounter counter, Requests requests, TimeSource time, Duration acquireTimeout, Executor callbacks) {
        this.counter = counter;
        this.requests = requests;
        this.unavailability = new CounterUnavailability(counter, time);
        this.time = time;
        this.timeoutNanos = acquireTimeout.toNanos();
        this.callbacks = callbacks;
    }

    @Override
    public long next() {
        return await(join(1, false).get(0));
    }

    /** {@inheritDoc} One request serves them all, or several if there are more than {@value #MAX_MERGED}. */
    @Override
    public long[] next(int count) {
        List<Waiter> waiters = join(count, false);
        try {
            return waiters.stream().mapToLong(this::await).toArray();
        } finally {
            waiters.forEach(waiter -> waiter.cancel(false)); // after a failure, the others are not wanted
        }
    }

    private long await(Waiter waiter) {
        try {
            return waiter.get(timeoutNanos - (time.nanoTime() - waiter.begun), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            waiter.cancel(false);
            Thread.currentThread().interrupt();
            throw unavailability.interrupted(waiter.begun);
        } catch (TimeoutException e) {
            waiter.cancel(false);
            throw unavailability.refusal(waiter.begun);
        } catch (ExecutionException e) {
            throw unavailability.refusal(waiter.begun); // made in this thread, for its stack trace
        }
    }

    @Override
    public CompletableFuture<Long> nextAsync() {
        return join(1, true).get(0);
    }

    private List<Waiter> join(int count, boolean async) {
        long now = time.nanoTime();
        List<Waiter> waiters =
                Stream.generate(() -> new Waiter(now, async)).limit(count).toList();
        if (!unavailability.isClosed()) {
            queue.addAll(waiters); // in one step
            if (!serving.getAndSet(true) && !requests.execute(this::serve)) {
                unavailability.close();
            }
        }
        if (unavailability.isClosed()) {
            waiters.forEach(waiter -> waiter.completeExceptionally(unavailability.refusal(waiter.begun)));
        }
        return waiters;
    }

    // On the planner's thread

    private void serve() {
        serving.set(false);
        boolean async = false;
        for (Waiter next = queue.poll(); next != null; next = queue.poll()) {
            pending.add(next);
            async |= next.async;
        }
        if (async && !sweeping) {
            sweeping = true;
            requests.schedule(this::sweep, SWEEP_NANOS);
        }
        if (unavailability.isFinal()) {
            refuseAll();
        } else if (inFlight == 0 && !pausing) {
            send();
        }
    }

    private void send() {
        pending.removeIf(waiter -> waiter.refused || waiter.isDone());
        if (pending.isEmpty()) {
            return;
        }
        inFlight = Math.min(pending.size(), MAX_MERGED);
        counter.take(inFlight, new BlockSource.Receiver() {
            @Override
            public void received(NumberBlock block) {
                unavailability.noteFailure(null);
                distribute(block);
            }

            @Override
            public void failed(Throwable failure) {
                unavailability.noteFailure(failure);
                inFlight = 0;
                pausing = true;
                requests.schedule(
                        () -> {
                            pausing = false;
                            serve();
                        },
                        counter.fault() == null ? RETRY_NANOS : 0);
            }
        });
    }

    private void distribute(NumberBlock block) {
        List<Waiter> served = new ArrayList<>(block.count());
        while (served.size() < block.count() && !pending.isEmpty()) { // empty if all callers were refused meanwhile
            served.add(pending.remove());
        }
        inFlight = 0;
        issued.add(served.size());
        serve(); // sends the next request before these callers get their numbers
        List<Runnable> later = new ArrayList<>();
        long number = block.first();
        for (Waiter waiter : served) {
            long assigned = number++;
            if (waiter.async) {
                later.add(() -> waiter.complete(assigned));
            } else {
                waiter.complete(assigned);
            }
        }
        if (!later.isEmpty()) {
            callbacks.execute(() -> later.forEach(Runnable::run));
        }
    }

    /** Refuses asynchronous callers whose time is up. Synchronous callers watch the clock themselves. */
    private void sweep() {
        long now = time.nanoTime();
        for (Waiter waiter : pending) {
            if (waiter.async && now - waiter.begun >= timeoutNanos) {
                refuse(waiter);
            }
        }
        sweeping = !pending.isEmpty();
        if (sweeping) {
            requests.schedule(this::sweep, SWEEP_NANOS);
        }
    }

    private void refuseAll() {
        pending.forEach(this::refuse);
        pending.clear();
        inFlight = 0;
    }

    private void refuse(Waiter waiter) {
        if (waiter.refused) {
            return;
        }
        waiter.refused = true;
        IdgenException refusal = unavailability.refusal(waiter.begun); // made now, to give the present reason
        if (waiter.async) {
            callbacks.execute(() -> waiter.completeExceptionally(refusal));
        } else {
            waiter.completeExceptionally(refusal);
        }
    }

    /** What is known of the counter. */
    Trace trace() {
        return counter.trace();
    }

    @Override
    public Tally tally() {
        return new Tally(issued.sum(), 0, (long) queue.size() + pending.size(), counter.position());
    }

    @Override
    public Optional<String> unavailability() {
        return unavailability.unavailability();
    }

    @Override
    public void raiseTo(long floor) {
        counter.raiseTo(floor);
    }

    @Override
    public void close() {
        unavailability.close();
        queue.forEach(this::refuse);
        pending.forEach(this::refuse);
        requests.execute(this::serve);
    }
}
