package dev.idgen.internal.generator;

import static dev.idgen.internal.generator.CounterTypes.*;
import static dev.idgen.internal.generator.NodeDefault.*;
import static dev.idgen.internal.generator.TimestampTypes.*;

import dev.idgen.internal.counter.CounterSpec;
import dev.idgen.internal.generator.GeneratorEntry.Setting;
import dev.idgen.internal.ids.Capability;
import dev.idgen.internal.ids.Codec;
import dev.idgen.internal.ids.ExistingNumbers;
import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.ids.Ids;
import dev.idgen.internal.ids.RandomNumbers;
import dev.idgen.internal.timestamp.Scheme;
import dev.idgen.internal.timestamp.StandardSchemes;
import dev.idgen.internal.timestamp.TimestampIds;
import java.util.List;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Values of {@code idgen.generators.<name>.type}: of each the Java type of its ids, how a generator is made, and the
 * settings that only some types have. Messages and pages list the types in this order.
 */
public enum GeneratorType {
    /** 63 bits of time, node id and sequence. */
    SNOWFLAKE(longs(SHARED, TimestampTypes::snowflake), EPOCH, DATACENTER_BITS, NODE_BITS, SEQUENCE_BITS),
    /** The same in 53 bits, which a JavaScript number holds exactly. */
    JS_SAFE(longs(SHARED, TimestampTypes::jsSafe), EPOCH, NODE_BITS, SEQUENCE_BITS),
    /** Time in 10 ms, sequence, machine. */
    SONYFLAKE(longs(SHARED_OR_PRIVATE_IP, entry -> StandardSchemes.sonyflake()), EPOCH),
    /** Time, shard, sequence. */
    INSTAGRAM(longs(SHARED, entry -> StandardSchemes.instagram()), EPOCH),
    /** Seconds that wrap, node, thread and counter. */
    TRACE_ID(longs(SHARED, TimestampTypes::traceId), THREAD_BITS),
    /** Eight bytes of time, sequence, generator and cluster. */
    EIGHT_BYTE(longs(SHARED, TimestampTypes::eightByte), MODE, CLUSTER),
    /** Time, node id and sequence in 13 characters. */
    TSID(longs(SHARED, TimestampTypes::tsid), EPOCH, NODE_BITS),
    /** 128 bits of time, worker and sequence. */
    FLAKE(ids(String.class, RANDOM, entry -> StandardSchemes.flake())),
    /** Seconds, random number per process, counter. */
    OBJECT_ID(ids(String.class, RANDOM, entry -> StandardSchemes.objectId())),
    /** Time and 80 random bits in 26 characters. */
    ULID(ids(String.class, SHARED, entry -> StandardSchemes.ulid(isMonotonic(entry))), MONOTONIC),
    /** Time in 100 ns, clock sequence, node. */
    UUID_V1(ids(UUID.class, RANDOM_AND_CLOCK_SEQUENCE, entry -> StandardSchemes.uuidV1())),
    /** Random bits. */
    UUID_V4(timeless(
            UUID.class,
            entry -> Capability.PLAIN,
            (entry, counted) -> new Ids<>(new RandomNumbers(entry.name()), IdType.uuids()))),
    /** Version 1, ordered by time. */
    UUID_V6(ids(UUID.class, RANDOM_AND_CLOCK_SEQUENCE, entry -> StandardSchemes.uuidV6())),
    /** Time and random bits. */
    UUID_V7(ids(UUID.class, SHARED, entry -> StandardSchemes.uuidV7(isMonotonic(entry))), MONOTONIC),
    /** Fields that you define. */
    CUSTOM(longs(SHARED, TimestampTypes::custom), EPOCH, TICK, FIELDS),
    /** Consecutive numbers, in the order of issue. */
    COUNTER(
            counted(CounterTypes::counter),
            STORE,
            START,
            STEP,
            MAX,
            FLOOR,
            TEMPLATE,
            ZONE,
            YEAR_BEGINS,
            CLOSED_BEFORE,
            KEYED,
            TRANSACTIONAL),
    /** Numbers fetched ahead. */
    SEGMENT(counted(CounterTypes::segment), STORE, START, STEP, MAX, FLOOR, TEMPLATE, CounterTypes.SEGMENT),
    /** Numbers of several ranges, with an exact number of digits. */
    MULTI_COUNTER(counted(CounterTypes::multiCounter), STORE, COUNTERS, RANGE, CounterTypes.SEGMENT),
    /** Counter, generator and launch in decimal digits. */
    DECIMAL_ID(counted(CounterTypes::decimal), STORE, FLOOR, LAUNCH_ID),
    /** Random numbers, each claimed in a store. */
    RANDOM_CLAIM(
            timeless(Long.class, entry -> Capability.PLAIN, (entry, counted) -> counted.randomClaim(entry)),
            STORE,
            START,
            MAX,
            ATTEMPTS),
    /** Numbers from elsewhere, which idgen only formats and parses. */
    EXISTING(
            timeless(
                    Long.class,
                    entry -> Capability.CODEC,
                    (entry, counted) -> new Codec<>(
                            new ExistingNumbers(entry.name(), entry.number(MAX, Long.MAX_VALUE)), IdType.LONG)),
            MAX);

