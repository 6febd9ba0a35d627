package dev.idgen.internal.timestamp;

import dev.idgen.SchemeExhaustedException;
import dev.idgen.TickUnavailableException;
import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.timestamp.NodeSequences.Lane;
import dev.idgen.internal.timestamp.node.NodeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes an id for a caller whose lane refused a stamp. It tries all lanes, waits for the clock or for a node id, and
 * tries again. It ends at the deadline, or at once if waiting is useless, with the exception that says why.
 *
 * <p>Thread-safe, also for virtual threads: it holds no lock while it waits.
 *
 * @param nodes the latest source of node ids
 * @param waiting how many callers wait
 */
/*
 * The clock is read before the current node id. So a thread that is held up in between has an old time. No stamp is
 * later than the lead allowed when the node id was given back. Each attempt reads the latest source once.
 */
record StampWait(
        String generator,
        Scheme<?> scheme,
        HeldSequences sequences,
        Supplier<NodeSource> nodes,
        TimeSource time,
        GeneratorSettings settings,
        LongAdder waiting) {

    private static final long SHORTEST_PAUSE_NANOS = 50_000;

    /**
     * An id, or what the caller must wait for. The wait throws, or its future fails, if it takes too long.
     *
     * @param source the caller needs a node id of this source whose window extends beyond {@code value}; null if it
     *     needs the clock to advance
     * @param value without a source, by how many nanoseconds; 0 to try again at once
     */
    private record Attempt<T>(@Nullable T id, @Nullable NodeSource source, long value) {

        static <T> Attempt<T> after(long nanos) {
            return new Attempt<>(null, null, nanos);
        }
    }

    /** Blocks until there is an id. */
    <T> T await(IdType<T> form) {
        long begunNanos = time.nanoTime();
        for (; ; ) {
            Attempt<T> attempt = attempt(form, begunNanos, true);
            if (attempt.id() != null) {
                return attempt.id();
            }
            waiting.increment();
            try {
                if (attempt.source() != null) {
                    attempt.source().await(attempt.value(), left(begunNanos));
                } else if (attempt.value() > 0) {
                    time.pause(attempt.value());
                }
            } finally {
                waiting.decrement();
            }
        }
    }

    /** Like {@link #await}, but without blocking. */
    <T> CompletableFuture<T> awaitAsync(IdType<T> form) {
        CompletableFuture<T> outcome = new CompletableFuture<>();
        tryLater(form, time.nanoTime(), outcome);
        if (!outcome.isDone()) {
            waiting.increment();
            outcome.whenComplete((id, failure) -> waiting.decrement());
        }
        return outcome;
    }

    /** Completes the future with an id, or tries again on another thread after the wait. */
    private <T> void tryLater(IdType<T> form, long begunNanos, CompletableFuture<T> outcome) {
        try {
            Attempt<T> attempt = attempt(form, begunNanos, false);
            if (attempt.id() != null) {
                outcome.complete(attempt.id());
                return;
            }
            CompletableFuture<?> gone = attempt.source() != null
                    ? attempt.source().awaitAsync(attempt.value(), left(begunNanos))
                    : CompletableFuture.runAsync(
                            () -> {},
                            CompletableFuture.delayedExecutor(
                                    attempt.value(), TimeUnit.NANOSECONDS, Waiters.CALLBACKS));
            gone.whenCompleteAsync(
                    (nothing, failure) -> {
                        if (failure == null) {
                            tryLater(form, begunNanos, outcome);
                        } else {
                            outcome.completeExceptionally(failure);
                        }
                    },
                    Waiters.CALLBACKS);
        } catch (RuntimeException | Error e) {
            outcome.completeExceptionally(e);
        }
    }

    /** @param blocking whether the calling thread itself waits, which an interrupted thread cannot do */
    private <T> Attempt<T> attempt(IdType<T> form, long begunNanos, boolean blocking) {
        NodeSource source = nodes.get();
        long nowMillis = source.millis();
        NodeSequences held = sequences.of(source);
        if (held == null) {
            return new Attempt<>(null, source, Long.MIN_VALUE);
        }
        int own = HeldSequences.ownLane();
        for (int i = 0; i < held.laneCount(); i++) {
            Lane lane = held.lane(own + i);
            long stamp = lane.next(nowMillis, 1);
            if (stamp != TickSequence.REFUSED) {
                return new Attempt<>(lane.id(stamp, form), null, 0);
            }
        }
        return held.node() == source.current()
                ? refused(source, held, held.lane(own), nowMillis, begunNanos, blocking)
                : Attempt.after(0);
    }

    /** What a refused caller waits for. Throws if waiting is useless or would take too long. */
    private <T> Attempt<T> refused(
            NodeSource source, NodeSequences held, Lane lane, long nowMillis, long begunNanos, boolean blocking) {
        if (held.isExhausted(nowMillis)) {
            throw exhausted();
        }
        long notAfter = held.node().notAfter(); // may grow; the caller waits for more than this value
        if (held.isBeyond(notAfter, lane, nowMillis)) {
            return new Attempt<>(null, source, notAfter);
        }
        Duration wait = Duration.ofMillis(held.millisUntilNext(lane, nowMillis));
        boolean interrupted = blocking && Thread.currentThread().isInterrupted();
        if (!interrupted && wait.compareTo(left(begunNanos)) < 0) {
            // The last millisecond is waited for in small steps: a sleeping thread wakes late, which wastes a tick's
            // numbers.
            return Attempt.after(time.nanosUntilAdvanced(
                    Math.max(SHORTEST_PAUSE_NANOS, wait.minusMillis(1).toNanos())));
        }
        long laterMillis = source.millis();
        boolean wasHeldUp = laterMillis > nowMillis && held.millisUntilNext(lane, laterMillis) == 0;
        if (wasHeldUp // this thread, after it read the clock, while others continued
                || (held.isClockBehind(lane, nowMillis)
                        && scheme.composition().tellsIdentitiesApart()
                        && source.renewed(held.node()).isPresent())) {
            return Attempt.after(0);
        }
        throw new TickUnavailableException(
                generator,
                Instant.ofEpochMilli(held.latestMillis(lane)),
                Instant.ofEpochMilli(nowMillis),
                settings.maxLead(source.isExclusive()),
                TimeUnit.NANOSECONDS.toMillis(time.nanoTime() - begunNanos));
    }

    SchemeExhaustedException exhausted() {
        return new SchemeExhaustedException(generator, Objects.requireNonNullElse(scheme.runsOutOn(), Instant.MAX));
    }

    private Duration left(long begunNanos) {
        return settings.acquireTimeout().minusNanos(time.nanoTime() - begunNanos);
    }
}
