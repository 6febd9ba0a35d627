package dev.idgen.internal.timestamp;

import dev.idgen.internal.codec.NumberText;
import dev.idgen.internal.ids.IdType;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/** The formats that others have published. Each is only a declaration; {@link Scheme} implements them. */
public final class StandardSchemes {

    /** The bits at the top of a UUID's node id which change when the clock was set back: RFC 9562, 5.1. */
    public static final int CLOCK_SEQUENCE_BITS = 14;

    /** Of the bits of a snowflake's node id, those that are shown as a datacenter. */
    public static final int DATACENTER_BITS = 5;

    private static final Instant EPOCH_2025 = Instant.parse("2025-01-01T00:00:00Z");

    /** For formats that can give each thread its own sequence. With 64 sequences, two threads rarely meet. */
    private static final int LANE_BITS = 6;

    private StandardSchemes() {}

    /**
     * Snowflake: 63 bits of time, node id and sequence, with the epoch of its publication.
     *
     * @param datacenterBits how many of the node id's bits are shown as a datacenter; 0 for none
     * @param workerBits how many of the node id's bits are shown as a worker
     * @param sequenceBits how many bits number the ids of a millisecond
     * @see <a href="https://github.com/twitter-archive/snowflake/tree/snowflake-2010">Twitter Snowflake</a>
     */
    public static Scheme<Long> snowflake(int datacenterBits, int workerBits, int sequenceBits) {
        SchemeBuilder<Long> scheme = Scheme.longs("snowflake")
                .epoch(Instant.ofEpochMilli(1_288_834_974_657L))
                .tick("timestamp", 63 - datacenterBits - workerBits - sequenceBits);
        if (datacenterBits != 0) {
            scheme.node("datacenter", datacenterBits);
        }
        return scheme.node("worker", workerBits)
                .sequence("sequence", sequenceBits)
                .build();
    }

    /** Snowflake with the widths of its publication. */
    public static Scheme<Long> snowflake() {
        return snowflake(DATACENTER_BITS, 5, 12);
    }

    /**
     * Snowflake in 53 bits, since 2025: each id is exact as a number of ECMAScript, whose greater integers are not.
     *
     * @param nodeBits how many bits the node id has
     * @param sequenceBits how many bits number the ids of a millisecond
     */
    public static Scheme<Long> jsSafe(int nodeBits, int sequenceBits) {
        return Scheme.longs("js-safe")
                .epoch(EPOCH_2025)
                .tick("timestamp", 53 - nodeBits - sequenceBits)
                .node("node", nodeBits)
                .sequence("sequence", sequenceBits)
                .build();
    }

    /** {@link #jsSafe(int, int)} with 5 bits of node id and 7 of sequence. */
    public static Scheme<Long> jsSafe() {
        return jsSafe(5, 7);
    }

    /**
     * Sonyflake: time in 10 ms since 2025 like version 2, sequence, machine.
     *
     * @see <a href="https://github.com/sony/sonyflake">Sonyflake</a>
     */
    public static Scheme<Long> sonyflake() {
        return Scheme.longs("sonyflake")
                .epoch(EPOCH_2025)
                .every(Duration.ofMillis(10))
                .tick("timestamp", 39)
                .sequence("sequence", 8)
                .node("machine", 16)
                .build();
    }

    /**
     * Instagram's ids: time, shard, sequence. The original takes a database sequence modulo 1024; here each millisecond
     * begins at a random number.
     *
     * @see <a href="https://instagram-engineering.com/sharding-ids-at-instagram-1cf5a71e5a5c">Sharding and IDs at
     *     Instagram</a>
     */
    public static Scheme<Long> instagram() {
        return Scheme.longs("instagram")
                .epoch(Instant.ofEpochMilli(1_314_220_021_721L))
                .tick("timestamp", 41)
                .node("shard", 13)
                .sequence("sequence", 10)
                .build();
    }

    /**
     * Trace ids: seconds that wrap every 388 days, node, thread and counter, which is never 0. Unique for one round
     * only.
     *
     * @param threadBits how many of the 22 bits of thread and counter belong to the thread, 0 to 16
     */
    public static Scheme<Long> traceId(int threadBits) {
        SchemeBuilder<Long> scheme = Scheme.longs("trace-id")
                .every(Duration.ofSeconds(1))
                .wrapping()
                .tick("timestamp", 25)
                .node("node", 16);
        if (threadBits != 0) {
            scheme.lane("thread", threadBits);
        }
        return scheme.sequence("counter", 22 - threadBits).build();
    }

    /** How eight-byte ids show the time. */
    public enum Mode {
        /**
         * Bits in reverse order. Ids of neighbouring times are far apart, which spreads the load of a range-sharded
         * store.
         */
        SPREAD,
        /** Ids sort by time, as unsigned numbers and as text. */
        TIME_SEQUENTIAL
    }

    /**
     * Ids of eight bytes: time, sequence, generator, mode, cluster. They use all 64 bits, so half of the values are
     * negative.
     *
     * @param cluster 0 to 15
     * @see <a href="https://github.com/Lable/uniqueid">Lable UniqueID</a>
     */
    public static Scheme<Long> eightByte(Mode mode, int cluster) {
        SchemeBuilder<Long> scheme = new SchemeBuilder<>("eight-byte", bits -> IdType.longs(NumberText.hex(bits)));
        return (mode == Mode.SPREAD ? scheme.reversedTick("timestamp", 42) : scheme.tick("timestamp", 42))
                .sequence("sequence", 6)
                .node("generator", 3, 8)
                .constant("mode", 1, mode == Mode.SPREAD ? 0 : 1)
                .node("generator", 8, 0)
                .constant("cluster", 4, cluster)
                .build();
    }

