package dev.idgen.autoconfigure;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.connection.StoreType;
import dev.idgen.internal.generator.GeneratorProperties;
import dev.idgen.internal.generator.NodeProperties;
import dev.idgen.internal.generator.NodeProvider;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.setting.SettingRange;
import dev.idgen.internal.string.sequence.SequenceSettings;
import dev.idgen.internal.timestamp.node.HolderNames;
import dev.idgen.internal.timestamp.node.NodeSettings;
import dev.idgen.jdbc.SchemaInitialization;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Properties under {@code idgen}.
 *
 * @param enabled Whether idgen is switched on.
 * @param namespace Name of the sequence that services on one store share: 1 to 64 characters [0-9A-Za-z._-]. Two
 *     databases of one Redis are two stores.
 * @param region Share of the namespace that this application issues if independent stores divide it: 2/4 is the second
 *     of four, at most 16. It is the same in all instances on one store.
 * @param replaces Fingerprints of settings in the store that those of this application replace for all instances. The
 *     message about settings that differ shows the fingerprint.
 * @param nameInstances Whether leases in the store name the host and process that hold them.
 * @param store Where leases are stored. If not set: jdbc with only the starter for databases, else redis if there is
 *     one, else jdbc. Use memory for development and tests only.
 * @param leaseTtl How long leases of numbers and of node ids are valid, 5s to 60s, the same in all instances. If not
 *     set: 45s.
 * @param sequence Settings of the sequence that string ids use.
 * @param string Settings of string ids.
 * @param clock Settings of the clock.
 * @param node Settings of node ids.
 * @param counter Settings of counters.
 * @param redis Settings of Redis.
 * @param jdbc Settings of the database.
 * @param storeCheck Settings of the checks at startup.
 * @param mybatisPlus Settings of ids for MyBatis-Plus.
 * @param generators Generators by name.
 */
