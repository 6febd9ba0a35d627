package dev.idgen.internal.stamped.node;

import dev.idgen.internal.monitor.Monitored;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Where generators get their node id from. Thread-safe; no method but {@link #await} blocks.
 */
public interface NodeSource extends Monitored, AutoCloseable {

    /**
     * The node id to stamp with, or null if there is none at the moment. Another object than before means that the one
     * before must not be used for any further id.
     *
     * <p>A caller reads {@link #millis} first and this after it. So a thread that is held up in between, while the node
     * id is given back, does not stamp with a time later than the one up to which this source said that it was used.
     */
    @Nullable
    Node current();

    /**
     * The clock that belongs to the windows of the node ids.
     *
     * @return epoch milliseconds
     */
    long millis();

    /** What {@link #millis} was lately, see {@link dev.idgen.internal.time.TimeSource#recentMillis}. */
    long recentMillis();

    /**
     * Waits for a node id whose window reaches beyond a given time.
     *
     * @param notAfter the end of the window that is not enough, in epoch milliseconds
     * @param most longest wait; none if zero or negative
     * @throws dev.idgen.NodeIdUnavailableException if there is none by then
     */
    Node await(long notAfter, Duration most);

    /** Likewise, without blocking. It is completed on any thread, by the deadline. */
    CompletableFuture<Node> awaitAsync(long notAfter, Duration most);

    /**
     * Another identity in place of one whose latest timestamp is too far ahead of the clock, which was set back. Ids
     * with the new one differ from all others whatever their timestamps.
     *
     * @param stuck the one to replace; if it is not the current one any more, the current one is returned
     * @return empty if this source has only the one it has
     */
    Optional<Node> renewed(Node stuck);

    /**
     * Tells that a generator's timestamps may be ahead of {@link #millis} by as much as this. Called before its first
     * id.
     */
    void allowLead(Duration lead);

    /**
     * Whether this process is known to be the only one with its node id, and no process before it used it at the same
     * time.
     */
    boolean isExclusive();

    /** Gives the node id back, if it was borrowed. From then on there is none. */
    @Override
    void close();
}
