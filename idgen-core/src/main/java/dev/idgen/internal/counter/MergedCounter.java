package dev.idgen.internal.counter;

import dev.idgen.CounterExhaustedException;
import dev.idgen.IdgenException;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
 * Callers add themselves to the queue and make sure that the planner looks at it. serving says that a look is due, so
 * one task of the planner serves all callers that arrive meanwhile. The planner clears it before the look, so a caller
 * that arrives during the look causes another. Only the planner removes callers.
 *
 * The planner may have ended when the counter is closed, so the closing thread refuses the callers in the queue. A
 * caller adds itself before it reads closed, and closing sets closed before it reads the queue. So no caller is missed.
 */
final class MergedCounter {

    /** The most callers that one request serves. */
    private static final int MAX_MERGED = 10_000;

    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final GuardedCounter counter;
    private final Requests requests;
    private final TimeSource time;
    private final long timeoutNanos;
    private final Executor callbacks;
    private final CounterUnavailability unavailability;
    private final AtomicBoolean serving = new AtomicBoolean();

    /** Callers in the order of arrival. The first {@code inFlight} are being served. */
    private final Deque<Waiter> pending = new ConcurrentLinkedDeque<>();

    private int inFlight;
    private boolean pausing;

    /** A caller that wants a number. Complete once it has the number or has given up. */
    private static final class Waiter extends CompletableFuture<Long> {

        private final long begun;

        /** No greater number is its. */
        private final long max;

        Waiter(long begun, long max) {
            this.begun = begun;
            this.max = max;
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

    /**
     * Takes several numbers. One request serves them all, or several if there are more than {@value #MAX_MERGED}.
     *
     * @param max none is greater
     * @throws IdgenException like {@link dev.idgen.store.NumberSequence#next}
     */
    long[] next(int count, long max) {
        List<Waiter> waiters = join(count, max);
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
            throw refusal(waiter, e.getCause()); // made in this thread, for its stack trace
        }
    }

    private IdgenException refusal(Waiter waiter, @Nullable Throwable cause) {
        return cause instanceof CounterExhaustedException
                ? counter.exhausted(waiter.max)
                : unavailability.refusal(waiter.begun);
    }

    /** Takes a number that is at most {@code max}, without blocking. The future completes by the deadline. */
    CompletableFuture<Long> nextAsync(long max) {
        Waiter waiter = join(1, max).get(0);
        Future<?> timeout = requests.schedule(() -> refuse(waiter), timeoutNanos);
        waiter.whenComplete((number, failure) -> timeout.cancel(false));
        CompletableFuture<Long> outcome = waiter.whenCompleteAsync((number, failure) -> {}, callbacks);
        outcome.whenComplete((number, failure) -> waiter.cancel(false)); // who cancels the outcome wants no number
        return outcome;
    }

    private List<Waiter> join(int count, long max) {
        long now = time.nanoTime();
        List<Waiter> waiters =
                Stream.generate(() -> new Waiter(now, max)).limit(count).toList();
        if (!unavailability.isClosed()) {
            pending.addAll(waiters); // in one step
            if (!serving.getAndSet(true) && !requests.execute(this::serve)) {
                unavailability.close();
            }
        }
        if (unavailability.isClosed()) {
            waiters.forEach(this::refuse);
        }
        return waiters;
    }

    private void refuse(Waiter waiter) {
        if (!waiter.isDone()) {
            waiter.completeExceptionally(unavailability.refusal(waiter.begun)); // with the present reason
        }
    }

    // On the planner's thread

    private void serve() {
        serving.set(false);
        if (unavailability.isFinal()) {
            for (Waiter next = pending.poll(); next != null; next = pending.poll()) {
                refuse(next);
            }
            inFlight = 0;
        } else if (inFlight == 0 && !pausing) {
            send();
        }
    }

    private void send() {
        pending.removeIf(Waiter::isDone);
        Waiter first = pending.peek();
        if (first != null) {
            inFlight = (int) pending.stream()
                    .takeWhile(next -> next.max == first.max)
                    .limit(MAX_MERGED)
                    .count();
            counter.take(inFlight, first.max, this::distribute, failure -> failed(first.max, failure));
        }
    }

    private void failed(long max, Throwable failure) {
        inFlight = 0;
        if (failure instanceof CounterExhaustedException) {
            unavailability.noteFailure(null);
            pending.stream()
                    .filter(next -> next.max <= max)
                    .forEach(next -> next.completeExceptionally(counter.exhausted(next.max)));
            serve(); // the others
            return;
        }
        unavailability.noteFailure(failure);
        pausing = true;
        requests.schedule(
                () -> {
                    pausing = false;
                    serve();
                },
                counter.fault() == null ? RETRY_NANOS : 0);
    }

    private void distribute(NumberBlock block) {
        unavailability.noteFailure(null);
        List<Waiter> served = new ArrayList<>(block.count());
        while (served.size() < block.count() && !pending.isEmpty()) { // empty if all callers were refused meanwhile
            served.add(pending.remove());
        }
        inFlight = 0;
        serve(); // sends the next request before these callers get their numbers
        long number = block.first();
        for (Waiter waiter : served) {
            waiter.complete(number++);
        }
    }

    /** What it takes from. */
    GuardedCounter source() {
        return counter;
    }

    int waiting() {
        return pending.size();
    }

    Optional<String> unavailability() {
        return unavailability.unavailability();
    }

    void close() {
        unavailability.close();
        pending.forEach(this::refuse);
        requests.execute(this::serve);
    }
}
