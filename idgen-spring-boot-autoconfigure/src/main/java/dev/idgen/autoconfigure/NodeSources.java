package dev.idgen.autoconfigure;

import dev.idgen.InvalidSettingException;
import dev.idgen.SettingRange;
import dev.idgen.node.FixedNodeSource;
import dev.idgen.node.LeasedNodeSource;
import dev.idgen.node.NodeIds;
import dev.idgen.node.NodeLeaseStore;
import dev.idgen.node.NodeSource;
import dev.idgen.node.RandomNodeSource;
import dev.idgen.time.TimeSource;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Opens the sources of node ids that generators ask for. */
final class NodeSources {

    private static final String SHARED = "idgen.node";

    /** Bits with which two random numbers hardly ever meet. */
    private static final int RANDOM_BITS = 40;

    private static final int MAC_BITS = 48;

    /** The bit that tells a made-up node from a MAC address, RFC 9562, 6.10. */
    private static final long MULTICAST = 1L << 40;

    private final IdgenProperties properties;
    private final Supplier<@Nullable NodeLeaseStore> store;
    private final TimeSource time;

    NodeSources(IdgenProperties properties, Supplier<@Nullable NodeLeaseStore> store, TimeSource time) {
        this.properties = properties;
        this.store = store;
        this.time = time;
    }
}
