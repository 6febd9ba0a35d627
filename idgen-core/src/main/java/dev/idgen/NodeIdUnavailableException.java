package dev.idgen;

import dev.idgen.internal.codec.Quote;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * This instance holds no node id, so it may not stamp ids. The caller may try again: idgen keeps looking for a node id
 * in the background and then continues without a restart.
 */
public class NodeIdUnavailableException extends IdgenException {

    private static final long serialVersionUID = 1L;

    /** Why there is no node id. */
    public enum Reason {
        /** The store has granted nothing since startup: it does not answer, or refuses. */
        NOT_ANSWERED("the store has granted nothing since the start"),
        /** Other instances lease all node ids. */
        ALL_IN_USE("all node ids are in use"),
        /**
         * The store is new, restarted, failed over, lost data or got its first replica. It grants no node id until all
         * earlier leases have ended.
         */
        SETTLING("the store is new, restarted, failed over, lost data or got its first replica, so that no node id is"
                + " leased for a while"),
        /** This instance's settings or version do not fit the leases in the store. The cause says why. */
        REFUSED("the store's leases do not fit this instance"),
        /** The lease ended before it was renewed. The latest failure, if there is one, says why. */
        RAN_OUT("the lease ran out, and the store has not renewed it"),
        /** Another instance holds this instance's node id, or the store no longer knows the lease. */
        LOST("the lease was lost and there is no other yet"),
        /** The application context closed the generators. */
        CLOSED("the generators are closed"),
        /** The waiting thread was interrupted. Its interrupt flag is set. */
        INTERRUPTED("the waiting thread was interrupted");

        private final String text;

        Reason(String text) {
            this.text = text;
        }
    }

    /**
     * The holder of a node id.
     *
     * @param node the node id
     * @param name the holder's host, process and lease; empty if the holder gave the node id back
     * @param until when the holder's window ends on the store's clock, unless it renews the lease
     */
    public record Holder(long node, String name, Instant until) {}

    private final Reason reason;
    private final transient List<Holder> holders;

    /**
     * @param reason why there is no node id
     * @param nodeIds how many node ids there are
     * @param holders the holders whose leases end first, if all node ids are in use; else empty
     * @param waitedMillis how long the caller waited, in ms
     * @param cause the store's latest failure; null if there was none
     */
    public NodeIdUnavailableException(
            Reason reason, long nodeIds, List<Holder> holders, long waitedMillis, @Nullable Throwable cause) {
        super(message(reason, nodeIds, holders, waitedMillis, cause), cause);
        this.reason = reason;
        this.holders = List.copyOf(holders);
    }

    private static String message(
            Reason reason, long nodeIds, List<Holder> holders, long waitedMillis, @Nullable Throwable cause) {
        StringBuilder text =
                new StringBuilder("no node id after ").append(waitedMillis).append(" ms: ");
        text.append(reason == Reason.ALL_IN_USE ? "all " + nodeIds + " node ids are in use" : reason.text);
        String separator = "; the first to end are ";
        for (Holder holder : holders) {
            text.append(separator).append(holder.node()).append(" (").append(holder.name());
            text.append(" until ").append(holder.until()).append(')');
            separator = ", ";
        }
        return cause == null ? text.toString() : text + "; latest failure: " + Quote.failure(cause);
    }

    public Reason reason() {
        return reason;
    }

    /** The holders whose leases end first, if all node ids are in use; else empty. Serialization does not keep them. */
    @SuppressWarnings("NullAway") // null after deserialization
    public List<Holder> holders() {
        return holders == null ? List.of() : holders;
    }
}
