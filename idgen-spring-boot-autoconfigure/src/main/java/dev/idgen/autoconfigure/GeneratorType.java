package dev.idgen.autoconfigure;

import dev.idgen.IdGenerator;
import dev.idgen.internal.ids.IdForm;
import dev.idgen.internal.ids.Ids;
import dev.idgen.internal.ids.RandomNumbers;
import dev.idgen.internal.stamped.Scheme;
import dev.idgen.internal.stamped.Schemes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Values of {@code idgen.generators.<name>.type}. */
public enum GeneratorType {
    /** 63 bits of time, node id and sequence. */
    SNOWFLAKE(longs(GeneratorType::snowflake), "epoch", "datacenter-bits", "node-bits", "sequence-bits"),
    /** The same in 53 bits, which are exact as a number of ECMAScript. */
    JS_SAFE(
            longs(config -> Schemes.jsSafe(
                    config.epoch(Schemes.jsSafe().epoch()),
                    config.bits("node-bits", config.properties().nodeBits(), 5, 1, 20),
                    config.bits("sequence-bits", config.properties().sequenceBits(), 7, 1, 22))),
            "epoch",
            "node-bits",
            "sequence-bits"),
    /** Time in 10 ms, sequence, machine. */
    SONYFLAKE(longs(config -> Schemes.sonyflake(config.epoch(Schemes.sonyflake().epoch()))), "epoch"),
    /** Time, shard, sequence. */
    INSTAGRAM(longs(config -> Schemes.instagram(config.epoch(Schemes.instagram().epoch()))), "epoch"),
    /** Seconds that wrap, node, thread and counter. */
    TRACE_ID(
            longs(config -> Schemes.traceId(
                    config.bits("thread-bits", config.properties().threadBits(), 0, 0, 16))),
            "thread-bits"),
    /** Eight bytes of time, sequence, generator and cluster. */
    EIGHT_BYTE(
            longs(config -> Schemes.eightByte(
                    Objects.requireNonNullElse(config.properties().mode(), EightByteMode.SPREAD)
                            .mode(),
                    config.bits("cluster", config.properties().cluster(), 0, 0, 15))),
            "mode",
            "cluster"),
    /** Time, node id and sequence in 13 characters. */
    TSID(
            longs(config -> Schemes.tsid(
                    config.epoch(Schemes.tsid().epoch()),
                    config.bits("node-bits", config.properties().nodeBits(), 10, 1, 20))),
            "epoch",
            "node-bits"),
    /** 128 bits of time, worker and sequence. */
    FLAKE(texts(config -> Schemes.flake())),
    /** Seconds, random number of the process, counter. */
    OBJECT_ID(texts(config -> Schemes.objectId())),
    /** Time and 80 random bits in 26 characters. */
    ULID(texts(config -> Schemes.ulid())),
    /** Time in 100 ns, clock sequence, node. */
    UUID_V1(uuids(config -> Schemes.uuidV1())),
    /** Random bits. */
    UUID_V4(new Kind(UUID.class, (config, all) -> new Ids<>(new RandomNumbers(config.name()), IdForm.uuids()))),
    /** Version 1 in the order of time. */
    UUID_V6(uuids(config -> Schemes.uuidV6())),
    /** Time and random bits. */
    UUID_V7(uuids(config -> Schemes.uuidV7())),
    /** Fields of one's own. */
    CUSTOM(longs(GeneratorType::custom), "epoch", "tick", "fields"),
    /** Consecutive numbers, in the order of issue. */
    COUNTER(
            counted(CountedGenerators::counter),
            "store",
            "start",
            "step",
            "max",
            "floor",
            "template",
            "zone",
            "transactional"),
    /** Numbers fetched ahead. */
    SEGMENT(counted(CountedGenerators::segment), "store", "start", "step", "max", "floor", "template", "segment"),
    /** Numbers of several ranges, with an exact number of digits. */
    MULTI_COUNTER(counted(CountedGenerators::multiCounter), "store", "counters", "range", "segment"),
    /** Counter, generator and launch in decimal digits. */
    DECIMAL_ID(counted(CountedGenerators::decimal), "store", "floor", "launch-id"),
    /** Random numbers, each claimed. */
    RANDOM_CLAIM(counted(CountedGenerators::randomClaim), "store", "start", "max", "attempts");

