package dev.idgen.internal.generator;

import dev.idgen.InvalidSettingException;
import dev.idgen.LeaseStore;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.setting.SettingRange;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.timestamp.Scheme;
import dev.idgen.internal.timestamp.node.LeasedNodeSource;
import dev.idgen.internal.timestamp.node.LocalNodeSource;
import dev.idgen.internal.timestamp.node.MachineNodeIds;
import dev.idgen.internal.timestamp.node.NodePool;
import dev.idgen.internal.timestamp.node.NodeSettings;
import dev.idgen.internal.timestamp.node.NodeSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Chooses the source of a generator's node ids, and opens it. */
public final class NodeChoice {

    private static final String SHARED = "idgen.node";

    /** With as many bits, two random numbers are hardly ever equal. */
    private static final int RANDOM_BITS = 40;

    private static final int MAC_BITS = 48;

    private static final Logger log = LoggerFactory.getLogger(NodeChoice.class);

    private final NodeProperties shared;
    private final NodeSettings settings;
    private final Region region;
    private final @Nullable LeaseStore store;
    private final Supplier<@Nullable InvalidSettingException> unclear;
    private final TimeSource time;

    /** The generator of each shape of ids whose node id is not leased or random. */
    private final Map<Object, String> users = new HashMap<>();

    /**
     * @param shared the default for generators without their own settings
     * @param settings the settings of leases
     * @param store the store that leases node ids; null if there is none
     * @param unclear returns why no single bean qualifies as the store's connection, or null
     */
    public NodeChoice(
            NodeProperties shared,
            NodeSettings settings,
            Region region,
            @Nullable LeaseStore store,
            Supplier<@Nullable InvalidSettingException> unclear,
            TimeSource time) {
        this.shared = shared;
        this.settings = settings;
        this.region = region;
        this.store = store;
        this.unclear = unclear;
        this.time = time;
    }

    /**
     * Opens the source of one generator. Sources such as the host name are read now.
     *
     * @param scrambleKey null if the generator's ids are not scrambled
     */
    NodeSource open(GeneratorEntry entry, Scheme<?> scheme, NodeDefault otherwise, @Nullable String scrambleKey) {
        if (scheme.nodeBits() == 0) {
            entry.refuseNode();
            if (entry.timestamp().fields() != null) {
                log.warn(
                        "the fields of generator '{}' have no node, so two instances can issue equal ids; add one, such as 'node:10'",
                        entry.name());
            }
            return LocalNodeSource.none(time);
        }
        int sequenceBits = otherwise.clockSequenceBits();
        int bits = scheme.nodeBits() - sequenceBits;
        Chosen own = new Chosen(entry.prefix() + ".node", entry.general().node(), bits);
        NodeProvider provider = own.properties().chosen();
        if (provider != null) {
            return open(provider, own, sequenceBits, entry, scheme, scrambleKey);
        }
        Chosen common = new Chosen(SHARED, shared, bits);
        provider = otherwise.isRandom() ? NodeProvider.RANDOM : shared.chosen();
        return open(
                provider == null ? standard(otherwise) : provider, common, sequenceBits, entry, scheme, scrambleKey);
    }

    /** The provider if none is configured. */
    private NodeProvider standard(NodeDefault otherwise) {
        if (store != null) {
            return NodeProvider.LEASED;
        }
        if (otherwise == NodeDefault.SHARED_OR_PRIVATE_IP && unclear.get() == null) {
            return NodeProvider.PRIVATE_IP;
        }
        throw unleasable(SHARED, "is not set, and ");
    }

    /**
     * Why node ids cannot be leased without a store.
     *
     * @param why the beginning of the problem
     */
    private InvalidSettingException unleasable(String prefix, String why) {
        InvalidSettingException problem = unclear.get();
        String property = prefix + ".provider";
        return new InvalidSettingException(
                property,
                why
                        + (problem == null
                                ? "there is no store to lease node ids from"
                                : "node ids cannot be leased: " + problem.getMessage()),
                (problem == null ? "Configure Redis or a database, or" : problem.action() + " Or") + " set '" + property
                        + "' to 'fixed', 'stateful-set', 'environment' or 'private-ip'.");
    }

    private NodeSource open(
            NodeProvider provider,
            Chosen chosen,
            int sequenceBits,
            GeneratorEntry entry,
            Scheme<?> scheme,
            @Nullable String scrambleKey) {
        int bits = chosen.bits();
        if (provider == NodeProvider.LEASED) {
            return leased(chosen, sequenceBits, entry.name());
        }
        if (provider == NodeProvider.RANDOM) {
            if (bits < RANDOM_BITS) {
                throw chosen.wrong(
                        "provider",
                        "is 'random', which is for schemes with at least " + RANDOM_BITS + " bits of node id, not "
                                + bits);
            }
            return LocalNodeSource.random(sequenceBits, bits, time);
        }
        long node = given(provider, chosen);
        if (sequenceBits > 0) {
            return LocalNodeSource.fixed(node, sequenceBits, bits, time);
        }
        checkUnshared(provider, node, chosen, entry, Arrays.asList(scheme.shape(node), scrambleKey));
        return LocalNodeSource.fixed(node, time);
    }

