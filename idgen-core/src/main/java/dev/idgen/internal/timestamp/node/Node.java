package dev.idgen.internal.timestamp.node;

import dev.idgen.internal.time.Window;

/**
 * A node id that this process holds, and the window of timestamps that it may be used with.
 *
 * <p>While the process holds the node id, the window may grow but never shrinks. No other process holds the same node
 * id in an overlapping window. Thread-safe.
 */
public final class Node {

    private final long id;
    private final long notBefore;
    private volatile long notAfter;

    /** A node id for a window. */
    public Node(long id, Window window) {
        this.id = id;
        this.notBefore = window.notBefore();
        this.notAfter = window.notAfter();
    }

    /** A node id for any time. */
    public static Node always(long id) {
        return new Node(id, new Window(Long.MIN_VALUE, Long.MAX_VALUE));
    }

    /** Extends the window to {@code end}, in epoch milliseconds, if that is later. For one thread at a time. */
    void extendTo(long end) {
        if (end > notAfter) {
            notAfter = end;
        }
    }

    /** The node id, as an unsigned number of its pool's bits. */
    public long id() {
        return id;
    }

    /** The first allowed timestamp, in epoch milliseconds. */
    public long notBefore() {
        return notBefore;
    }

    /** The last allowed timestamp, in epoch milliseconds. */
    public long notAfter() {
        return notAfter;
    }

    /** The timestamps allowed now. */
    Window window() {
        return new Window(notBefore, notAfter);
    }

    @Override
    public String toString() {
        return Long.toUnsignedString(id);
    }
}
