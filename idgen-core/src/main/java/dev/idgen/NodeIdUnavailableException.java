package dev.idgen;

import dev.idgen.internal.codec.Quote;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * This instance holds no node id, so it may not stamp ids. The caller may try again: a node id is sought in the
 * background and ids flow again, without a restart, as soon as there is one.
 */
public class NodeIdUnavailableException extends IdgenException {

    private static final long serialVersionUID = 1L;

    /** Why there is no node id. */
    public enum Reason {
        /** The store has granted nothing since the start: it does not answer, or refuses. */
        NOT_ANSWERED("the store has granted nothing since the start"),
        /** All node ids are leased by others. */
        ALL_IN_USE("all node ids are in use"),
        /**
         * The store failed over, lost data or got its first replica, and no node id is leased until all that were
         * before have run out.
         */
        SETTLING("the store failed over, lost data or got its first replica, so that no node id is leased for a while"),
        /** The settings or the version of this instance do not fit the leases in the store; the cause says why. */
        REFUSED("the store's leases do not fit this instance"),
        /** The lease ran out because the store did not answer in time. */
        RAN_OUT("the lease ran out and the store does not answer"),
        /** Another instance holds the node id that this one had, or the store does not know it any more. */
        LOST("the lease was lost and there is no other yet"),
        /** The generators were closed with their application context. */
        CLOSED("the generators are closed"),
        /** The waiting thread was interrupted; its interrupt flag is set. */
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
     * @param name the holder: host, process and lease; empty if it was given back
     * @param until when its window closes, by the store's clock, if it is not renewed
     */
    public record Holder(long node, String name, Instant until) {}

    private final Reason reason;
    private final transient List<Holder> holders;

    /**
     * @param reason why there is no node id
     * @param nodeIds how many node ids there are
     * @param holders those whose leases end first, if all are in use; else empty
     * @param waitedMillis how long the caller waited
     * @param cause the latest failure of the store, if there was one
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

    /** The holders of the node ids whose leases end first, if all are in use; not kept by serialization. */
    @SuppressWarnings("NullAway") // null after deserialization
    public List<Holder> holders() {
        return holders == null ? List.of() : holders;
    }
}
