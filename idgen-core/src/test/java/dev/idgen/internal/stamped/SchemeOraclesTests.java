package dev.idgen.internal.stamped;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.uuid.impl.UUIDUtil;
import com.github.f4b6a3.tsid.Tsid;
import com.github.f4b6a3.tsid.TsidFactory;
import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.uuid.UuidCreator;
import com.github.f4b6a3.uuid.util.UuidUtil;
import dev.idgen.DecodedId;
import dev.idgen.internal.codec.Entropy;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.stamped.StandardSchemes.Mode;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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

/** Other implementations of the formats read what ours write, and ours read what they write. */
class SchemeOraclesTests {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final long MAX_48 = (1L << 48) - 1;
    private static final long MAX_41 = (1L << 41) - 1;
    private static final long MAX_42 = (1L << 42) - 1;
    private static final long EPOCH_2020 = 1_577_836_800_000L;

    /** Their time does not reach beyond it, as they count nanoseconds in a {@code long} on the way. */
    private static final long YEAR_2260 = 9_151_488_000_000L;

    private final Scheme<UUID> v1 = StandardSchemes.uuidV1();
    private final Scheme<UUID> v6 = StandardSchemes.uuidV6();
    private final Scheme<UUID> v7 = StandardSchemes.uuidV7();
    private final Scheme<String> ulid = StandardSchemes.ulid();
    private final Scheme<String> objectId = StandardSchemes.objectId();
    private final Scheme<Long> tsid = StandardSchemes.tsid();
    private final Scheme<Long> eightByte = StandardSchemes.eightByte(Mode.SPREAD, 0);

    @Property
    void tsidCreatorReadsOurs(
            @ForAll @LongRange(max = MAX_41) long tick,
            @ForAll @IntRange(max = 1023) int node,
            @ForAll @IntRange(max = 4095) int number) {
        Long id = compose(tsid, node, tick, number, new Entropy(1, 2));

        Tsid theirs = Tsid.from(tsid.form().format(id));

        assertThat(theirs.toLong()).isEqualTo(id);
        assertThat(theirs.getUnixMilliseconds()).isEqualTo(EPOCH_2020 + tick);
        assertThat(theirs).hasToString(tsid.form().format(id));
    }

    @Property
    void oursReadTsidCreators(
            @ForAll @LongRange(min = 1, max = MAX_41) long tick,
            @ForAll @IntRange(max = 1023) int node,
            @ForAll int random) {
        Tsid theirs = TsidFactory.builder()
                .withNodeBits(10)
                .withNode(node)
                .withTimeFunction(() -> EPOCH_2020 + tick)
                .withRandomFunction(() -> random)
                .build()
                .create();

        DecodedId parts = StampedGenerators.decode(tsid, tsid.form().parse(theirs.toString()), NOW);

        assertThat(parts.instant()).isEqualTo(Instant.ofEpochMilli(EPOCH_2020 + tick));
        assertThat(parts.number("node")).isEqualTo(node);
        assertThat(parts.number("sequence")).isEqualTo(theirs.toLong() & 4095);
    }

    @Property
    void ulidCreatorReadsOurs(
            @ForAll @LongRange(max = MAX_48 - 1) long tick,
            @ForAll @IntRange(max = 32_766) int number,
            @ForAll long key) {
        Entropy entropy = new Entropy(key, 7);
        String id = compose(ulid, 0, tick, number, entropy);

        Ulid theirs = Ulid.from(id);

        assertThat(theirs.getTime()).isEqualTo(tick);
        assertThat(theirs).hasToString(id);
        assertThat(theirs.increment()).hasToString(compose(ulid, 0, tick, number + 1, entropy));
    }

    @Property
    void oursReadUlidCreators(@ForAll @LongRange(max = MAX_48) long tick, @ForAll long high, @ForAll long low) {
        Ulid theirs = new Ulid(tick << 16 | (high & 0xFFFF), low);

        DecodedId parts = StampedGenerators.decode(ulid, theirs.toString(), NOW);

        assertThat(parts.instant()).isEqualTo(theirs.getInstant());
        assertThat(parts.number("random-high")).isEqualTo(high & 0xFFFF);
        assertThat(parts.number("random-low")).isEqualTo(low);
        assertThat(ulid.form().parse(theirs.toLowerCase())).isEqualTo(theirs.toString());
    }

