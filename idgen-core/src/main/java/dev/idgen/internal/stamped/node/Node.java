package dev.idgen.internal.stamped.node;

import dev.idgen.internal.time.Window;

/**
 * A node id that this process holds, and the window of timestamps it may be used with.
 *
 * <p>While the node id is held its window may grow, never shrink. No other process holds the same node id in a window
 * that overlaps. Thread-safe.
 */
public final class Node {

    private final long id;
    private final long notBefore;
    private volatile long notAfter;

    private Node(long id, long notBefore, long notAfter) {
        if (notAfter < notBefore) {
            throw new IllegalArgumentException("window ends at " + notAfter + ", before its start " + notBefore);
        }
        this.id = id;
        this.notBefore = notBefore;
        this.notAfter = notAfter;
    }

    /** A node id for any time. */
    public static Node always(long id) {
        return new Node(id, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /**
     * A node id for a window.
     *
     * @param notBefore first timestamp allowed, in epoch milliseconds
     * @param notAfter last timestamp allowed, in epoch milliseconds
     */
    public static Node within(long id, long notBefore, long notAfter) {
        return new Node(id, notBefore, notAfter);
    }

    /** Keeps the window open until {@code end}, in epoch milliseconds, if that is later. For one thread at a time. */
    void extendTo(long end) {
        if (end > notAfter) {
            notAfter = end;
        }
    }

    /** The node id, as an unsigned number of the bits its pool has. */
    public long id() {
        return id;
    }

    /** First timestamp allowed, in epoch milliseconds. */
    public long notBefore() {
        return notBefore;
    }

    /** Last timestamp allowed, in epoch milliseconds. */
    public long notAfter() {
        return notAfter;
    }

    /** The timestamps allowed at the moment. */
    Window window() {
        return new Window(notBefore, notAfter);
    }

    @Override
    public String toString() {
        return Long.toUnsignedString(id);
    }
}
