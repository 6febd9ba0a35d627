package dev.idgen.internal.timestamp.node;

import dev.idgen.internal.monitor.Monitored;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Gives generators their node ids. Thread-safe. Only {@link #await} and closing block. */
public interface NodeSource extends Monitored, AutoCloseable {

    /**
     * The node id to stamp with; null if there is none now. If it is another object than before, no further id may use
     * the earlier one.
     *
     * <p>A caller reads {@link #millis} first and this after it. Suppose the thread is held up in between, and the node
     * id is given back meanwhile. Then the thread's time is not later than the last use that this source reported.
     */
    @Nullable
    Node current();

    /**
     * The clock that the node ids' windows refer to.
     *
     * @return epoch milliseconds
     */
    long millis();

    /** A recent value of {@link #millis}, see {@link dev.idgen.internal.time.TimeSource#recentMillis}. */
    long recentMillis();

    /**
     * Waits for a node id whose window extends beyond a given time.
     *
     * @param notAfter the end of the insufficient window, in epoch milliseconds
     * @param most how long to wait; zero or negative for no wait
     * @throws dev.idgen.NodeIdUnavailableException if there is none by then
     */
    Node await(long notAfter, Duration most);

    /** Like {@link #await}, but without blocking. The future completes on any thread, by the deadline. */
    CompletableFuture<Node> awaitAsync(long notAfter, Duration most);

    /**
     * Another identity, for a clock that was set back far behind the latest timestamp of this one. Ids of the new
     * identity differ from all others, whatever their timestamps.
     *
     * @param stuck the identity to replace; if it is no longer current, the current one is returned
     * @return empty if this source has no other identity
     */
    Optional<Node> renewed(Node stuck);

    /**
     * Announces that a generator's timestamps may be ahead of {@link #millis} by this much. Called before its first id.
     */
    void allowLead(Duration lead);

    /**
     * Whether it is known that no other process has this node id, and that no earlier one used it for the same
     * timestamps.
     */
    boolean isExclusive();

    /**
     * Gives the node id back if it was leased. From then on there is none.
     *
     * @return completes when the store has answered, at the latest after a request's timeout. It never fails
     */
    CompletableFuture<Void> giveBack();

    /** Gives the node id back, and waits for that. */
    @Override
    default void close() {
        closeAll(List.of(this));
    }

    /** Gives all node ids back at once, and waits for that. If the thread is interrupted, its flag stays set. */
    static void closeAll(Collection<? extends NodeSource> sources) {
        List<CompletableFuture<Void>> given =
                sources.stream().map(NodeSource::giveBack).toList();
        try {
            CompletableFuture.allOf(given.toArray(new CompletableFuture<?>[0])).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