    @Property
    void uuidCreatorAndJugReadOurs(
            @ForAll @LongRange(max = YEAR_2260) long millis,
            @ForAll @IntRange(max = 9999) int hundredNanos,
            @ForAll @IntRange(max = 0x3FFF) int clockSequence,
            @ForAll @LongRange(max = MAX_48) long node) {
        long tick = v1.scale().at(millis) + hundredNanos;
        Instant instant = Instant.ofEpochMilli(millis).plusNanos(hundredNanos * 100L);
        for (Scheme<UUID> scheme : List.of(v1, v6)) {
            UUID id = compose(scheme, (long) clockSequence << 48 | node, tick, 0, new Entropy(1, 2));

            assertThat(UuidUtil.getInstant(id)).isEqualTo(instant);
            assertThat(UuidUtil.getTimestamp(id)).isEqualTo(tick);
            assertThat(UuidUtil.getClockSequence(id)).isEqualTo(clockSequence);
            assertThat(UuidUtil.getNodeIdentifier(id)).isEqualTo(node);
            assertThat(UUIDUtil.extractTimestamp(id)).isEqualTo(millis);
            assertThat(scheme == v1 ? UuidUtil.isTimeBased(id) : UuidUtil.isTimeOrdered(id))
                    .isTrue();
        }
    }

    @Property
    void oursReadUuidCreators(
            @ForAll @LongRange(max = YEAR_2260) long millis,
            @ForAll @IntRange(max = 9999) int hundredNanos,
            @ForAll @IntRange(max = 0x3FFF) int clockSequence,
            @ForAll @LongRange(max = MAX_48) long node) {
        Instant instant = Instant.ofEpochMilli(millis).plusNanos(hundredNanos * 100L);
        DecodedId one = StampedGenerators.decode(v1, UuidCreator.getTimeBased(instant, clockSequence, node), NOW);
        DecodedId six = StampedGenerators.decode(v6, UuidCreator.getTimeOrdered(instant, clockSequence, node), NOW);

        for (DecodedId parts : new DecodedId[] {one, six}) {
            assertThat(parts.instant()).isEqualTo(instant);
            assertThat(parts.number("clock-sequence")).isEqualTo(clockSequence);
            assertThat(parts.number("node")).isEqualTo(node);
        }
    }

    @Property(tries = 100)
    void oursReadJugs() {
        UUID one = com.fasterxml.uuid.Generators.timeBasedGenerator().generate();
        UUID six = com.fasterxml.uuid.Generators.timeBasedReorderedGenerator().generate();
        UUID seven = com.fasterxml.uuid.Generators.timeBasedEpochGenerator().generate();

        assertReadAsMillis(v1, one, UUIDUtil.extractTimestamp(one));
        assertReadAsMillis(v6, six, UUIDUtil.extractTimestamp(six));
        assertReadAsMillis(v7, seven, UUIDUtil.extractTimestamp(seven));
    }

    private static void assertReadAsMillis(Scheme<UUID> scheme, UUID id, long millis) {
        Instant instant = StampedGenerators.decode(scheme, id, NOW).instant();
        assertThat(instant).isNotNull();
        assertThat(instant.truncatedTo(ChronoUnit.MILLIS)).isEqualTo(Instant.ofEpochMilli(millis));
    }

    @Property
    void uuidCreatorAndJugReadOursOfVersion7(
            @ForAll @LongRange(max = MAX_48) long tick, @ForAll @IntRange(max = 32_767) int number, @ForAll long key) {
        UUID id = compose(v7, 0, tick, number, new Entropy(key, 7));

        assertThat(UuidUtil.isTimeOrderedEpoch(id)).isTrue();
        assertThat(UuidUtil.getInstant(id)).isEqualTo(Instant.ofEpochMilli(tick));
        assertThat(UUIDUtil.extractTimestamp(id)).isEqualTo(tick);
    }