    /**
     * TSID: time since 2020, node id and sequence, in 13 characters.
     *
     * @param nodeBits how many of the 22 bits of node id and sequence belong to the node id, 1 to 20
     * @see <a href="https://github.com/f4b6a3/tsid-creator">TSID Creator</a>
     */
    public static Scheme<Long> tsid(int nodeBits) {
        return new SchemeBuilder<>("tsid", bits -> IdType.longs(NumberText.crockford(bits)))
                .positive()
                .domain(bits -> "1 to 2^63 - 1")
                .epoch(Instant.parse("2020-01-01T00:00:00Z"))
                .tick("timestamp", 42)
                .node("node", nodeBits)
                .sequence("sequence", 22 - nodeBits)
                .build();
    }

    /** {@link #tsid(int)} with 10 bits of node id. */
    public static Scheme<Long> tsid() {
        return tsid(10);
    }

    /**
     * Flake: 128 bits of time, worker and sequence, in base 62.
     *
     * @see <a href="https://github.com/boundary/flake">Boundary Flake</a>
     */
    public static Scheme<String> flake() {
        return Scheme.texts("flake", NumberText::base62)
                .tick("timestamp", 64)
                .node("worker", 48)
                .sequence("sequence", 16)
                .build();
    }

    /**
     * Object ids: seconds, a random number of the process and a counter, in hexadecimal digits. Each second, the
     * counter begins at a random number in the lower half of its range, so it does not wrap.
     *
     * @see <a href="https://github.com/mongodb/specifications/blob/master/source/bson-objectid/objectid.md">BSON
     *     ObjectID</a>
     */
    public static Scheme<String> objectId() {
        return Scheme.texts("object-id", NumberText::hex)
                .every(Duration.ofSeconds(1))
                .tick("timestamp", 32)
                .node("random", 40)
                .sequence("counter", 24)
                .firstNumber(0, 23)
                .build();
    }

    /**
     * ULID: time and 80 random bits, in 26 characters. The random bits grow by 1 within a millisecond.
     *
     * @param monotonic whether all threads share one sequence, so the ids of a process grow; otherwise 6 of the random
     *     bits distinguish 64 sequences
     * @see <a href="https://github.com/ulid/spec">ULID</a>
     */
    public static Scheme<String> ulid(boolean monotonic) {
        SchemeBuilder<String> scheme = Scheme.texts("ulid", NumberText::crockford)
                .tick("timestamp", 48)
                .firstNumber(0, 0);
        return (monotonic
                        ? scheme.countedEntropy("random", 80, 15)
                        : scheme.lane("thread", LANE_BITS).countedEntropy("random", 80 - LANE_BITS, 15))
                .build();
    }

    /** {@link #ulid(boolean)} with ids that grow. */
    public static Scheme<String> ulid() {
        return ulid(true);
    }

    private static SchemeBuilder<UUID> uuid(int version) {
        return new SchemeBuilder<>("uuid-v" + version, bits -> IdType.uuids())
                .domain(bits -> "UUIDs of version " + version);
    }

    private static SchemeBuilder<UUID> gregorian(int version) {
        return uuid(version).epoch(Instant.parse("1582-10-15T00:00:00Z")).every(Duration.ofNanos(100));
    }

    /** Completes a UUID after its version and time. */
    private static Scheme<UUID> withClockSequenceAndNode(SchemeBuilder<UUID> scheme) {
        return scheme.constant("variant", 2, 2)
                .node("clock-sequence", CLOCK_SEQUENCE_BITS)
                .node("node", 48)
                .build();
    }

    /**
     * UUID version 1: time in 100 ns with its lowest bits first, clock sequence, node.
     *
     * @see <a href="https://www.rfc-editor.org/rfc/rfc9562#section-5.1">RFC 9562, 5.1</a>
     */
    public static Scheme<UUID> uuidV1() {
        return withClockSequenceAndNode(gregorian(1)
                .tick("timestamp", 32, 0)
                .tick("timestamp", 16, 32)
                .constant("version", 4, 1)
                .tick("timestamp", 12, 48));
    }

    /**
     * UUID version 6: version 1 with the time's bits in order.
     *
     * @see <a href="https://www.rfc-editor.org/rfc/rfc9562#section-5.6">RFC 9562, 5.6</a>
     */
    public static Scheme<UUID> uuidV6() {
        return withClockSequenceAndNode(
                gregorian(6).tick("timestamp", 48, 12).constant("version", 4, 6).tick("timestamp", 12, 0));
    }

    /**
     * UUID version 7: time in milliseconds, a counter of 15 bits, 59 random bits. Each millisecond, the counter begins
     * at a random number in the lower half of its range.
     *
     * @param monotonic whether all threads share that counter, so the ids of a process grow. Otherwise there are 64
     *     counters of 16 bits, 6 bits that distinguish them, and 52 random bits
     * @see <a href="https://www.rfc-editor.org/rfc/rfc9562#section-6.2">RFC 9562, 6.2, method 1</a>
     */
    public static Scheme<UUID> uuidV7(boolean monotonic) {
        SchemeBuilder<UUID> scheme = uuid(7).tick("timestamp", 48).constant("version", 4, 7);
        return (monotonic
                        ? scheme.sequence("counter", 12, 3)
                                .constant("variant", 2, 2)
                                .sequence("counter", 3, 0)
                                .firstNumber(0, 14)
                                .entropy("random", 59)
                        : scheme.lane("thread", LANE_BITS)
                                .sequence("counter", 6, 10)
                                .constant("variant", 2, 2)
                                .sequence("counter", 10, 0)
                                .firstNumber(0, 15)
                                .entropy("random", 52))
                .build();
    }

    /** {@link #uuidV7(boolean)} with ids that grow. */
    public static Scheme<UUID> uuidV7() {
        return uuidV7(true);
    }
}
