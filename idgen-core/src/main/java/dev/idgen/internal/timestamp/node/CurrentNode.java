package dev.idgen.internal.timestamp.node;

import dev.idgen.NodeIdUnavailableException;
import dev.idgen.NodeIdUnavailableException.Reason;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.timestamp.node.NodeHolding.Held;
import dev.idgen.internal.timestamp.node.NodeHolding.None;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The node id that this instance has, if any, and the callers that wait for one.
 *
 * <p>The planner changes it. Any thread may read it, wait, or close it for good.
 */
/*
 * Each change is a compare-and-set, which fails once CLOSED is in place. So a lease that arrives during the close is
 * not kept: the planner learns that, and gives the lease back.
 */
final class CurrentNode implements Waiters.Refusals {

    private static final None CLOSED = new None(Reason.CLOSED);

    private final long nodeIds;
    private final TimeSource time;
    private final Waiters waiters;
    private final Supplier<@Nullable Throwable> latestFailure;
    private final AtomicReference<NodeHolding> holding = new AtomicReference<>(new None(Reason.NOT_ANSWERED));

    /** Why no other node id can be leased; null if that is not known. Written by the planner. */
    private volatile @Nullable None lack;

    /** @param nodeIds how many node ids there are */
    CurrentNode(long nodeIds, TimeSource time, Waiters waiters, Supplier<@Nullable Throwable> latestFailure) {
        this.nodeIds = nodeIds;
        this.time = time;
        this.waiters = waiters;
        this.latestFailure = latestFailure;
    }

    NodeHolding get() {
        return Objects.requireNonNull(holding.get());
    }

    @Nullable
    Node current() {
        return holding.get() instanceof Held held ? held.node() : null;
    }

    /** Replaces the holding. False if {@code present} is no longer the holding, or this is closed. */
    boolean replace(NodeHolding present, NodeHolding next) {
        lack = null;
        boolean replaced = present != CLOSED && holding.compareAndSet(present, next);
        waiters.noteOutcome();
        waiters.wakeAll();
        return replaced;
    }

    /**
     * Notes why no node id can be leased. If there is one, callers learn that only when its window has closed.
     *
     * @param why null if it is not known, for example because the store does not answer
     */
    void lacks(@Nullable None why) {
        NodeHolding present = get();
        if (why != null && present instanceof None) {
            replace(present, why);
        }
        lack = why;
    }

    /** Makes all waiting callers look again, because the node id's window has grown. */
    void wakeAll() {
        lack = null;
        waiters.wakeAll();
    }

    /** Closes it for good, and returns the last holding. */
    NodeHolding close() {
        NodeHolding last = Objects.requireNonNull(holding.getAndSet(CLOSED));
        waiters.noteOutcome();
        waiters.wakeAll();
        return last;
    }

    boolean isClosed() {
        return holding.get() == CLOSED;
    }

    /**
     * Waits for a window that extends beyond a given time.
     *
     * @throws NodeIdUnavailableException if there is none by the deadline
     */
    Node await(long notAfter, Duration most) {
        return waiters.await(() -> until(notAfter), this, time.nanoTime() + most.toNanos());
    }

    /** Like {@link #await}, but without blocking. */
    CompletableFuture<Node> awaitAsync(long notAfter, Duration most, Waiters.Timer timer) {
        return waiters.awaitAsync(() -> until(notAfter), this, most, timer, Waiters.CALLBACKS);
    }

    private @Nullable Node until(long notAfter) {
        return get() instanceof Held held && held.node().notAfter() > notAfter ? held.node() : null;
    }

    @Override
    public boolean isFinal() {
        return isClosed();
    }

    @Override
    public RuntimeException refusal(long begunNanos) {
        None none = lacking(get());
        return unavailable(none.reason(), none, begunNanos);
    }

    @Override
    public RuntimeException interrupted(long begunNanos) {
        return unavailable(Reason.INTERRUPTED, lacking(get()), begunNanos);
    }

    /**
     * Why there is no node id to stamp with; empty if there is one.
     *
     * @param nowMillis the clock in epoch milliseconds
     */
    Optional<String> unavailability(long nowMillis) {
        NodeHolding present = get();
        boolean usable = present instanceof Held held && held.node().notAfter() >= nowMillis;
        None none = lacking(present);
        return usable
                ? Optional.empty()
                : Optional.ofNullable(
                        unavailable(none.reason(), none, time.nanoTime()).getMessage());
    }

    /** Why there is no node id, or none whose window is open. */
    private None lacking(NodeHolding present) {
        None why = present instanceof None none ? none : lack;
        return why != null ? why : new None(Reason.RAN_OUT);
    }

    private NodeIdUnavailableException unavailable(Reason reason, None none, long begunNanos) {
        return new NodeIdUnavailableException(
                reason,
                nodeIds,
                none.holders(),
                TimeUnit.NANOSECONDS.toMillis(time.nanoTime() - begunNanos),
                latestFailure.get());
    }
}
