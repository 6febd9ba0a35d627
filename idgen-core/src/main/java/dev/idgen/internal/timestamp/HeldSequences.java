package dev.idgen.internal.timestamp;

import dev.idgen.internal.timestamp.NodeSequences.Lane;
import dev.idgen.internal.timestamp.node.Node;
import dev.idgen.internal.timestamp.node.NodeSource;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The sequences of the node id that is held now. There is one {@link NodeSequences} for each {@link Node}, and stamps
 * of a later one are greater. Thread-safe and lock-free.
 */
/*
 * latest belongs to the node id that was current when it was installed. A thread that finds another current node id
 * installs the sequences of that one. It reads latest first and the current node id second, and a source never returns
 * to a Node that it gave up. So compareAndSet only succeeds towards later nodes. The previous sequences are closed
 * first; so their last stamp is known, and the next ones' stamps are greater.
 *
 * A source is replaced only after it was closed, when it has no current node id and will have none. So what holds for
 * the node ids of one source holds for those of all sources in turn.
 */
final class HeldSequences {

    private final Scheme<?> scheme;
    private final NodeEntropy entropy;
    private final long leadTicks;
    private final AtomicReference<@Nullable NodeSequences> latest = new AtomicReference<>();

    /** @param leadTicks how far stamps may run ahead of the clock */
    HeldSequences(Scheme<?> scheme, NodeEntropy entropy, long leadTicks) {
        this.scheme = scheme;
        this.entropy = entropy;
        this.leadTicks = leadTicks;
    }

    /** The latest installed sequences, held or not; null before the first. */
    @Nullable
    NodeSequences latest() {
        return latest.get();
    }

    /** How many stamps were taken from these and all earlier sequences. */
    long issued() {
        NodeSequences held = latest.get();
        return held == null ? 0 : held.issued();
    }

    /** The calling thread's lane; null if the latest sequences are not those of the current node id. */
    @Nullable
    Lane lane(NodeSource source) {
        NodeSequences held = latest.get();
        return held == null || held.node() != source.current() ? null : held.lane(ownLane());
    }

    /** The sequences of the current node id; null if there is none. */
    @Nullable
    NodeSequences of(NodeSource source) {
        for (; ; ) {
            NodeSequences known = latest.get();
            Node current = source.current();
            if (current == null || (known != null && known.node() == current)) {
                return current == null ? null : known;
            }
            NodeSequences fresh = new NodeSequences(current, scheme, entropy.next(), leadTicks, known, source.millis());
            if (latest.compareAndSet(known, fresh)) {
                return fresh;
            }
        }
    }

    @SuppressWarnings("deprecation") // Thread.threadId() is newer than 17, the oldest supported release
    static int ownLane() {
        return (int) Thread.currentThread().getId();
    }
}
