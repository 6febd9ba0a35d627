package dev.idgen.internal.generator;

/** Values of {@code idgen.generators.<name>.type}. {@link GeneratorDefinition#of} describes each. */
public enum GeneratorType {
    /** 63 bits of time, node id and sequence. */
    SNOWFLAKE,
    /** The same in 53 bits, which a JavaScript number holds exactly. */
    JS_SAFE,
    /** Time in 10 ms, sequence, machine. */
    SONYFLAKE,
    /** Time, shard, sequence. */
    INSTAGRAM,
    /** Seconds that wrap, node, thread and counter. */
    TRACE_ID,
    /** Eight bytes of time, sequence, generator and cluster. */
    EIGHT_BYTE,
    /** Time, node id and sequence in 13 characters. */
    TSID,
    /** 128 bits of time, worker and sequence. */
    FLAKE,
    /** Seconds, random number per process, counter. */
    OBJECT_ID,
    /** Time and 80 random bits in 26 characters. */
    ULID,
    /** Time in 100 ns, clock sequence, node. */
    UUID_V1,
    /** Random bits. */
    UUID_V4,
    /** Version 1, ordered by time. */
    UUID_V6,
    /** Time and random bits. */
    UUID_V7,
    /** Fields that you define. */
    CUSTOM,
    /** Consecutive numbers, in the order of issue. */
    COUNTER,
    /** Numbers fetched ahead. */
    SEGMENT,
    /** Numbers of several ranges, with an exact number of digits. */
    MULTI_COUNTER,
    /** Counter, generator and launch in decimal digits. */
    DECIMAL_ID,
    /** Random numbers, each claimed in a store. */
    RANDOM_CLAIM,
    /** Numbers from elsewhere, which idgen only formats and parses. */
    EXISTING
}
