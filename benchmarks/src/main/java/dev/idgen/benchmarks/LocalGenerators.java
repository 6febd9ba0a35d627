package dev.idgen.benchmarks;

import dev.idgen.IdGenerator;
import dev.idgen.LeaseStore;
import dev.idgen.LongIdGenerator;
import dev.idgen.internal.ids.Ids;
import dev.idgen.internal.ids.LongIds;
import dev.idgen.internal.store.memory.InMemoryLeaseStore;
import dev.idgen.internal.time.SharedTime;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.timestamp.GeneratorSettings;
import dev.idgen.internal.timestamp.Scheme;
import dev.idgen.internal.timestamp.Stamper;
import dev.idgen.internal.timestamp.StandardSchemes;
import dev.idgen.internal.timestamp.node.LeasedNodeSource;
import dev.idgen.internal.timestamp.node.LocalNodeSource;
import dev.idgen.internal.timestamp.node.NodePool;
import dev.idgen.internal.timestamp.node.NodeSettings;
import dev.idgen.internal.timestamp.node.NodeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Generators as in an application that only names their types. Node ids are leased if the format has few bits for them,
 * otherwise random, and all share one clock. Leases are in memory. Callers wait longer than by default, so that a slow
 * format does not end a measurement.
 */
final class LocalGenerators implements AutoCloseable {

    /** Far more than a measurement uses up, to show the cost of a generator without the limit of its format. */
    static final Duration FAR_AHEAD = Duration.ofHours(1);

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final GeneratorSettings SETTINGS = new GeneratorSettings(null, PATIENCE);
    private static final GeneratorSettings AHEAD = new GeneratorSettings(FAR_AHEAD, PATIENCE);
    private static final int MAC_BITS = 48;

    private final SharedTime time = new SharedTime(TimeSource.system());
    private final LeaseStore leaseStore = new InMemoryLeaseStore(time);
    private final List<NodeSource> nodes = new ArrayList<>();

    LongIdGenerator longs(Scheme<Long> scheme) {
        return new LongIds(source(scheme, nodes(scheme), SETTINGS), scheme.form());
    }

    <T> IdGenerator<T> of(Scheme<T> scheme) {
        return new Ids<>(source(scheme, nodes(scheme), SETTINGS), scheme.form());
    }

    /** Uses a fixed node id, because with a leased one, timestamps cannot pass the end of the lease. */
    LongIdGenerator longsFarAhead(Scheme<Long> scheme) {
        return new LongIds(source(scheme, givenNode(), AHEAD), scheme.form());
    }

    <T> IdGenerator<T> farAhead(Scheme<T> scheme) {
        return new Ids<>(source(scheme, givenNode(), AHEAD), scheme.form());
    }

    private Stamper source(Scheme<?> scheme, NodeSource source, GeneratorSettings settings) {
        return Stamper.of("benchmark", scheme, () -> source, time, settings);
    }

    private NodeSource givenNode() {
        return LocalNodeSource.fixed(1, time);
    }

    private NodeSource nodes(Scheme<?> scheme) {
        NodeSource source = source(scheme.nodeBits());
        nodes.add(source);
        return source;
    }

    private NodeSource source(int bits) {
        if (bits == StandardSchemes.CLOCK_SEQUENCE_BITS + MAC_BITS) {
            return LocalNodeSource.random(StandardSchemes.CLOCK_SEQUENCE_BITS, MAC_BITS, time);
        }
        if (bits == 0 || bits > NodePool.MAX_BITS) {
            return LocalNodeSource.random(0, bits, time);
        }
        LeasedNodeSource source =
                LeasedNodeSource.start("benchmark", NodePool.ofBits(bits), NodeSettings.defaults(), leaseStore, time);
        source.awaitFirstOutcome(PATIENCE);
        return source;
    }

    @Override
    public void close() {
        nodes.forEach(NodeSource::close);
        time.close();
    }
}