@ConfigurationProperties("idgen")
record IdgenProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("default") String namespace,
        @DefaultValue("1/1") String region,
        @DefaultValue Set<String> replaces,
        @DefaultValue("true") boolean nameInstances,
        @Nullable StoreType store,
        @Nullable Duration leaseTtl,
        @DefaultValue Sequence sequence,
        @DefaultValue StringIds string,
        @DefaultValue Clock clock,
        @DefaultValue NodeIds node,
        @DefaultValue CounterProperties counter,
        @DefaultValue RedisProperties redis,
        @DefaultValue JdbcProperties jdbc,
        @DefaultValue StoreCheckProperties storeCheck,
        @DefaultValue MyBatisPlus mybatisPlus,
        @DefaultValue Map<String, GeneratorProperties> generators) {

    private static final Duration SHORTEST_FOR_BOTH = Duration.ofSeconds(5);
    private static final Duration LONGEST_FOR_BOTH = Duration.ofSeconds(60);

    IdgenProperties {
        if (leaseTtl != null) {
            SettingRange.check("idgen.lease-ttl", leaseTtl, SHORTEST_FOR_BOTH, LONGEST_FOR_BOTH);
        }
        Region.setting(Region.PROPERTY, region);
    }

    Region share() {
        return Region.setting(Region.PROPERTY, region);
    }

    Duration sequenceLeaseTtl() {
        return leaseTtl(sequence.leaseTtl(), SequenceSettings.defaults().leaseTtl());
    }

    Duration nodeLeaseTtl() {
        return leaseTtl(node.leaseTtl(), NodeSettings.defaults().leaseTtl());
    }

    private Duration leaseTtl(@Nullable Duration own, Duration otherwise) {
        return own != null ? own : leaseTtl != null ? leaseTtl : otherwise;
    }

    SequenceSettings sequenceSettings() {
        return new SequenceSettings(
                sequenceLeaseTtl(),
                sequence.acquireTimeout(),
                sequence.requestTimeout(),
                sequence.breakerWait(),
                clock.maxSkew(),
                HolderNames.instance(nameInstances));
    }

    NodeSettings nodeSettings() {
        return new NodeSettings(nodeLeaseTtl(), node.requestTimeout(), clock.maxSkew(), replaces, nameInstances);
    }

    /**
     * Properties under {@code idgen.sequence}.
     *
     * @param leaseTtl How long leased numbers are valid, 1s to 60s, the same in all instances. If the store is silent,
     *     ids last for 0.8 of it, 2s less after a failover or loss of data.
     * @param acquireTimeout How long a call waits for a number, 0 to 60s.
     * @param requestTimeout How long a request to the store may take before idgen asks another bucket, 10ms to half
     *     the lease-ttl.
     * @param breakerWait How long idgen leaves a failed bucket alone, 50ms to 60s.
     */
    record Sequence(
            @Nullable Duration leaseTtl,
            @DefaultValue("500ms") Duration acquireTimeout,
            @DefaultValue("250ms") Duration requestTimeout,
            @DefaultValue("500ms") Duration breakerWait) {}

    /**
     * Properties under {@code idgen.string}.
     *
     * @param zone Time zone of the time in ids, the same in all instances. Its offset must never change in the future.
     * @param scramble Whether the eight digits hide how many ids were issued, the same in all instances.
     * @param scrambleKey Key of the scramble, the same in all instances. If not set, anyone who knows the namespace
     *     can work out how many ids were issued.
     */
    record StringIds(
            @DefaultValue("UTC") ZoneId zone,
            @DefaultValue("true") boolean scramble,
            @Nullable String scrambleKey) {

        StringIds {
            if (scrambleKey != null && scrambleKey.isBlank()) {
                throw new InvalidSettingException(
                        "idgen.string.scramble-key",
                        "is empty",
                        "Set 'idgen.string.scramble-key' to any text, or remove it to derive the key from the namespace.");
            }
            if (scrambleKey != null && !scramble) {
                throw new InvalidSettingException(
                        "idgen.string.scramble-key",
                        "is set, but 'idgen.string.scramble' is false",
                        "Remove one of them.");
            }
        }

        /** The key of the scramble; null if it is off. */
        @Nullable
        String effectiveKey(String namespace) {
            return scramble ? Objects.requireNonNullElse(scrambleKey, namespace) : null;
        }

        /** Omits the key, which is a secret. */
        @Override
        public String toString() {
            return "StringIds[zone=" + zone + ", scramble=" + scramble + "]";
        }
    }

    /**
     * Properties under {@code idgen.clock}.
     *
     * @param maxSkew How far the machine's clock may differ from the store's before ids carry the store's time, 10ms
     *     to 1h.
     */
    record Clock(@DefaultValue("1s") Duration maxSkew) {}

    /**
     * Properties under {@code idgen.node}. They do not apply to flake, object-id and uuid, whose nodes are random.
     *
     * @param provider Where node ids come from. If not set: leased if there is a store.
     * @param id Node id for the provider fixed.
     * @param variable Environment variable with the node id for the provider environment.
     * @param leaseTtl How long a leased node id is valid, 5s to 10m, the same in all instances. If the store is silent,
     *     ids last for 0.8 of it, 2s less after a loss of data. After it, the node id of a dead instance is free.
     * @param requestTimeout How long a request to the store may take, 10ms to a sixth of the lease-ttl.
     */
    record NodeIds(
            @Nullable NodeProvider provider,
            @Nullable Long id,
            @Nullable String variable,
            @Nullable Duration leaseTtl,
            @DefaultValue("500ms") Duration requestTimeout) {

        NodeProperties asDefault() {
            return new NodeProperties(provider, id, variable);
        }
    }

    /**
     * Properties under {@code idgen.counter}.
     *
     * @param requestTimeout How long a request to the store may take, 10ms to 60s.
     */
    record CounterProperties(@DefaultValue("500ms") Duration requestTimeout) {}

    /**
     * Properties under {@code idgen.jdbc}.
     *
     * @param dataSource Name of the DataSource bean for ids. If not set: the one with @IdgenDataSource, else the only
     *     or primary one.
     * @param initializeSchema Whether idgen creates missing tables: always, never, or only in H2 (embedded).
     * @param requestKeyRetention How long a transactional counter knows the number of a request key, 1m to 3650d.
     */
    record JdbcProperties(
            @Nullable String dataSource,
            @DefaultValue("embedded") SchemaInitialization initializeSchema,
            @DefaultValue("7d") Duration requestKeyRetention) {

        JdbcProperties {
            SettingRange.check(
                    "idgen.jdbc.request-key-retention",
                    requestKeyRetention,
                    Duration.ofMinutes(1),
                    Duration.ofDays(3650));
        }
    }

    /**
     * Properties under {@code idgen.redis}.
     *
     * @param connectionFactory Name of the RedisConnectionFactory bean for ids. If not set: the one with @IdgenRedis,
     *     else the only or primary one.
     * @param acceptUnseenFailovers Whether idgen leases from a Redis that refuses INFO in scripts, and without
     *     asking who is the master. A failover may then repeat ids, which the guarantee does not cover.
     */
    record RedisProperties(
            @Nullable String connectionFactory,
            @DefaultValue("false") boolean acceptUnseenFailovers) {}

    /**
     * Properties under {@code idgen.store-check}.
     *
     * @param enabled Whether idgen checks the settings of the store at startup, and logs risks.
     * @param ignore Names of findings that idgen does not log.
     */
    record StoreCheckProperties(
            @DefaultValue("true") boolean enabled,
            @DefaultValue Set<String> ignore) {}

    /**
     * Properties under {@code idgen.mybatis-plus}.
     *
     * @param enabled Whether MyBatis-Plus takes its ids from a generator. Needs a generator and no IdentifierGenerator
     *     bean.
     * @param generator Generator for keys with IdType.ASSIGN_ID. If not set: the only one with ids of type long.
     * @param uuidGenerator Generator for keys with IdType.ASSIGN_UUID, written without hyphens. If not set:
     *     MyBatis-Plus' random UUIDs.
     */
    record MyBatisPlus(
            @DefaultValue("true") boolean enabled,
            @Nullable String generator,
            @Nullable String uuidGenerator) {}
}
