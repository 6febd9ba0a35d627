package dev.idgen.internal.stamped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.idgen.DecodedId;
import dev.idgen.IdGenerator;
import dev.idgen.InvalidIdException;
import dev.idgen.internal.codec.Entropy;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.ids.IdForm;
import dev.idgen.internal.ids.Ids;
import dev.idgen.internal.ids.RandomNumbers;
import dev.idgen.internal.stamped.StandardSchemes.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ids that the formats' own documents give, and those that follow from their formulas. */
class SchemeVectorsTests {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final Entropy ENTROPY = new Entropy(1, 2);

    @Test
    void snowflakeIsTimeDatacenterWorkerSequence() {
        Scheme<Long> scheme = StandardSchemes.snowflake();
        // The example of https://en.wikipedia.org/wiki/Snowflake_ID
        long id = 1_541_815_603_606_036_480L;
        long timestamp = 367_597_485_448L;

        DecodedId parts = StampedGenerators.decode(scheme, id, NOW);

        assertThat(parts.instant()).isEqualTo(Instant.parse("2022-06-28T16:07:40.105Z"));
        assertThat(parts.number("timestamp")).isEqualTo(timestamp);
        assertThat(parts.number("datacenter")).isEqualTo(11);
        assertThat(parts.number("worker")).isEqualTo(26);
        assertThat(parts.number("sequence")).isZero();
        assertThat(compose(scheme, 11 << 5 | 26, timestamp, 0)).isEqualTo(id);
        assertThat(compose(scheme, 1023, (1L << 41) - 1, 4095)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void jsSafeFillsTheIntegersOfEcmaScript() {
        Scheme<Long> scheme = StandardSchemes.jsSafe();

        assertThat(compose(scheme, 31, (1L << 41) - 1, 127)).isEqualTo((1L << 53) - 1);
        assertThat(compose(scheme, 3, 5, 7)).isEqualTo(5L << 12 | 3 << 7 | 7);
        assertThat(StampedGenerators.decode(scheme, 5L << 12 | 3 << 7 | 7, NOW).instant())
                .isEqualTo(Instant.parse("2025-01-01T00:00:00.005Z"));
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> StampedGenerators.decode(scheme, 1L << 53, NOW))
                .withMessage("'9007199254740992' is not an id of type js-safe: it has more than 53 bits");
    }

    @Test
    void sonyflakeCountsTensOfMilliseconds() {
        Scheme<Long> scheme = StandardSchemes.sonyflake();
        long id = 123_456_789L << 24 | 0xAB << 16 | 0xC0A8;

        assertThat(compose(scheme, 0xC0A8, 123_456_789L, 0xAB)).isEqualTo(id);
        DecodedId parts = StampedGenerators.decode(scheme, id, NOW);
        assertThat(parts.instant())
                .isEqualTo(Instant.parse("2025-01-01T00:00:00Z").plusMillis(1_234_567_890));
        assertThat(parts.number("sequence")).isEqualTo(0xAB);
        assertThat(parts.number("machine")).isEqualTo(0xC0A8);
        Scheme<Long> older = StandardSchemes.sonyflake(Instant.parse("2014-09-01T00:00:00Z"));
        assertThat(StampedGenerators.decode(older, 1L << 24, NOW).instant())
                .isEqualTo(Instant.parse("2014-09-01T00:00:00.010Z"));
    }

    @Test
    void instagramOfItsPaper() {
        Scheme<Long> scheme = StandardSchemes.instagram();

        assertThat(compose(scheme, 1341, 1_387_263_000L, 5001 % 1024)).isEqualTo(11_637_205_501_278_089L);
        DecodedId parts = StampedGenerators.decode(scheme, 11_637_205_501_278_089L, NOW);
        assertThat(parts.instant()).isEqualTo(Instant.ofEpochMilli(1_314_220_021_721L + 1_387_263_000L));
        assertThat(parts.number("shard")).isEqualTo(1341);
        assertThat(parts.number("sequence")).isEqualTo(905);
    }

    @ParameterizedTest
    @CsvSource({
        "SPREAD,          0, 143062936275,  0,    0, cb54ecf284000000",
        "SPREAD,         15, 4398046511103, 63, 2047, ffffffffffffefff",
        "SPREAD,          5, 143062936275, 10,    1, cb54ecf2840a0015",
        "TIME_SEQUENTIAL, 5, 143062936275, 10,    2, 0853cdcab4ca1025"
    })
    void eightByte(Mode mode, int cluster, long millis, long sequence, long generator, String hex) {
        Scheme<Long> scheme = StandardSchemes.eightByte(mode, cluster);

        Long id = compose(scheme, generator, millis, sequence);

        assertThat(scheme.form().format(id)).isEqualTo(hex);
        DecodedId parts = StampedGenerators.decode(scheme, scheme.form().parse(hex), NOW);
        assertThat(parts.instant()).isEqualTo(Instant.ofEpochMilli(millis));
        assertThat(parts.number("sequence")).isEqualTo(sequence);
        assertThat(parts.number("generator")).isEqualTo(generator);
        assertThat(parts.number("cluster")).isEqualTo(cluster);
    }

    @Test
    void eightByteOfAnotherModeOrClusterIsRefused() {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() ->
                        StampedGenerators.decode(StandardSchemes.eightByte(Mode.SPREAD, 5), 0x0853cdcab4ca1025L, NOW))
                .withMessage("'600049445870637093' is not an id of type eight-byte: its mode is 1, not 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StandardSchemes.eightByte(Mode.SPREAD, 16))
                .withMessage("'cluster' holds 0 to 15, not 16");
    }

    @Test
    void traceIdIsSecondsNodeThreadCounter() {
        Scheme<Long> scheme = StandardSchemes.traceId(0);
        long id = 1000L << 38 | 0xBEEFL << 22 | 77;

        assertThat(compose(scheme, 0xBEEF, 1000, 77)).isEqualTo(id);
        assertThat(StampedGenerators.decode(scheme, id, NOW).number("node")).isEqualTo(0xBEEF);
        assertThat(StampedGenerators.decode(scheme, id, NOW).number("counter")).isEqualTo(77);
        StampEncoder withThreads = StandardSchemes.traceId(5).encoder();
        assertThat(withThreads.low(withThreads.fixed(0xBEEF, 31), 1000L << 17 | 77, new StampEntropy(ENTROPY)))
                .isEqualTo(1000L << 38 | 0xBEEFL << 22 | 31 << 17 | 77);
    }

    @Test
    void traceIdWrapsAndIsReadByAReferenceDate() {
        Scheme<Long> scheme = StandardSchemes.traceId(0);
        long round = 1L << 25;
        long begin = 52 * round; // in the year 2025
        Instant wrap = Instant.ofEpochSecond(begin);

        Long before = compose(scheme, 1, begin - 1, 1);
        Long after = compose(scheme, 1, begin, 1);

        assertThat(after).isLessThan(before);
        assertThat(StampedGenerators.decode(scheme, before, wrap).instant()).isEqualTo(wrap.minusSeconds(1));
        assertThat(StampedGenerators.decode(scheme, after, wrap).instant()).isEqualTo(wrap);
        assertThat(StampedGenerators.decode(scheme, after, wrap.minusMillis(1)).instant())
                .isEqualTo(wrap.minusSeconds(round));
        assertThat(StampedGenerators.decode(scheme, before, wrap.plusSeconds(round - 2))
                        .instant())
                .isEqualTo(wrap.minusSeconds(1));
        assertThat(StampedGenerators.decode(scheme, before, wrap.plusSeconds(round - 1))
                        .instant())
                .isEqualTo(wrap.plusSeconds(round - 1));
        assertThat(Duration.ofSeconds(round).toDays()).isEqualTo(388);
    }

    @Test
    void momentMakesNoDifferenceWhereNothingWraps() {
        Scheme<Long> scheme = StandardSchemes.snowflake();

        assertThat(StampedGenerators.decode(scheme, 1L << 22, Instant.MAX))
                .isEqualTo(StampedGenerators.decode(scheme, 1L << 22, Instant.MIN));
    }

    @Test
    void tsidIsWrittenWith13Characters() {
        Scheme<Long> scheme = StandardSchemes.tsid();
        Long id = compose(scheme, 0b11_0010_1010, 250_000_000_000L, 0b1010_1010_1010);

        assertThat(id).isEqualTo(250_000_000_000L << 22 | 0b11_0010_1010L << 12 | 0b1010_1010_1010);
        assertThat(scheme.form().format(id)).hasSize(13);
        assertThat(scheme.form().parse(scheme.form().format(id))).isEqualTo(id);
        assertThat(StampedGenerators.decode(scheme, id, NOW).instant())
                .isEqualTo(Instant.ofEpochMilli(1_577_836_800_000L + 250_000_000_000L));
        assertThat(scheme.composition().maxTick()).isEqualTo((1L << 41) - 1); // else the id would be negative
    }

    @Test
    void flakeOfItsReadme() {
        Scheme<String> scheme = StandardSchemes.flake();
        Word128 bits = new Word128(0x00000134d4212d43L, 0x109add5e0e8f0000L);

        String id = compose(scheme, 0x109add5e0e8fL, 1_326_408_871_235L, 0);

        assertThat(id).isEqualTo("00008HFaDzqL3ULkWgRE8G").hasSize(22);
        assertThat(scheme.form().bits(id)).isEqualTo(bits);
        DecodedId parts = StampedGenerators.decode(scheme, id, NOW);
        assertThat(parts.instant()).isEqualTo(Instant.ofEpochMilli(1_326_408_871_235L));
        assertThat(parts.number("worker")).isEqualTo(0x109add5e0e8fL);
        assertThat(parts.number("sequence")).isZero();
    }

    @Test
    void flakeOfATimeBeyondAllCalendarsIsRefused() {
        Scheme<String> scheme = StandardSchemes.flake();
        String id = scheme.form().of(Long.MIN_VALUE, 1);

        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> StampedGenerators.decode(scheme, id, NOW))
                .withMessageContaining("9223372036854775808");
    }

