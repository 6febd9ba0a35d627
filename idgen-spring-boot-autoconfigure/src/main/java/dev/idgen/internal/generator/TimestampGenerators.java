package dev.idgen.internal.generator;

import dev.idgen.internal.ids.Codec;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.timestamp.Scheme;
import dev.idgen.internal.timestamp.Stamper;
import dev.idgen.internal.timestamp.TimestampIds;
import dev.idgen.internal.timestamp.node.LeasedNodeSource;
import dev.idgen.internal.timestamp.node.NodeSource;
import java.util.ArrayList;
import java.util.List;

/** Creates the generators whose ids have a timestamp, and closes and reopens their sources of node ids. */
public final class TimestampGenerators implements AutoCloseable {

    private final String namespace;
    private final NodeChoice nodes;
    private final TimeSource time;
    private final List<NodeSource> opened = new ArrayList<>();
    private final List<Runnable> restarts = new ArrayList<>();

    public TimestampGenerators(String namespace, NodeChoice nodes, TimeSource time) {
        this.namespace = namespace;
        this.nodes = nodes;
        this.time = time;
    }

    Codec<?> longs(GeneratorEntry entry, Scheme<Long> scheme, NodeDefault node) {
        return TimestampIds.longs(stamper(entry, scheme, node), scheme, entry.scrambleKey(namespace));
    }

    <T> Codec<T> ids(GeneratorEntry entry, Scheme<T> scheme, NodeDefault node) {
        return TimestampIds.of(stamper(entry, scheme, node), scheme);
    }

    private Stamper stamper(GeneratorEntry entry, Scheme<?> scheme, NodeDefault node) {
        TimestampTypes.checkEpoch(entry, time.instant());
        Stamper stamper = Stamper.of(entry.name(), scheme, () -> open(entry, scheme, node), time, entry.settings());
        restarts.add(stamper::restart);
        return stamper;
    }

    private NodeSource open(GeneratorEntry entry, Scheme<?> scheme, NodeDefault node) {
        NodeSource source = nodes.open(entry, scheme, node, entry.scrambleKey(namespace));
        opened.add(source);
        return source;
    }

    /** Takes new node ids and random bits after {@link #close}. */
    void start() {
        restarts.forEach(Runnable::run);
    }

    /** Waits until the store has granted or refused each leased node id. All sources ask in parallel. */
    void awaitNodes() {
        long begun = time.nanoTime();
        for (NodeSource source : opened) {
            if (source instanceof LeasedNodeSource leased) {
                leased.awaitFirstOutcome(Requests.FIRST_TIMEOUT.minusNanos(time.nanoTime() - begun));
            }
        }
    }

    boolean isLeasing() {
        return opened.stream().anyMatch(LeasedNodeSource.class::isInstance);
    }

    @Override
    public void close() {
        NodeSource.closeAll(opened);
        opened.clear();
    }
}
