package dev.idgen.internal.stamped.node;

import dev.idgen.NodeIdUnavailableException;
import dev.idgen.NodeIdUnavailableException.Reason;
import dev.idgen.internal.request.Arrivals;
import dev.idgen.internal.stamped.node.NodeTenure.Held;
import dev.idgen.internal.stamped.node.NodeTenure.None;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The node id that this instance has, if any, and those who wait for one.
 *
 * <p>The planner changes it; any thread reads it, waits, and may close it, which is for ever.
 */
/*
 * Every change is a compare-and-set that fails once CLOSED is in place, so a lease that comes in while the source is being
 * closed is not kept by anybody: the planner learns that and gives it back.
 */
final class CurrentNode {

    private static final None CLOSED = new None(Reason.CLOSED);

    private final int bits;
    private final TimeSource time;
    private final AtomicReference<NodeTenure> tenure = new AtomicReference<>(new None(Reason.NOT_ANSWERED));
    private final Arrivals arrivals = new Arrivals();
    private volatile @Nullable Throwable latestFailure;

    CurrentNode(int bits, TimeSource time) {
        this.bits = bits;
        this.time = time;
    }

    NodeTenure get() {
        return Objects.requireNonNull(tenure.get());
    }

    @Nullable
    Node current() {
        return tenure.get() instanceof Held held ? held.node() : null;
    }

    /** Puts one tenure in place of another, and returns false if that is not the present one or this is closed. */
    boolean replace(NodeTenure present, NodeTenure next) {
        boolean replaced = present != CLOSED && tenure.compareAndSet(present, next);
        arrivals.wakeAll();
        return replaced;
    }

    /** The window of the node id has grown. */
    void extended() {
        arrivals.wakeAll();
    }

    /** Ends it, and returns what there was. */
    NodeTenure close() {
        NodeTenure last = Objects.requireNonNull(tenure.getAndSet(CLOSED));
        arrivals.wakeAll();
        return last;
    }

    boolean isClosed() {
        return tenure.get() == CLOSED;
    }

    void setLatestFailure(@Nullable Throwable failure) {
        latestFailure = failure;
        if (failure != null) {
            arrivals.wakeAll();
        }
    }

    /** Waits until the store has answered or failed. */
    void awaitOutcome(Duration most) {
        long deadline = time.nanoTime() + most.toNanos();
        for (; ; ) {
            CompletableFuture<Void> arrival = arrivals.next();
            long left = deadline - time.nanoTime();
            boolean waiting = get() instanceof None none && none.reason() == Reason.NOT_ANSWERED;
            if (!waiting || latestFailure != null || left <= 0) {
                return;
            }
            try {
                arrival.get(left, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (ExecutionException | TimeoutException e) {
                return; // not known yet: the callers' own deadlines take over
            }
        }
    }

    /**
     * Waits for a window that reaches beyond a given time.
     *
     * @throws NodeIdUnavailableException if there is none by the deadline
     */
    Node await(long notAfter, Duration most) {
        long begun = time.nanoTime();
        long deadline = begun + most.toNanos();
        boolean expired = false;
        for (; ; ) {
            CompletableFuture<Void> arrival = arrivals.next();
            NodeTenure present = get();
            if (present instanceof Held held && held.node().notAfter() > notAfter) {
                return held.node();
            }
            long left = deadline - time.nanoTime();
            if (expired || left <= 0 || present == CLOSED) {
                throw unavailable(reason(present), present, begun);
            }
            try {
                arrival.get(left, TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw unavailable(Reason.INTERRUPTED, present, begun);
            } catch (ExecutionException | TimeoutException e) {
                expired = true; // one last look
            }
        }
    }

    /**
     * Why there is no node id to stamp with.
     *
     * @param now the clock in epoch milliseconds
     */
    Optional<String> trouble(long now) {
        NodeTenure present = get();
        boolean usable = present instanceof Held held && held.node().notAfter() >= now;
        return usable
                ? Optional.empty()
                : Optional.ofNullable(
                        unavailable(reason(present), present, time.nanoTime()).getMessage());
    }

    private static Reason reason(NodeTenure present) {
        return present instanceof None none ? none.reason() : Reason.RAN_OUT;
    }

    private NodeIdUnavailableException unavailable(Reason reason, NodeTenure present, long begun) {
        return new NodeIdUnavailableException(
                reason,
                1L << bits,
                present instanceof None none ? none.holders() : List.of(),
                TimeUnit.NANOSECONDS.toMillis(time.nanoTime() - begun),
                latestFailure);
    }
}
