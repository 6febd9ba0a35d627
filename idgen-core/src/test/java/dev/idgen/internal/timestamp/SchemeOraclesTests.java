package dev.idgen.internal.timestamp;

import static dev.idgen.internal.timestamp.TimestampGenerators.compose;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.uuid.impl.UUIDUtil;
import com.github.f4b6a3.tsid.Tsid;
import com.github.f4b6a3.tsid.TsidFactory;
import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.uuid.UuidCreator;
import com.github.f4b6a3.uuid.util.UuidUtil;
import dev.idgen.DecodedId;
import dev.idgen.internal.codec.Entropy;
import dev.idgen.internal.timestamp.StandardSchemes.Mode;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.bson.types.ObjectId;
import org.lable.oss.uniqueid.bytes.Blueprint;
import org.lable.oss.uniqueid.bytes.IDBuilder;

/** Other implementations of the formats read the ids of idgen, and idgen reads theirs. */
class SchemeOraclesTests {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final Entropy ENTROPY = new Entropy(1, 2);
    private static final long MAX_48 = (1L << 48) - 1;
    private static final long MAX_41 = (1L << 41) - 1;
    private static final long MAX_42 = (1L << 42) - 1;
    private static final long EPOCH_2020 = 1_577_836_800_000L;

    /** Other libraries count nanoseconds in a {@code long} on the way, so their time ends soon after it. */
    private static final long YEAR_2260 = 9_151_488_000_000L;

    private final Scheme<UUID> v1 = StandardSchemes.uuidV1();
    private final Scheme<UUID> v6 = StandardSchemes.uuidV6();
    private final Scheme<UUID> v7 = StandardSchemes.uuidV7();
    private final Scheme<String> ulid = StandardSchemes.ulid();
    private final Scheme<String> objectId = StandardSchemes.objectId();
    private final Scheme<Long> tsid = StandardSchemes.tsid();

    private static <T> DecodedId decode(Scheme<T> scheme, T id) {
        return TimestampGenerators.decode(scheme, id, NOW);
    }

    @Property
    void tsidCreator(
            @ForAll @LongRange(min = 1, max = MAX_41) long tick,
            @ForAll @IntRange(max = 1023) int node,
            @ForAll int random) {
        int number = random & 4095;
        Long id = compose(tsid, node, tick, number, ENTROPY);
        Tsid read = Tsid.from(tsid.form().format(id));
        assertThat(read.toLong()).isEqualTo(id);
        assertThat(read.getUnixMilliseconds()).isEqualTo(EPOCH_2020 + tick);
        assertThat(read).hasToString(tsid.form().format(id));
        Tsid made = TsidFactory.builder()
                .withNodeBits(10)
                .withNode(node)
                .withTimeFunction(() -> EPOCH_2020 + tick)
                .withRandomFunction(() -> random)
                .build()
                .create();
        DecodedId parts = decode(tsid, tsid.form().parse(made.toString()));
        assertThat(parts.instant()).isEqualTo(Instant.ofEpochMilli(EPOCH_2020 + tick));
        assertThat(parts.number("node")).isEqualTo(node);
        assertThat(parts.number("sequence")).isEqualTo(made.toLong() & 4095);
    }

    @Property
    void ulidCreator(
            @ForAll @LongRange(max = MAX_48 - 1) long tick,
            @ForAll @IntRange(max = 32_766) int number,
            @ForAll long high,
            @ForAll long low) {
        Entropy entropy = new Entropy(low, 7);
        String id = compose(ulid, 0, tick, number, entropy);
        Ulid read = Ulid.from(id);
        assertThat(read.getTime()).isEqualTo(tick);
        assertThat(read).hasToString(id);
        assertThat(read.increment()).hasToString(compose(ulid, 0, tick, number + 1, entropy));
        Ulid made = new Ulid(tick << 16 | (high & 0xFFFF), low);
        DecodedId parts = decode(ulid, made.toString());
        assertThat(parts.instant()).isEqualTo(made.getInstant());
        assertThat(parts.number("random-high")).isEqualTo(high & 0xFFFF);
        assertThat(parts.number("random-low")).isEqualTo(low);
        assertThat(ulid.form().parse(made.toLowerCase())).isEqualTo(made.toString());
    }