    @ParameterizedTest
    @CsvSource({
        "00000000, 1970-01-01T00:00:00Z",
        "7fffffff, 2038-01-19T03:14:07Z",
        "80000000, 2038-01-19T03:14:08Z",
        "ffffffff, 2106-02-07T06:28:15Z"
    })
    void secondsOfObjectIdsAreUnsigned(String seconds, Instant expected) {
        Scheme<String> scheme = StandardSchemes.objectId();
        String id = compose(scheme, 0xFF_EEDD_CCBBL, Long.parseLong(seconds, 16), 0x123456);

        assertThat(id).isEqualTo(seconds + "ffeeddccbb123456");
        assertThat(StampedGenerators.decode(scheme, id, NOW).instant()).isEqualTo(expected);
        assertThat(StampedGenerators.decode(scheme, id, NOW).number("random")).isEqualTo(0xFF_EEDD_CCBBL);
        assertThat(StampedGenerators.decode(scheme, id, NOW).number("counter")).isEqualTo(0x123456);
    }

    @ParameterizedTest
    @CsvSource({"01ARZ3NDEK0000000000000000, 1469922850259", "7ZZZZZZZZZ0000000000000000, 281474976710655"})
    void ulidBeginsWithMilliseconds(String id, long millis) {
        Scheme<String> scheme = StandardSchemes.ulid();

        assertThat(StampedGenerators.decode(scheme, id, NOW).instant()).isEqualTo(Instant.ofEpochMilli(millis));
        assertThat(compose(scheme, 0, millis, 0)).startsWith(id.substring(0, 10));
    }

