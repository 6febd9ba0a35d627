package dev.idgen.internal.timestamp;

import dev.idgen.IdGenerator;
import dev.idgen.IdScheme;
import dev.idgen.LongIdGenerator;
import dev.idgen.Monotonicity;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.timestamp.StandardSchemes.Mode;
import dev.idgen.internal.timestamp.node.NodeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All schemes with timestamps: what the contract's tests run through. */
public final class SchemeCases {

    public static final List<SchemeCase<?>> ALL = List.of(
            longs("snowflake", StandardSchemes.snowflake()),
            longs(
                    "snowflake-without-datacenter",
                    StandardSchemes.snowflake(0, 10, 12).since(Instant.parse("2025-01-01T00:00:00Z"))),
            longs("js-safe", StandardSchemes.jsSafe()),
            longs("sonyflake", StandardSchemes.sonyflake()),
            longs("instagram", StandardSchemes.instagram()),
            longs("trace-id", StandardSchemes.traceId(0)),
            longs("trace-id-with-threads", StandardSchemes.traceId(5)),
            longs("eight-byte", StandardSchemes.eightByte(Mode.SPREAD, 5)),
            longs("eight-byte-sequential", StandardSchemes.eightByte(Mode.TIME_SEQUENTIAL, 5)),
            longs("tsid", StandardSchemes.tsid()),
            longs("whole-seconds-without-node", secondsWithoutNode()),
            ids("flake", StandardSchemes.flake()),
            ids("object-id", StandardSchemes.objectId()),
            ids("ulid", StandardSchemes.ulid()),
            ids("uuid-v1", StandardSchemes.uuidV1()),
            ids("uuid-v6", StandardSchemes.uuidV6()),
            ids("uuid-v7", StandardSchemes.uuidV7()),
            ids("ulid-of-threads", StandardSchemes.ulid(false)),
            ids("uuid-v7-of-threads", StandardSchemes.uuidV7(false)),
            scrambled("scrambled snowflake", StandardSchemes.snowflake()),
            scrambled("scrambled js-safe", StandardSchemes.jsSafe()),
            scrambled("scrambled eight-byte", StandardSchemes.eightByte(Mode.SPREAD, 5)),
            scrambled("scrambled tsid", StandardSchemes.tsid()),
            scrambled("scrambled trace-id", StandardSchemes.traceId(5)));

    private SchemeCases() {}

    static SchemeCase<?> named(String name) {
        return ALL.stream().filter(type -> type.name().equals(name)).findFirst().orElseThrow();
    }

    private static Scheme<Long> secondsWithoutNode() {
        return Scheme.longs("whole-seconds-without-node")
                .epoch(Instant.parse("2025-01-01T00:00:00Z"))
                .every(Duration.ofSeconds(1))
                .tick("seconds", 32)
                .sequence("number", 16)
                .build();
    }

    private static SchemeCase<Long> longs(String name, Scheme<Long> scheme) {
        return new SchemeCase<>(name, scheme, TimestampGenerators::longs);
    }

    private static <T> SchemeCase<T> ids(String name, Scheme<T> scheme) {
        return new SchemeCase<>(name, scheme, TimestampGenerators::of);
    }

    private static SchemeCase<Long> scrambled(String name, Scheme<Long> scheme) {
        return new SchemeCase<>(name, scheme, TimestampGenerators::scrambledLongs);
    }

    /** Makes a generator. */
    public interface Maker<T> {
        IdGenerator<T> make(
                String name, Scheme<T> scheme, NodeSource nodes, TimeSource time, GeneratorSettings settings);
    }

    /** One scheme and how its generator is made. */
    public record SchemeCase<T>(String name, Scheme<T> scheme, Maker<T> maker) {

        public Drawing<T> on(NodeSource nodes, TimeSource time, GeneratorSettings settings) {
            return new Drawing<>(this, maker.make(name, scheme, nodes, time, settings));
        }

        /** Whether threads have sequences of their own: one that is ahead of the clock does not keep the others from going on. */
        boolean hasLanes() {
            return scheme.composition().laneBits() > 0;
        }

        /** Whether all ids that a node id can make in a tick are quickly drawn. */
        boolean isSmall() {
            return scheme.describe().capacityPerTick() <= 1 << 20;
        }

        /** As many ids, or fewer if a second has no room for twice as many after a random first number. */
        int atMost(int ids) {
            IdScheme described = scheme.describe();
            long ticks = Math.max(1, Duration.ofSeconds(1).dividedBy(Objects.requireNonNull(described.tick())));
            return (int) Math.min(ids, Math.min(ids, described.capacityPerTick() / 4) * ticks);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** A generator whose ids are looked at as words. */
    public record Drawing<T>(SchemeCase<T> of, IdGenerator<T> generator) {

        /** Whether each id is greater than those that the same instance issued before. */
        boolean grows() {
            Monotonicity order = generator.scheme().monotonicity();
            return order != Monotonicity.NONE && order != Monotonicity.BY_TIME;
        }

        Drawn<T> next() {
            T id = generator instanceof LongIdGenerator longs ? cast(longs.nextLong()) : generator.next();
            return id(id);
        }

        Drawn<T> id(T id) {
            return new Drawn<>(this, id, of.scheme.form().bits(id));
        }

        @SuppressWarnings("unchecked")
        private T cast(long id) {
            return (T) (Long) id;
        }

        List<Drawn<T>> draw(int count) {
            return Stream.generate(this::next).limit(count).collect(Collectors.toList());
        }
    }

    /** An id and its bits. */
    record Drawn<T>(Drawing<T> by, T value, Word128 bits) {

        Instant instant() {
            return Objects.requireNonNull(by.generator().decode(value).instant());
        }

        boolean isGreaterThan(Word128 other) {
            int ofHigh = Long.compareUnsigned(bits.high(), other.high());
            return ofHigh > 0 || (ofHigh == 0 && Long.compareUnsigned(bits.low(), other.low()) > 0);
        }
    }
}
