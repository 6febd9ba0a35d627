package dev.idgen.internal.timestamp.node;

import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.internal.lease.LeaseText;

/**
 * The stored value of a node id. Times are in epoch milliseconds of the store's clock. Immutable.
 *
 * @param endMillis when the latest known window closes; 0 if there is none
 * @param holder the holder's name; {@link #FREE} if the node id was never leased or was given back
 * @param stored keeps fields that this version does not know
 */
record NodeValue(long endMillis, String holder, LeaseText stored) {

    /** The holder of a free node id. */
    static final String FREE = "";

    /** A node id that was never leased, as far as is known. */
    static final NodeValue NONE = new NodeValue(0, FREE, LeaseText.empty());

    /** A value that cannot be read. Its node id stays in use until an operator deletes the whole group. */
    private static final NodeValue UNREADABLE = new NodeValue(Long.MAX_VALUE, "?", LeaseText.empty());

    private static final String END = "end";
    private static final String HOLDER = "holder";

    /** The name of a node id's value in its group. */
    static String name(long id) {
        return Long.toString(id);
    }

    /** The looked-at value of a node id. */
    static NodeValue of(Snapshot snapshot, long id) {
        String text = snapshot.value(name(id));
        try {
            return text == null ? NONE : parse(text);
        } catch (IllegalArgumentException e) {
            return UNREADABLE;
        }
    }

    boolean isUnreadable() {
        return equals(UNREADABLE);
    }

    /**
     * Reads a stored value.
     *
     * @throws IllegalArgumentException if the string is not such a value
     */
    static NodeValue parse(String stored) {
        LeaseText text = LeaseText.parse(stored);
        return new NodeValue(text.number(END), text.text(HOLDER), text);
    }

    NodeValue heldBy(String name, long until) {
        return new NodeValue(until, name, stored);
    }

    /** The stored string. */
    @Override
    public String toString() {
        return stored.with(END, endMillis).with(HOLDER, holder).toString();
    }
}
