package dev.idgen.autoconfigure;

import java.util.List;
import java.util.UUID;

/** Values of {@code idgen.generators.<name>.type}. */
public enum GeneratorType {
    /** 63 bits of time, node id and sequence. */
    SNOWFLAKE(Long.class, "epoch", "datacenter-bits", "node-bits", "sequence-bits"),
    /** The same in 53 bits, which are exact as a number of ECMAScript. */
    JS_SAFE(Long.class, "epoch", "node-bits", "sequence-bits"),
    /** Time in 10 ms, sequence, machine. */
    SONYFLAKE(Long.class, "epoch"),
    /** Time, shard, sequence. */
    INSTAGRAM(Long.class, "epoch"),
    /** Seconds that wrap, node, thread and counter. */
    TRACE_ID(Long.class, "thread-bits"),
    /** Eight bytes of time, sequence, generator and cluster. */
    EIGHT_BYTE(Long.class, "mode", "cluster"),
    /** Time, node id and sequence in 13 characters. */
    TSID(Long.class, "epoch", "node-bits"),
    /** 128 bits of time, worker and sequence. */
    FLAKE(String.class),
    /** Seconds, random number of the process, counter. */
    OBJECT_ID(String.class),
    /** Time and 80 random bits in 26 characters. */
    ULID(String.class),
    /** Time in 100 ns, clock sequence, node. */
    UUID_V1(UUID.class),
    /** Random bits. */
    UUID_V4(UUID.class),
    /** Version 1 in the order of time. */
    UUID_V6(UUID.class),
    /** Time and random bits. */
    UUID_V7(UUID.class),
    /** Fields of one's own. */
    CUSTOM(Long.class, "epoch", "tick", "fields"),
    /** Numbers in the order of issue, without gaps. */
    COUNTER(Long.class, "store", "start", "step", "max", "floor", "template", "zone"),
    /** Numbers fetched ahead. */
    SEGMENT(Long.class, "store", "start", "step", "max", "floor", "template", "segment"),
    /** Numbers of several ranges, with an exact number of digits. */
    MULTI_COUNTER(Long.class, "store", "counters", "range", "segment"),
    /** Counter, generator and launch in decimal digits. */
    DECIMAL_ID(Long.class, "store", "floor", "launch-id"),
    /** Random numbers, each claimed. */
    RANDOM_CLAIM(Long.class, "store", "start", "max", "attempts");

    /** RFC 9562, 5.1. */
    private static final int CLOCK_SEQUENCE_BITS = 14;

    private final Class<?> idType;

    @SuppressWarnings("ImmutableEnumChecker") // List.of
    private final List<String> settings;

    GeneratorType(Class<?> idType, String... settings) {
        this.idType = idType;
        this.settings = List.of(settings);
    }

    /** The type of its ids. */
    Class<?> idType(GeneratorProperties properties) {
        return properties.template() == null ? idType : String.class;
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
}