    /** Refuses a fixed node id that another generator of the same format has; warns if the node id is derived. */
    private void checkUnshared(NodeProvider provider, long node, Chosen chosen, GeneratorEntry entry, Object shape) {
        String other = users.putIfAbsent(shape, entry.name());
        if (other == null || other.equals(entry.name())) {
            return;
        }
        if (provider != NodeProvider.FIXED) {
            log.warn(
                    "generators '{}' and '{}' have the same format and node id {}, so they can issue equal ids; never use both for"
                            + " one table",
                    other,
                    entry.name(),
                    node);
            return;
        }
        throw new InvalidSettingException(
                chosen.prefix() + ".id",
                "is " + node + " for the generators '" + other + "' and '" + entry.name()
                        + "', which have the same type and fields, so they would issue the same ids",
                "Set '" + entry.prefix()
                        + ".node.id' to a number that no other generator or instance has, use one generator"
                        + " for both, or remove the node ids to lease them.");
    }

    private NodeSource leased(Chosen chosen, int sequenceBits, String user) {
        if (store == null) {
            throw unleasable(chosen.prefix(), "is 'leased', but ");
        }
        int bits = chosen.bits();
        if (bits > NodePool.MAX_BITS || sequenceBits > 0) {
            throw chosen.wrong(
                    "provider",
                    "is 'leased', which is for schemes with up to " + NodePool.MAX_BITS
                            + " bits of node id and not for uuid");
        }
        if (region.of() > 1L << bits) {
            throw new InvalidSettingException(
                    Region.PROPERTY,
                    "is " + region + ", but there are only " + (1L << bits) + " node ids to lease",
                    "Use fewer regions, more bits for node ids, or another '" + chosen.prefix() + ".provider'.");
        }
        return LeasedNodeSource.start(user, new NodePool(bits, region), settings, store, time);
    }

    private static long given(NodeProvider provider, Chosen chosen) {
        String setting = provider == NodeProvider.ENVIRONMENT ? "variable" : "provider";
        NodeProperties properties = chosen.properties();
        try {
            return switch (provider) {
                case FIXED -> chosen.checked("id", chosen.required("id", properties.id()));
                case STATEFUL_SET -> chosen.checked(setting, MachineNodeIds.ordinalOfHost());
                case ENVIRONMENT ->
                    chosen.checked(setting, MachineNodeIds.variable(chosen.required(setting, properties.variable())));
                case MAC_ADDRESS -> macAddress(chosen);
                default -> privateAddress(Math.min(chosen.bits(), Integer.SIZE));
            };
        } catch (IllegalStateException e) {
            throw chosen.wrong(setting, "cannot be used: " + e.getMessage());
        }
    }

    private static long macAddress(Chosen chosen) {
        if (chosen.bits() != MAC_BITS) {
            throw chosen.wrong(
                    "provider", "is 'mac-address', which is for schemes with 48 bits of node id, not " + chosen.bits());
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

    /**
     * The settings of a node id.
     *
     * @param prefix the prefix of the properties' names, without the last dot
     * @param bits the bits of the node id
     */
    private record Chosen(String prefix, NodeProperties properties, int bits) {

        /** Refuses a value that the provider does not use. */
        Chosen {
            NodeProvider provider = properties.chosen();
            if (properties.id() != null && provider != NodeProvider.FIXED) {
                throw unused(prefix, "id", NodeProvider.FIXED, provider);
            }
            if (properties.variable() != null && provider != NodeProvider.ENVIRONMENT) {
                throw unused(prefix, "variable", NodeProvider.ENVIRONMENT, provider);
            }
        }

        private static InvalidSettingException unused(
                String prefix, String setting, NodeProvider needed, @Nullable NodeProvider provider) {
            return new InvalidSettingException(
                    prefix + "." + setting,
                    "is set, but not used by '" + prefix + ".provider'"
                            + (provider == null ? "" : ", which is '" + PropertyNames.of(provider) + "'"),
                    "Remove it, or set '" + prefix + ".provider' to '" + PropertyNames.of(needed) + "'.");
        }

        InvalidSettingException wrong(String setting, String problem) {
            return new InvalidSettingException(
                    prefix + "." + setting,
                    problem,
                    "Correct '" + prefix + "." + setting + "' or choose another provider.");
        }

        <T> T required(String setting, @Nullable T value) {
            if (value == null) {
                throw wrong(setting, "is not set, and the provider needs it");
            }
            return value;
        }

        /** Checks the range of a node id. The message names the given setting. */
        long checked(String setting, long node) {
            long most = bits < Long.SIZE - 1 ? (1L << bits) - 1 : Long.MAX_VALUE;
            SettingRange.check(prefix + "." + setting, node, 0, most);
            return node;
        }
    }
}