    @Test
    void ulidGrowsByOneWithinAMillisecond() {
        Scheme<String> scheme = StandardSchemes.ulid();
        Word128 first = random(scheme, "01BX5ZZKBKACTAV9WEVGEMMVRZ");

        Word128 second = plus(first, 1, 0xFFFF);

        assertThat(second).isEqualTo(random(scheme, "01BX5ZZKBKACTAV9WEVGEMMVS0"));
        long millis = StampedGenerators.decode(scheme, "01BX5ZZKBKACTAV9WEVGEMMVRZ", NOW)
                .number("timestamp");
        Word128 third = number(scheme, compose(scheme, 0, millis, 7));
        Word128 fourth = number(scheme, compose(scheme, 0, millis, 8));
        assertThat(plus(third, 1, -1L >>> 1)).isEqualTo(fourth);
    }

    @Test
    void ulidCarriesAndEnds() {
        assertThat(plus(new Word128(0, -1), 1, 0xFFFF)).isEqualTo(new Word128(1, 0));
        assertThat(plus(new Word128(0xFFFE, -2), 5, 0xFFFF)).isEqualTo(new Word128(0xFFFF, 3));
        assertThat(plus(new Word128(0xFFFF, -2), 1, 0xFFFF)).isEqualTo(new Word128(0xFFFF, -1));
        assertThat(plus(new Word128(0xFFFF, -1), 0, 0xFFFF)).isEqualTo(new Word128(0xFFFF, -1));
        Word128 greatest = random(StandardSchemes.ulid(), "01BX5ZZKBKZZZZZZZZZZZZZZZZ");
        assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> plus(greatest, 1, 0xFFFF))
                .withMessage("the random part has reached its greatest value");
        assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> plus(greatest, 32_767, 0xFFFF));
    }

    @Test
    void ulidBeyond128BitsIsRefused() {
        Scheme<String> scheme = StandardSchemes.ulid();

        assertThat(StampedGenerators.decode(scheme, "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", NOW)
                        .number("random-low"))
                .isEqualTo(-1);
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> StampedGenerators.decode(scheme, "80000000000000000000000000", NOW))
                .withMessageContaining("greater than 7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
    }

    @Test
    void ulidIsReadWithoutRegardToCase() {
        Scheme<String> scheme = StandardSchemes.ulid();

        assertThat(scheme.form().parse("01arz3ndekOIL0000000000000")).isEqualTo("01ARZ3NDEK0110000000000000");
    }

    @Test
    void uuidsOfVersions1And6ShowTheSameInstant() {
        Scheme<UUID> v1 = StandardSchemes.uuidV1();
        Scheme<UUID> v6 = StandardSchemes.uuidV6();
        UUID one = UUID.fromString("C232AB00-9414-11EC-B3C8-9F6BDECED846");
        UUID six = UUID.fromString("1EC9414C-232A-6B00-B3C8-9F6BDECED846");
        long node = 0x33C8L << 48 | 0x9F6BDECED846L;

        assertThat(compose(v1, node, 0x1EC9414C232AB00L, 0)).isEqualTo(one);
        assertThat(compose(v6, node, 0x1EC9414C232AB00L, 0)).isEqualTo(six);
        assertThat(StampedGenerators.decode(v1, one, NOW).instant())
                .isEqualTo(StampedGenerators.decode(v6, six, NOW).instant())
                .isEqualTo(Instant.parse("2022-02-22T19:22:22Z"));
        for (DecodedId parts :
                new DecodedId[] {StampedGenerators.decode(v1, one, NOW), StampedGenerators.decode(v6, six, NOW)}) {
            assertThat(parts.number("timestamp")).isEqualTo(0x1EC9414C232AB00L);
            assertThat(parts.number("clock-sequence")).isEqualTo(0x33C8);
            assertThat(parts.number("node")).isEqualTo(0x9F6BDECED846L);
        }
    }

    @Test
    void uuidV4OfTheRfc() {
        IdGenerator<UUID> generator = new Ids<>(new RandomNumbers("test"), IdForm.uuids());
        UUID id = UUID.fromString("919108F7-52D1-4320-9BAC-F847DB4148A8");

        assertThat(generator.decode(id).instant()).isNull();
        assertThat(generator.decode(id).number("version")).isEqualTo(4);
        assertThat(generator.decode(id).number("random-a")).isEqualTo(0x919108F752D1L);
        assertThat(generator.parse("919108F7-52D1-4320-9BAC-F847DB4148A8")).isEqualTo(id);
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> generator.decode(UUID.fromString("017F22E2-79B0-7CC3-98C4-DC0C0C07398F")));
    }

    @Test
    void uuidV7OfTheRfc() {
        Scheme<UUID> scheme = StandardSchemes.uuidV7();
        UUID id = UUID.fromString("017F22E2-79B0-7CC3-98C4-DC0C0C07398F");

        DecodedId parts = StampedGenerators.decode(scheme, id, NOW);

        assertThat(parts.instant()).isEqualTo(Instant.ofEpochMilli(1_645_557_742_000L));
        assertThat(parts.number("counter")).isEqualTo(0xCC3 << 3 | 0b011);
        UUID ours = compose(scheme, 0, 1_645_557_742_000L, 0xCC3 << 3 | 0b011);
        assertThat(ours.getMostSignificantBits()).isEqualTo(id.getMostSignificantBits());
        assertThat(ours.getLeastSignificantBits() >>> 59).isEqualTo(id.getLeastSignificantBits() >>> 59);
    }

    @ParameterizedTest
    @ValueSource(strings = {"C232AB00-9414-11EC-33C8-9F6BDECED846", "C232AB00-9414-41EC-B3C8-9F6BDECED846"})
    void uuidOfAnotherVariantOrVersionIsRefused(UUID id) {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> StampedGenerators.decode(StandardSchemes.uuidV1(), id, NOW))
                .withMessageStartingWith("'" + id + "' is not an id of type uuid-v1: its ");
    }

    /** The first instant that has no timestamp. */
    @ParameterizedTest
    @CsvSource({
        "snowflake, 2080-07-10T17:30:30.209Z",
        "js-safe, 2094-09-07T15:47:35.552Z",
        "sonyflake, 2199-03-19T03:28:58.880Z",
        "instagram, 2046-06-27T17:00:49.497Z",
        "eight-byte, 2109-05-15T07:35:11.104Z",
        "tsid, 2089-09-06T15:47:35.552Z",
        "object-id, 2106-02-07T06:28:16Z"
    })
    void schemeRunsOutOn(String name, Instant expected) {
        Scheme<?> scheme = SchemeCases.named(name).scheme();
        long last = scheme.composition().maxTick();

        assertThat(scheme.runsOutOn()).isEqualTo(expected);
        assertThat(scheme.scale().instantOf(last).plus(scheme.scale().tick())).isEqualTo(expected);
    }

    private static <T> T compose(Scheme<T> scheme, long node, long tick, long number) {
        Composition composition = scheme.composition();
        Word128 fixed = scheme.encoder().fixed(node, 0);
        long stamp = tick << composition.sequenceBits() | number;
        return scheme.encoder().id(fixed, stamp, new StampEntropy(ENTROPY), scheme.form());
    }

    private static Word128 plus(Word128 number, long steps, long maxHigh) {
        return new Word128(StampEncoder.highAfter(number.high(), number.low(), steps, maxHigh), number.low() + steps);
    }

    private static Word128 number(Scheme<String> scheme, String id) {
        return scheme.form().bits(id);
    }

    private static Word128 random(Scheme<String> scheme, String id) {
        DecodedId parts = StampedGenerators.decode(scheme, id, NOW);
        return new Word128(parts.number("random-high"), parts.number("random-low"));
    }
}
