package dev.idgen.autoconfigure;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.setting.SettingRange;
import dev.idgen.internal.stamped.Scheme;
import dev.idgen.internal.stamped.node.LeasedNodeSource;
import dev.idgen.internal.stamped.node.LocalNodeSource;
import dev.idgen.internal.stamped.node.MachineNodeIds;
import dev.idgen.internal.stamped.node.NodePool;
import dev.idgen.internal.stamped.node.NodeSource;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens the sources of node ids that generators ask for, and closes them. */
final class NodeSources implements AutoCloseable {

    private static final String SHARED = "idgen.node";

    /** Bits with which two random numbers hardly ever meet. */
    private static final int RANDOM_BITS = 40;

    private static final int MAC_BITS = 48;

    /** The bit that tells a made-up node from a MAC address, RFC 9562, 6.10. */
    private static final long MULTICAST = 1L << 40;

    private static final Logger log = LoggerFactory.getLogger(NodeSources.class);

    private final IdgenProperties properties;
    private final Supplier<@Nullable Register> store;
    private final Supplier<@Nullable InvalidSettingException> unclear;
    private final TimeSource time;
    private final List<NodeSource> opened = new ArrayList<>();

    /**
     * @param store gives the store that leases node ids, or null if there is none
     * @param unclear tells why it is not clear through which bean a store would be reached, or null
     */
    NodeSources(
            IdgenProperties properties,
            Supplier<@Nullable Register> store,
            Supplier<@Nullable InvalidSettingException> unclear,
            TimeSource time) {
        this.properties = properties;
        this.store = store;
        this.unclear = unclear;
        this.time = time;
    }

    /** A source for one generator. It gives what the process finds now: its host's name, for example. */
    NodeSource open(GeneratorConfig generator, Scheme<?> scheme) {
        NodeSource source = source(generator, scheme);
        opened.add(source);
        return source;
    }

    private NodeSource source(GeneratorConfig generator, Scheme<?> scheme) {
        if (scheme.nodeBits() == 0) {
            return LocalNodeSource.none(time);
        }
        GeneratorType type = generator.type();
        NodeProperties own = generator.node();
        NodeProvider chosen = own.chosen();
        new Named(generator.prefix() + ".node", own).checkTheyFit();
        if (chosen != null) {
            return open(chosen, new Named(generator.prefix() + ".node", own), type, scheme);
        }
        NodeProperties shared = properties.node().asDefault();
        new Named(SHARED, shared).checkTheyFit();
        chosen = type.hasRandomNode() ? NodeProvider.RANDOM : shared.chosen();
        return open(chosen == null ? standard(type) : chosen, new Named(SHARED, shared), type, scheme);
    }

    /** Waits for the first outcomes of all sources that are open, which are under way side by side. */
    void awaitFirstOutcomes(Duration most) {
        long begun = time.nanoTime();
        for (NodeSource source : opened) {
            if (source instanceof LeasedNodeSource leased) {
                leased.awaitFirstOutcome(most.minusNanos(time.nanoTime() - begun));
            }
        }
    }

    /** Whether any node id is leased from the store. */
    boolean isLeasing() {
        return opened.stream().anyMatch(LeasedNodeSource.class::isInstance);
    }

    /** Closes all sources that are open. Others may be opened after that. */
    @Override
    public void close() {
        opened.forEach(NodeSource::close);
        opened.clear();
    }

    /** Where node ids come from if nothing is said about it. */
    private NodeProvider standard(GeneratorType type) {
        if (store.get() != null) {
            return NodeProvider.LEASED;
        }
        InvalidSettingException problem = unclear.get();
        if (problem != null) {
            throw new InvalidSettingException(
                    SHARED + ".provider",
                    "is not set, and node ids cannot be leased: " + problem.getMessage(),
                    problem.action() + " Or set '" + SHARED + ".provider'.");
        }
        if (type == GeneratorType.SONYFLAKE) {
            return NodeProvider.PRIVATE_IP;
        }
        throw new InvalidSettingException(
                SHARED + ".provider",
                "is not set, and there is no store to lease node ids from",
                "Configure Redis or a database, or set '" + SHARED
                        + ".provider' to 'fixed', 'stateful-set', 'environment' or" + " 'private-ip'.");
    }

    /** Properties and the prefix of their names, without a dot at the end. */
    private record Named(String prefix, NodeProperties properties) {

        InvalidSettingException wrong(String setting, String problem) {
            return new InvalidSettingException(
                    prefix + "." + setting,
                    problem,
                    "Correct '" + prefix + "." + setting + "' or choose another provider.");
        }

        /** Refuses a value that the provider does not look at. */
        void checkTheyFit() {
            NodeProvider chosen = properties.chosen();
            if (properties.id() != null && chosen != NodeProvider.FIXED) {
                throw unused("id", NodeProvider.FIXED, chosen);
            }
            if (properties.variable() != null && chosen != NodeProvider.ENVIRONMENT) {
                throw unused("variable", NodeProvider.ENVIRONMENT, chosen);
            }
        }

