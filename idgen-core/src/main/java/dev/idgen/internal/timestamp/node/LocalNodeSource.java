package dev.idgen.internal.timestamp.node;

import dev.idgen.NodeIdUnavailableException;
import dev.idgen.NodeIdUnavailableException.Reason;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A fixed or random node id, without a store.
 *
 * <p><b>Guarantee.</b> A random node id of n bits equals one of N others in use with a probability of N / 2^n. A fixed
 * node id is only as unique as you configure it. When another process takes it over, that process's clock must be past
 * this one's last timestamp.
 *
 * <p>With a <em>clock sequence</em>, as in UUIDs of version 1, the node id has more bits at the top. They are random at
 * first, and grow by 1 each time the clock turns out to have been set back.
 *
 * <p>Thread-safe.
 */
public final class LocalNodeSource implements NodeSource {

    private static final int MAC_BITS = 48;

    /** The bit that distinguishes a random node id from a MAC address: RFC 9562, 6.10. */
    private static final long MULTICAST = 1L << 40;

    private final TimeSource time;
    private final int sequenceBits;
    private final int nodeBits;
    private final boolean random;
    private final long given;
    private final AtomicReference<@Nullable Identity> identity = new AtomicReference<>();

    /**
     * What ids are stamped with.
     *
     * @param node clock sequence and node id
     * @param sequences how many clock sequences this node id has used
     */
    private record Identity(Node node, long sequences) {}

    private LocalNodeSource(TimeSource time, int sequenceBits, int nodeBits, boolean random, long given) {
        this.time = time;
        this.sequenceBits = sequenceBits;
        this.nodeBits = nodeBits;
        this.random = random;
        this.given = given;
        identity.set(fresh());
    }

    /** A fixed node id. */
    public static LocalNodeSource fixed(long node, TimeSource time) {
        return new LocalNodeSource(time, 0, Long.SIZE, false, node);
    }

    /**
     * A fixed node id with a clock sequence.
     *
     * @param sequenceBits bits of the clock sequence, 1 to 32
     * @param nodeBits bits of the node id, 1 to 63 - {@code sequenceBits}
     */
    public static LocalNodeSource fixed(long node, int sequenceBits, int nodeBits, TimeSource time) {
        return new LocalNodeSource(time, sequenceBits, nodeBits, false, node);
    }

    /**
     * A random node id. One of 48 bits differs from each MAC address.
     *
     * @param sequenceBits bits of the clock sequence, 0 to 32
     * @param nodeBits bits of the node id, 0 to 63 - {@code sequenceBits}
     */
    public static LocalNodeSource random(int sequenceBits, int nodeBits, TimeSource time) {
        return new LocalNodeSource(time, sequenceBits, nodeBits, true, nodeBits == MAC_BITS ? MULTICAST : 0);
    }

    /** For ids without a node id. */
    public static LocalNodeSource none(TimeSource time) {
        return random(0, 0, time);
    }

    private Identity fresh() {
        long node = random ? bits(nodeBits, time) | given : given;
        return new Identity(Node.always(sequenceBits == 0 ? node : bits(sequenceBits, time) << nodeBits | node), 1);
    }

    /**
     * A new source each time: a static one could be seeded when a native image is built, and so be the same in each
     * process.
     */
    private static long bits(int count, TimeSource time) {
        return count == 0 ? 0 : time.random().nextLong() >>> (Long.SIZE - count);
    }

    @Override
    public @Nullable Node current() {
        Identity present = identity.get();
        return present == null ? null : present.node();
    }

    @Override
    public long millis() {
        return time.millis();
    }

    @Override
    public long recentMillis() {
        return time.recentMillis();
    }

    @Override
    public Node await(long notAfter, Duration most) {
        Node node = current();
        if (node == null) {
            throw closed();
        }
        return node;
    }

    @Override
    public CompletableFuture<Node> awaitAsync(long notAfter, Duration most) {
        Node node = current();
        return node == null ? CompletableFuture.failedFuture(closed()) : CompletableFuture.completedFuture(node);
    }

    private static NodeIdUnavailableException closed() {
        return new NodeIdUnavailableException(Reason.CLOSED, 1, List.of(), 0, null);
    }

    @Override
    public Optional<Node> renewed(Node stuck) {
        Identity latest =
                identity.updateAndGet(present -> present == null || present.node() != stuck ? present : next(present));
        return Optional.ofNullable(latest).map(Identity::node).filter(node -> node != stuck);
    }

    /** The same one if there is no other. */
    private Identity next(Identity present) {
        long all = 1L << sequenceBits;
        if (present.sequences() == all) {
            return random ? fresh() : present;
        }
        long node = nodeId(present.node());
        long sequence = ((present.node().id() >>> nodeBits) + 1) & (all - 1);
        return new Identity(Node.always(sequence << nodeBits | node), present.sequences() + 1);
    }

    /** The node id without the clock sequence. */
    private long nodeId(Node node) {
        return nodeBits == Long.SIZE ? node.id() : node.id() & ((1L << nodeBits) - 1);
    }

    @Override
    public Map<String, Object> facts() {
        Node node = current();
        return node == null || nodeBits == 0 ? Map.of() : Map.of("nodeId", Long.toUnsignedString(nodeId(node)));
    }

    @Override
    public void allowLead(Duration lead) {
        // There is no record of when this node id was last used.
    }

    @Override
    public boolean isExclusive() {
        return random;
    }

    @Override
    public CompletableFuture<Void> giveBack() {
        identity.set(null);
        return CompletableFuture.completedFuture(null);
    }
}
