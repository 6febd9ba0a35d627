package dev.idgen.internal.generator;

import static dev.idgen.internal.generator.ApplicableSetting.*;
import static dev.idgen.internal.generator.NodeDefault.*;

import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.counter.CounterSpec;
import dev.idgen.internal.ids.Codec;
import dev.idgen.internal.ids.ExistingNumbers;
import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.ids.Ids;
import dev.idgen.internal.ids.RandomNumbers;
import dev.idgen.internal.timestamp.CustomFields;
import dev.idgen.internal.timestamp.Scheme;
import dev.idgen.internal.timestamp.SchemeBuilder;
import dev.idgen.internal.timestamp.StandardSchemes;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Describes a generator type. {@link #of} is the table of all types.
 *
 * @param idType the Java type of its ids without a template
 * @param settings the settings that only some types have, and this one has
 * @param maker creates a generator of this type
 */
public record GeneratorDefinition(Class<?> idType, List<ApplicableSetting> settings, Maker maker) {

    interface Maker {

        Codec<?> make(GeneratorEntry entry, TimestampGenerators stamped, CounterGenerators counted);
    }

    public static GeneratorDefinition of(GeneratorType type) {
        return switch (type) {
            case SNOWFLAKE ->
                longs(SHARED, GeneratorDefinition::snowflake, EPOCH, DATACENTER_BITS, NODE_BITS, SEQUENCE_BITS);
            case JS_SAFE -> longs(SHARED, GeneratorDefinition::jsSafe, EPOCH, NODE_BITS, SEQUENCE_BITS);
            case SONYFLAKE -> longs(SHARED_OR_PRIVATE_IP, entry -> StandardSchemes.sonyflake(), EPOCH);
            case INSTAGRAM -> longs(SHARED, entry -> StandardSchemes.instagram(), EPOCH);
            case TRACE_ID -> longs(SHARED, entry -> StandardSchemes.traceId(entry.bits(THREAD_BITS, 0)), THREAD_BITS);
            case EIGHT_BYTE ->
                longs(SHARED, entry -> StandardSchemes.eightByte(entry.mode(), entry.bits(CLUSTER, 0)), MODE, CLUSTER);
            case TSID -> longs(SHARED, GeneratorDefinition::tsid, EPOCH, NODE_BITS);
            case FLAKE -> ids(String.class, RANDOM, entry -> StandardSchemes.flake());
            case OBJECT_ID -> ids(String.class, RANDOM, entry -> StandardSchemes.objectId());
            case ULID -> ids(String.class, SHARED, entry -> StandardSchemes.ulid(entry.isMonotonic()), MONOTONIC);
            case UUID_V1 -> ids(UUID.class, RANDOM_AND_CLOCK_SEQUENCE, entry -> StandardSchemes.uuidV1());
            case UUID_V4 ->
                new GeneratorDefinition(
                        UUID.class,
                        List.of(),
                        (entry, stamped, counted) -> new Ids<>(new RandomNumbers(entry.name()), IdType.uuids()));
            case UUID_V6 -> ids(UUID.class, RANDOM_AND_CLOCK_SEQUENCE, entry -> StandardSchemes.uuidV6());
            case UUID_V7 -> ids(UUID.class, SHARED, entry -> StandardSchemes.uuidV7(entry.isMonotonic()), MONOTONIC);
            case CUSTOM -> longs(SHARED, GeneratorDefinition::custom, EPOCH, TICK, FIELDS);
            case COUNTER ->
                counted(CounterResolver::counter, STORE, START, STEP, MAX, FLOOR, TEMPLATE, ZONE, KEYED, TRANSACTIONAL);
            case SEGMENT -> counted(CounterResolver::segment, STORE, START, STEP, MAX, FLOOR, TEMPLATE, SEGMENT);
            case MULTI_COUNTER -> counted(CounterResolver::multiCounter, STORE, COUNTERS, RANGE, SEGMENT);
            case DECIMAL_ID -> counted(CounterResolver::decimal, STORE, FLOOR, LAUNCH_ID);
            case RANDOM_CLAIM ->
                new GeneratorDefinition(
                        Long.class,
                        List.of(STORE, START, MAX, ATTEMPTS),
                        (entry, stamped, counted) -> counted.randomClaim(entry));
            case EXISTING ->
                new GeneratorDefinition(
                        Long.class,
                        List.of(MAX),
                        (entry, stamped, counted) -> new Codec<>(
                                new ExistingNumbers(entry.name(), entry.number(MAX, Long.MAX_VALUE)), IdType.LONG));
        };
    }

    private static GeneratorDefinition longs(
            NodeDefault node, Function<GeneratorEntry, Scheme<Long>> scheme, ApplicableSetting... settings) {
        return new GeneratorDefinition(
                Long.class,
                List.of(settings),
                (entry, stamped, counted) -> stamped.longs(entry, entry.declared(scheme), node));
    }

    private static <T> GeneratorDefinition ids(
            Class<T> idType,
            NodeDefault node,
            Function<GeneratorEntry, Scheme<T>> scheme,
            ApplicableSetting... settings) {
        return new GeneratorDefinition(
                idType, List.of(settings), (entry, stamped, counted) -> stamped.ids(entry, scheme.apply(entry), node));
    }

    private static GeneratorDefinition counted(
            BiFunction<CounterResolver, GeneratorEntry, CounterSpec> resolving, ApplicableSetting... settings) {
        return new GeneratorDefinition(
                Long.class, List.of(settings), (entry, stamped, counted) -> counted.generator(entry, resolving));
    }

    private static Scheme<Long> snowflake(GeneratorEntry entry) {
        Scheme<Long> standard = StandardSchemes.snowflake();
        int nodeBits = entry.bits(NODE_BITS, standard.nodeBits());
        int most = Math.min((int) DATACENTER_BITS.max, nodeBits - 1);
        int usual = nodeBits == standard.nodeBits() ? StandardSchemes.DATACENTER_BITS : 0;
        int datacenterBits = (int) entry.number(DATACENTER_BITS, usual, 0, most);
        return StandardSchemes.snowflake(
                datacenterBits, nodeBits - datacenterBits, entry.bits(SEQUENCE_BITS, standard.sequenceBits()));
    }

    private static Scheme<Long> jsSafe(GeneratorEntry entry) {
        Scheme<Long> standard = StandardSchemes.jsSafe();
        return StandardSchemes.jsSafe(
                entry.bits(NODE_BITS, standard.nodeBits()), entry.bits(SEQUENCE_BITS, standard.sequenceBits()));
    }

    private static Scheme<Long> tsid(GeneratorEntry entry) {
        return StandardSchemes.tsid(entry.bits(NODE_BITS, StandardSchemes.tsid().nodeBits()));
    }

    private static Scheme<Long> custom(GeneratorEntry entry) {
        List<String> fields = entry.properties().timestamp().fields();
        if (fields == null || fields.isEmpty()) {
            throw entry.wrong(
                    FIELDS,
                    "is not set",
                    "Set '" + entry.prefix() + ".fields', for example to 'timestamp:41, node:10, sequence:12'.");
        }
        SchemeBuilder<Long> scheme;
        try {
            scheme = CustomFields.read(fields);
        } catch (IllegalArgumentException e) {
            throw entry.wrong(
                    FIELDS,
                    "is wrong: " + e.getMessage(),
                    "Write '" + entry.prefix() + ".fields' like 'timestamp:41, region=3:4, node:6, sequence:12'.");
        }
        return scheme.every(Objects.requireNonNullElse(
                        entry.properties().timestamp().tick(), Duration.ofMillis(1)))
                .build();
    }

    public Class<?> idType(GeneratorProperties properties) {
        return properties.count().template() == null ? idType : String.class;
    }

    /** Whether a store counts its numbers. */
    public boolean isCounted() {
        return settings.contains(STORE);
    }

    Codec<?> make(GeneratorEntry entry, TimestampGenerators stamped, CounterGenerators counted) {
        for (ApplicableSetting setting : ApplicableSetting.values()) {
            if (!settings.contains(setting)) {
                entry.refuse(
                        setting,
                        "does not apply to the type '" + PropertyNames.of(entry.type()) + "'",
                        settings.isEmpty() ? "Remove it." : "Remove it; this type has " + settings + ".");
            }
        }
        checkTimestamped(entry);
        return entry.shown(maker.make(entry, stamped, counted));
    }

    /** Refuses settings that only ids with a timestamp have. */
    private void checkTimestamped(GeneratorEntry entry) {
        boolean timestamped = !isCounted() && !settings.contains(MAX) && entry.type() != GeneratorType.UUID_V4;
        GeneralProperties general = entry.properties().general();
        if (general.scrambleKey() != null && !general.scramble()) {
            throw entry.wrong(
                    "scramble-key",
                    "is set, but ids are not scrambled",
                    "Set '" + entry.prefix() + ".scramble' to true, or remove the key.");
        }
        String type = "not for '" + PropertyNames.of(entry.type()) + "'";
        if (general.scramble() && (idType != Long.class || !timestamped)) {
            throw entry.wrong("scramble", "is for ids of type long with a timestamp, " + type, "Remove it.");
        }
        if (general.maxLead() != null && !timestamped) {
            throw entry.wrong("max-lead", "is for ids with a timestamp, " + type, "Remove it.");
        }
        if (!timestamped) {
            entry.refuseNode();
        }
    }
}