    @SuppressWarnings("ImmutableEnumChecker") // stateless
    private final Kind kind;

    @SuppressWarnings("ImmutableEnumChecker") // unmodifiable
    private final List<Setting> settings;

    GeneratorType(Kind kind, Setting... settings) {
        this.kind = kind;
        this.settings = List.of(settings);
    }

    /** Creates a generator, and refuses settings that its ids cannot have. */
    private interface Maker {

        Codec<?> make(GeneratorEntry entry, TimestampGenerators stamped, CounterGenerators counted);
    }

    /**
     * What several types have in common.
     *
     * @param idType the Java type of their ids without a template
     * @param capability what a generator can do
     */
    private record Kind(Class<?> idType, Function<GeneratorEntry, Capability> capability, Maker maker) {}

    private static Kind longs(NodeDefault node, Function<GeneratorEntry, Scheme<Long>> scheme) {
        return new Kind(
                Long.class,
                entry -> TimestampIds.capability(
                        TimestampTypes.declared(entry, scheme), entry.general().scramble()),
                (entry, stamped, counted) -> stamped.longs(entry, TimestampTypes.declared(entry, scheme), node));
    }

    private static <T> Kind ids(Class<T> idType, NodeDefault node, Function<GeneratorEntry, Scheme<T>> scheme) {
        return new Kind(
                idType, entry -> TimestampIds.capability(scheme.apply(entry), false), (entry, stamped, counted) -> {
                    entry.refuseScramble();
                    return stamped.ids(entry, scheme.apply(entry), node);
                });
    }

    private static Kind counted(BiFunction<CounterTypes, GeneratorEntry, CounterSpec> resolving) {
        return timeless(
                Long.class,
                entry -> Capability.ofCounter(
                        entry.count().isKeyed(), entry.count().isTransactional()),
                (entry, counted) -> counted.generator(entry, resolving));
    }

    private static Kind timeless(
            Class<?> idType,
            Function<GeneratorEntry, Capability> capability,
            BiFunction<GeneratorEntry, CounterGenerators, Codec<?>> maker) {
        return new Kind(idType, capability, (entry, stamped, counted) -> {
            entry.refuseScramble();
            entry.refuseTimestamp();
            return maker.apply(entry, counted);
        });
    }

    /** The Java type of its ids without a template. */
    public Class<?> idType() {
        return kind.idType();
    }

    /** The names of the settings that only some types have, and this one has. */
    public List<String> settings() {
        return settings.stream().map(Setting::name).toList();
    }

    Capability capability(GeneratorEntry entry) {
        return kind.capability().apply(entry);
    }

    Codec<?> make(GeneratorEntry entry, TimestampGenerators stamped, CounterGenerators counted) {
        for (GeneratorType other : values()) {
            for (Setting setting : other.settings) {
                if (!settings.contains(setting)) {
                    entry.refuse(
                            setting,
                            "does not apply to the type '" + entry.type() + "'",
                            settings.isEmpty() ? "Remove it." : "Remove it; this type has " + settings() + ".");
                }
            }
        }
        entry.checkScrambleKey();
        return entry.shown(kind.maker().make(entry, stamped, counted));
    }
}
