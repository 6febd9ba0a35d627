package dev.idgen.standalone;

import dev.idgen.BackdatedIds;
import dev.idgen.IdCodec;
import dev.idgen.IdGenerator;
import dev.idgen.TimeOrderedIds;
import dev.idgen.internal.ids.Argument;
import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.ids.Ids;
import dev.idgen.internal.ids.RandomNumbers;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.timestamp.CustomFields;
import dev.idgen.internal.timestamp.GeneratorSettings;
import dev.idgen.internal.timestamp.Scheme;
import dev.idgen.internal.timestamp.Stamper;
import dev.idgen.internal.timestamp.StandardSchemes;
import dev.idgen.internal.timestamp.TimestampIds;
import dev.idgen.internal.timestamp.node.LocalNodeSource;
import dev.idgen.internal.timestamp.node.NodeSource;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/**
 * Makes generators in code: {@code Generators.uuidV7()}, {@code Generators.snowflake().node(7).build()}. They use no
 * store, start no threads and need not be closed.
 *
 * <p><b>Guarantee.</b> One generator never repeats an id, whatever the clock does. Ids of two generators differ if
 * their random parts or node ids differ; each method says which of them its ids have. For generators that lease their
 * node ids, configure {@code idgen.generators}.
 *
 * <p>Thread-safe, as are the generators. A call that must wait for the clock waits at most 500 ms.
 */
public final class Generators {

    private Generators() {}

    /** Snowflake: 41 bits of time since 2010, 10 bits of node id, 12 bits of sequence. */
    public static NumbersBuilder snowflake() {
        return new NumbersBuilder(StandardSchemes.snowflake(), true);
    }

    /** Snowflake in 53 bits, exact as a JavaScript number: time since 2025, 5 bits of node id, 7 bits of sequence. */
    public static NumbersBuilder jsSafe() {
        return new NumbersBuilder(StandardSchemes.jsSafe(), true);
    }

    /** Sonyflake: time since 2025 in 10 ms, 8 bits of sequence, 16 bits of node id. */
    public static NumbersBuilder sonyflake() {
        return new NumbersBuilder(StandardSchemes.sonyflake(), true);
    }

    /** Instagram's ids: time since 2011, 13 bits of node id (the shard), 10 bits of sequence. */
    public static NumbersBuilder instagram() {
        return new NumbersBuilder(StandardSchemes.instagram(), true);
    }

    /** TSID: time since 2020, 10 bits of node id, 12 bits of sequence. */
    public static NumbersBuilder tsid() {
        return new NumbersBuilder(StandardSchemes.tsid(), true);
    }

    /**
     * Trace ids: seconds that wrap after 388 days, 16 bits of node id, 22 bits of a counter. Ids are unique only for
     * that time. Their epoch is 1970; any other is refused.
     */
    public static NumbersBuilder traceId() {
        return new NumbersBuilder(StandardSchemes.traceId(0), false);
    }

    /**
     * Ids of eight bytes in the order of time: time since 1970, 6 bits of sequence, 11 bits of node id. Any other epoch
     * is refused.
     */
    public static NumbersBuilder eightByte() {
        return new NumbersBuilder(StandardSchemes.eightByte(StandardSchemes.Mode.TIME_SEQUENTIAL, 0), false);
    }

    /**
     * Ids with fields of your own, most significant first. {@code Generators.custom(Duration.ofMillis(1),
     * "timestamp:41", "region=3:4", "node:6", "sequence:12")} has 41 bits of time since 1970, the constant 3 in 4 bits,
     * 6 bits of node id and 12 bits of sequence. The other kinds are {@code thread} and {@code random}. Without a node
     * id and random bits, two generators repeat ids.
     *
     * @param tick how long a timestamp lasts: whole milliseconds, at most a second
     * @param fields at most 63 bits in all, or 64 if the timestamp comes first
     * @throws IllegalArgumentException if the fields do not make an id
     */
    public static NumbersBuilder custom(Duration tick, String... fields) {
        Scheme<Long> scheme = CustomFields.read(List.of(fields))
                .every(Argument.given("tick", tick))
                .build();
        return new NumbersBuilder(scheme, true);
    }

    /** UUID version 1: time in 100 ns, and 61 random bits: a clock sequence and a node id. */
    public static IdGenerator<UUID> uuidV1() {
        return stamped(StandardSchemes.uuidV1(), randomNodeOfUuids());
    }

    /** UUID version 4: 122 random bits. */
    public static IdGenerator<UUID> uuidV4() {
        return new Ids<>(new RandomNumbers("uuid-v4"), IdType.uuids());
    }

    /** UUID version 6: like version 1, but sorted by time. */
    public static TimeOrderedIds<UUID> uuidV6() {
        return (TimeOrderedIds<UUID>) stamped(StandardSchemes.uuidV6(), randomNodeOfUuids());
    }

    /** UUID version 7: time in milliseconds, a counter that begins at a random number, 59 random bits. */
    public static BackdatedIds<UUID> uuidV7() {
        return (BackdatedIds<UUID>) stamped(StandardSchemes.uuidV7(), LocalNodeSource.none(TimeSource.system()));
    }

    /** ULID: time in milliseconds and 80 random bits. */
    public static BackdatedIds<String> ulid() {
        return (BackdatedIds<String>) stamped(StandardSchemes.ulid(), LocalNodeSource.none(TimeSource.system()));
    }

    /** MongoDB's object id: time in seconds, 40 random bits of this generator, a counter. */
    public static TimeOrderedIds<String> objectId() {
        return (TimeOrderedIds<String>)
                stamped(StandardSchemes.objectId(), LocalNodeSource.random(0, 40, TimeSource.system()));
    }

    /** Flake: time in milliseconds, 47 random bits of this generator, a sequence; in base 62. */
    public static TimeOrderedIds<String> flake() {
        return (TimeOrderedIds<String>)
                stamped(StandardSchemes.flake(), LocalNodeSource.random(0, 48, TimeSource.system()));
    }

    private static NodeSource randomNodeOfUuids() {
        return LocalNodeSource.random(StandardSchemes.CLOCK_SEQUENCE_BITS, 48, TimeSource.system());
    }

    private static <T> IdGenerator<T> stamped(Scheme<T> scheme, NodeSource nodes) {
        return TimestampIds.of(stamper(scheme, nodes), scheme);
    }

    static IdCodec<Long> numbers(Scheme<Long> scheme, long node) {
        return TimestampIds.longs(stamper(scheme, LocalNodeSource.fixed(node, TimeSource.system())), scheme, null);
    }

    private static Stamper stamper(Scheme<?> scheme, NodeSource nodes) {
        return Stamper.of(scheme.name(), scheme, () -> nodes, TimeSource.system(), GeneratorSettings.defaults());
    }
}