        private InvalidSettingException unused(String setting, NodeProvider needed, @Nullable NodeProvider chosen) {
            String provider = chosen == null ? "" : ", which is '" + PropertyNames.of(chosen) + "'";
            return new InvalidSettingException(
                    prefix + "." + setting,
                    "is set, but not used by '" + prefix + ".provider'" + provider,
                    "Remove it, or set '" + prefix + ".provider' to '" + PropertyNames.of(needed) + "'.");
        }

        <T> T required(String setting, @Nullable T value) {
            if (value == null) {
                throw wrong(setting, "is not set, and the provider needs it");
            }
            return value;
        }

        /** Checks a node id, whatever property it came by. */
        long checked(String setting, long node, int bits) {
            SettingRange.check(
                    prefix + "." + setting, node, 0, bits < Long.SIZE - 1 ? (1L << bits) - 1 : Long.MAX_VALUE);
            return node;
        }
    }

    private NodeSource open(NodeProvider provider, Named named, GeneratorType type, Scheme<?> scheme) {
        int sequenceBits = type.clockSequenceBits();
        int bits = scheme.nodeBits() - sequenceBits;
        return switch (provider) {
            case LEASED -> leased(named, bits, sequenceBits);
            case RANDOM -> random(named, bits, sequenceBits);
            default -> {
                long node = given(provider, named, bits);
                yield sequenceBits == 0
                        ? LocalNodeSource.fixed(node, time)
                        : LocalNodeSource.fixed(node, sequenceBits, bits, time);
            }
        };
    }

    private NodeSource leased(Named named, int bits, int sequenceBits) {
        Register register = store.get();
        if (register == null) {
            InvalidSettingException problem = unclear.get();
            if (problem != null) {
                throw new InvalidSettingException(
                        named.prefix() + ".provider",
                        "is 'leased', which cannot be done: " + problem.getMessage(),
                        problem.action());
            }
            throw named.wrong("provider", "is 'leased', but there is no store to lease node ids from");
        }
        if (bits > NodePool.MAX_BITS || sequenceBits > 0) {
            throw named.wrong(
                    "provider",
                    "is 'leased', which is for schemes with up to " + NodePool.MAX_BITS
                            + " bits of node id and not for uuid");
        }
        Region region = properties.share();
        if (region.of() > 1L << bits) {
            throw new InvalidSettingException(
                    IdgenProperties.REGION,
                    "is " + region + ", but there are only " + (1L << bits) + " node ids to lease",
                    "Use fewer regions, more bits for node ids, or another '" + named.prefix() + ".provider'.");
        }
        return LeasedNodeSource.start(new NodePool(bits, region), properties.nodeSettings(), register, time);
    }

    private NodeSource random(Named named, int bits, int sequenceBits) {
        if (bits < RANDOM_BITS) {
            throw named.wrong(
                    "provider",
                    "is 'random', which is for schemes with at least " + RANDOM_BITS + " bits of node id, not " + bits);
        }
        return LocalNodeSource.random(sequenceBits, bits, bits == MAC_BITS ? MULTICAST : 0, time);
    }

    private static long given(NodeProvider provider, Named named, int bits) {
        NodeProperties properties = named.properties();
        try {
            return switch (provider) {
                case FIXED -> named.checked("id", named.required("id", properties.id()), bits);
                case STATEFUL_SET -> named.checked("provider", MachineNodeIds.ordinalOfHost(), bits);
                case ENVIRONMENT -> environment(named, bits);
                case MAC_ADDRESS -> macAddress(named, bits);
                case PRIVATE_IP -> privateAddress(Math.min(bits, Integer.SIZE));
                case LEASED, RANDOM -> throw new IllegalArgumentException(provider + " gives no node id by itself");
            };
        } catch (IllegalStateException e) {
            String setting = provider == NodeProvider.ENVIRONMENT ? "variable" : "provider";
            throw named.wrong(setting, "cannot be used: " + e.getMessage());
        }
    }

    private static long environment(Named named, int bits) {
        String variable = named.required("variable", named.properties().variable());
        return named.checked("variable", MachineNodeIds.variable(variable), bits);
    }

    private static long macAddress(Named named, int bits) {
        if (bits != MAC_BITS) {
            throw named.wrong(
                    "provider", "is 'mac-address', which is for schemes with 48 bits of node id, not " + bits);
        }
        return MachineNodeIds.macAddress();
    }

    private static long privateAddress(int bits) {
        long node = MachineNodeIds.privateAddress(bits);
        log.warn(
                "node id {} is the lowest {} bits of this machine's private IPv4 address; another machine whose address ends in the"
                        + " same bits issues equal ids",
                node,
                bits);
        return node;
    }
}