    @Property
    void uuidCreatorAndJugOfVersions1And6(
            @ForAll @LongRange(max = YEAR_2260) long millis,
            @ForAll @IntRange(max = 9999) int hundredNanos,
            @ForAll @IntRange(max = 0x3FFF) int clockSequence,
            @ForAll @LongRange(max = MAX_48) long node) {
        long tick = v1.scale().at(millis) + hundredNanos;
        Instant instant = Instant.ofEpochMilli(millis).plusNanos(hundredNanos * 100L);
        for (Scheme<UUID> scheme : List.of(v1, v6)) {
            UUID id = compose(scheme, (long) clockSequence << 48 | node, tick, 0, ENTROPY);
            assertThat(UuidUtil.getInstant(id)).isEqualTo(instant);
            assertThat(UuidUtil.getTimestamp(id)).isEqualTo(tick);
            assertThat(UuidUtil.getClockSequence(id)).isEqualTo(clockSequence);
            assertThat(UuidUtil.getNodeIdentifier(id)).isEqualTo(node);
            assertThat(UUIDUtil.extractTimestamp(id)).isEqualTo(millis);
            assertThat(scheme.equals(v1) ? UuidUtil.isTimeBased(id) : UuidUtil.isTimeOrdered(id))
                    .isTrue();
            UUID made = scheme.equals(v1)
                    ? UuidCreator.getTimeBased(instant, clockSequence, node)
                    : UuidCreator.getTimeOrdered(instant, clockSequence, node);
            assertThat(made).isEqualTo(id);
            DecodedId parts = decode(scheme, made);
            assertThat(parts.instant()).isEqualTo(instant);
            assertThat(parts.number("clock-sequence")).isEqualTo(clockSequence);
            assertThat(parts.number("node")).isEqualTo(node);
        }
    }

    @Property
    void uuidCreatorAndJugOfVersion7(
            @ForAll @LongRange(max = MAX_48) long tick, @ForAll @IntRange(max = 32_767) int number, @ForAll long key) {
        UUID id = compose(v7, 0, tick, number, new Entropy(key, 7));
        assertThat(UuidUtil.isTimeOrderedEpoch(id)).isTrue();
        assertThat(UuidUtil.getInstant(id)).isEqualTo(Instant.ofEpochMilli(tick));
        assertThat(UUIDUtil.extractTimestamp(id)).isEqualTo(tick);
        UUID made = UuidCreator.getTimeOrderedEpoch(Instant.ofEpochMilli(tick));
        assertThat(decode(v7, made).instant()).isEqualTo(Instant.ofEpochMilli(tick));
        assertThat(decode(v7, made).number("counter"))
                .isEqualTo((made.getMostSignificantBits() & 0xFFF) << 3 | (made.getLeastSignificantBits() >>> 59 & 7));
    }

    @Property
    void bson(
            @ForAll int seconds,
            @ForAll @LongRange(max = 0xFF_FFFF_FFFFL) long random,
            @ForAll @IntRange(max = 0xFF_FFFF) int counter) {
        long tick = Integer.toUnsignedLong(seconds);
        String id = compose(objectId, random, tick, counter, ENTROPY);
        ObjectId read = new ObjectId(id);
        assertThat(read.toHexString()).isEqualTo(id);
        assertThat(read.getDate()).isEqualTo(Date.from(Instant.ofEpochSecond(tick)));
        assertThat(read.getTimestamp()).isEqualTo(seconds);
        ObjectId made = new ObjectId(seconds, counter);
        DecodedId parts = decode(objectId, made.toHexString());
        assertThat(parts.instant()).isEqualTo(made.getDate().toInstant());
        assertThat(parts.number("counter")).isEqualTo(counter);
    }

    /** The library's version 2 knows the spreading mode only, and eight bits of the generator id. */
    @Property
    void uniqueId(
            @ForAll @LongRange(max = MAX_42) long millis,
            @ForAll @IntRange(max = 63) int number,
            @ForAll @IntRange(max = 255) int generator,
            @ForAll @IntRange(max = 15) int cluster) {
        Scheme<Long> eightByte = StandardSchemes.eightByte(Mode.SPREAD, cluster);
        Long id = compose(eightByte, generator, millis, number, ENTROPY);
        byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(id).array();
        Blueprint read = IDBuilder.parse(bytes);
        assertThat(read.getTimestamp()).isEqualTo(millis);
        assertThat(read.getSequence()).isEqualTo(number);
        assertThat(read.getGeneratorId()).isEqualTo(generator);
        assertThat(read.getClusterId()).isEqualTo(cluster);
        byte[] made = IDBuilder.build(new Blueprint(millis, number, generator, cluster));
        DecodedId parts = decode(eightByte, ByteBuffer.wrap(made).getLong());
        assertThat(parts.instant()).isEqualTo(Instant.ofEpochMilli(millis));
        assertThat(parts.number("sequence")).isEqualTo(number);
        assertThat(parts.number("generator")).isEqualTo(generator);
    }
}