    /** RFC 9562, 5.1. */
    private static final int CLOCK_SEQUENCE_BITS = 14;

    @SuppressWarnings("ImmutableEnumChecker") // stateless
    private final Kind kind;

    @SuppressWarnings("ImmutableEnumChecker") // List.of
    private final List<String> settings;

    /** Makes a generator. */
    private interface Maker {

        IdGenerator<?> make(GeneratorConfig config, ConfiguredGenerators all);
    }

    /** What its ids are, and what makes it. */
    private record Kind(Class<?> idType, Maker maker) {}

    /** @param settings the properties that apply to this type and not to all */
    GeneratorType(Kind kind, String... settings) {
        this.kind = kind;
        this.settings = List.of(settings);
    }

    /** The type of its ids. */
    Class<?> idType(GeneratorProperties properties) {
        return properties.template() == null ? kind.idType() : String.class;
    }

    /** The type of its ids if they have no template. */
    Class<?> idType() {
        return kind.idType();
    }

    /** Whether its numbers come from a store that counts. */
    boolean isCounted() {
        return settings.contains("store");
    }

    /** Whether its node ids are random unless the generator says otherwise. */
    boolean hasRandomNode() {
        return switch (this) {
            case FLAKE, OBJECT_ID, UUID_V1, UUID_V6 -> true;
            default -> false;
        };
    }

    /** How many of its node id's bits are a clock sequence, counted on when the clock was set back. */
    int clockSequenceBits() {
        return this == UUID_V1 || this == UUID_V6 ? CLOCK_SEQUENCE_BITS : 0;
    }

    /** The properties that apply to this type and not to all. */
    List<String> settings() {
        return settings;
    }

    IdGenerator<?> make(GeneratorConfig config, ConfiguredGenerators all) {
        return kind.maker().make(config, all);
    }

    private static Kind longs(Function<GeneratorConfig, Scheme<Long>> declaration) {
        return new Kind(Long.class, (config, all) -> all.longs(config, config.declared(declaration)));
    }

    private static Kind texts(Function<GeneratorConfig, Scheme<String>> declaration) {
        return new Kind(String.class, (config, all) -> all.ids(config, config.declared(declaration)));
    }

    private static Kind uuids(Function<GeneratorConfig, Scheme<UUID>> declaration) {
        return new Kind(UUID.class, (config, all) -> all.ids(config, config.declared(declaration)));
    }

    private static Kind counted(BiFunction<CountedGenerators, GeneratorConfig, IdGenerator<?>> making) {
        return new Kind(Long.class, (config, all) -> making.apply(all.counted(), config));
    }

    private static Scheme<Long> snowflake(GeneratorConfig config) {
        GeneratorProperties properties = config.properties();
        int nodeBits = config.bits("node-bits", properties.nodeBits(), 10, 1, 20);
        int datacenterBits = config.bits(
                "datacenter-bits", properties.datacenterBits(), nodeBits == 10 ? 5 : 0, 0, Math.min(16, nodeBits - 1));
        return Schemes.snowflake(
                config.epoch(Schemes.snowflake().epoch()),
                datacenterBits,
                nodeBits - datacenterBits,
                config.bits("sequence-bits", properties.sequenceBits(), 12, 1, 22));
    }

    private static Scheme<Long> custom(GeneratorConfig config) {
        List<String> fields = config.properties().fields();
        if (fields == null || fields.isEmpty()) {
            throw config.wrong(
                    "fields",
                    "is not set",
                    "Set '" + config.prefix() + ".fields', for example to 'timestamp:41, node:10, sequence:12'.");
        }
        Duration tick = Objects.requireNonNullElse(config.properties().tick(), Duration.ofMillis(1));
        return new CustomFields(config.prefix() + ".fields").scheme(fields, config.epoch(Instant.EPOCH), tick);
    }
}