    @Property
    void oursReadUuidCreatorsOfVersion7(@ForAll @LongRange(max = MAX_48) long tick) {
        UUID id = UuidCreator.getTimeOrderedEpoch(Instant.ofEpochMilli(tick));

        assertThat(StampedGenerators.decode(v7, id, NOW).instant()).isEqualTo(Instant.ofEpochMilli(tick));
        assertThat(StampedGenerators.decode(v7, id, NOW).number("counter"))
                .isEqualTo((id.getMostSignificantBits() & 0xFFF) << 3 | (id.getLeastSignificantBits() >>> 59 & 7));
    }

    @Property
    void bsonReadsOurs(
            @ForAll @LongRange(max = 0xFFFF_FFFFL) long tick,
            @ForAll @LongRange(max = 0xFF_FFFF_FFFFL) long random,
            @ForAll @IntRange(max = 0xFF_FFFF) int counter) {
        String id = compose(objectId, random, tick, counter, new Entropy(1, 2));

        ObjectId theirs = new ObjectId(id);

        assertThat(theirs.toHexString()).isEqualTo(id);
        assertThat(theirs.getDate()).isEqualTo(Date.from(Instant.ofEpochSecond(tick)));
        assertThat(Integer.toUnsignedLong(theirs.getTimestamp())).isEqualTo(tick);
    }

    @Property
    void oursReadBsons(@ForAll int seconds, @ForAll @IntRange(max = 0xFF_FFFF) int counter) {
        ObjectId theirs = new ObjectId(seconds, counter);

        DecodedId parts = StampedGenerators.decode(objectId, theirs.toHexString(), NOW);

        assertThat(parts.instant()).isEqualTo(theirs.getDate().toInstant());
        assertThat(parts.number("counter")).isEqualTo(counter);
    }

    /** The library's version 2 knows the spreading mode only, and eight bits of the generator id. */
    @Property
    void uniqueIdReadsOurs(
            @ForAll @LongRange(max = MAX_42) long millis,
            @ForAll @IntRange(max = 63) int number,
            @ForAll @IntRange(max = 255) int generator,
            @ForAll @IntRange(max = 15) int cluster) {
        Long id =
                compose(StandardSchemes.eightByte(Mode.SPREAD, cluster), generator, millis, number, new Entropy(1, 2));

        Blueprint theirs = IDBuilder.parse(bytes(id));

        assertThat(theirs.getTimestamp()).isEqualTo(millis);
        assertThat(theirs.getSequence()).isEqualTo(number);
        assertThat(theirs.getGeneratorId()).isEqualTo(generator);
        assertThat(theirs.getClusterId()).isEqualTo(cluster);
    }

    @Property
    void oursReadUniqueIds(
            @ForAll @LongRange(max = MAX_42) long millis,
            @ForAll @IntRange(max = 63) int number,
            @ForAll @IntRange(max = 255) int generator) {
        byte[] theirs = IDBuilder.build(new Blueprint(millis, number, generator, 0));

        DecodedId parts =
                StampedGenerators.decode(eightByte, ByteBuffer.wrap(theirs).getLong(), NOW);

        assertThat(parts.instant()).isEqualTo(Instant.ofEpochMilli(millis));
        assertThat(parts.number("sequence")).isEqualTo(number);
        assertThat(parts.number("generator")).isEqualTo(generator);
    }

    private static byte[] bytes(long id) {
        return ByteBuffer.allocate(Long.BYTES).putLong(id).array();
    }

    private static <T> T compose(Scheme<T> scheme, long node, long tick, long number, Entropy entropy) {
        Composition composition = scheme.composition();
        Word128 fixed = scheme.encoder().fixed(node, 0);
        long stamp = tick << composition.sequenceBits() | number;
        return scheme.encoder().id(fixed, stamp, new StampEntropy(entropy), scheme.form());
    }
}
