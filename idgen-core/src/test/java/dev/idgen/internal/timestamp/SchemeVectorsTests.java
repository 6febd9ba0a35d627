package dev.idgen.internal.timestamp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.idgen.DecodedId;
import dev.idgen.IdGenerator;
import dev.idgen.InvalidIdException;
import dev.idgen.internal.codec.Entropy;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.ids.Ids;
import dev.idgen.internal.ids.RandomNumbers;
import dev.idgen.internal.timestamp.StandardSchemes.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Ids that the formats' own documents give, and those that follow from their formulas. */
class SchemeVectorsTests {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private static <T> T compose(Scheme<T> scheme, long node, long tick, long number) {
        return TimestampGenerators.compose(scheme, node, tick, number, new Entropy(1, 2));
    }

    private static <T> DecodedId decode(Scheme<T> scheme, T id) {
        return TimestampGenerators.decode(scheme, id, NOW);
    }

    private static Scheme<?> scheme(String name) {
        return name.equals("sonyflake of 2014")
                ? StandardSchemes.sonyflake().since(Instant.parse("2014-09-01T00:00:00Z"))
                : SchemeCases.named(name).scheme();
    }

    /** From wikipedia.org/wiki/Snowflake_ID, Instagram's article, Flake's README, else from formulas. */
    @ParameterizedTest
    @CsvSource(textBlock = """
            snowflake, 378, 367597485448, 0, 1541815603606036480, 2022-06-28T16:07:40.105Z, datacenter=11 worker=26
            snowflake, 1023, 0x1ffffffffff, 4095, 9223372036854775807, 2080-07-10T17:30:30.208Z, sequence=4095
            js-safe, 31, 0x1ffffffffff, 127, 9007199254740991, 2094-09-07T15:47:35.551Z, sequence=127
            sonyflake, 0xc0a8, 0x75bcd15, 0xab, 2071261226975400, 2025-01-15T06:56:07.890Z, sequence=0xab machine=0xc0a8
            sonyflake of 2014, 0, 1, 0, 16777216, 2014-09-01T00:00:00.010Z, machine=0
            instagram, 1341, 1387263000, 905, 11637205501278089, 2011-09-09T22:28:04.721Z, shard=1341 sequence=905
            eight-byte-sequential, 2, 143062936275, 10, 0853cdcab4ca1025, 1974-07-14T19:42:16.275Z,\
             generator=2 cluster=5
            trace-id, 0xbeef, 1000, 77, 275082920329293, 2025-04-16T19:24:24Z, node=0xbeef counter=77
            flake, 0x109add5e0e8f, 1326408871235, 0, 00008HFaDzqL3ULkWgRE8G, 2012-01-12T22:54:31.235Z,\
             worker=0x109add5e0e8f
            """)
    void vectorIsComposedFormattedParsedAndDecoded(
            String name, String node, String tick, String number, String text, Instant instant, String parts) {
        long[] stamp = Stream.of(node, tick, number).mapToLong(Long::decode).toArray();
        DecodedId decoded = roundTrip(scheme(name), stamp, text);
        assertThat(decoded.instant()).isEqualTo(instant);
        for (String part : parts.split(" ", -1)) {
            String[] pair = part.split("=", 2);
            assertThat(decoded.number(pair[0])).as(part).isEqualTo(Long.decode(pair[1]));
        }
    }

    private static <T> DecodedId roundTrip(Scheme<T> scheme, long[] stamp, String text) {
        T id = compose(scheme, stamp[0], stamp[1], stamp[2]);
        assertThat(scheme.form().format(id)).isEqualTo(text);
        assertThat(scheme.form().parse(text)).isEqualTo(id);
        return decode(scheme, id);
    }

    static Stream<Arguments> otherIds() {
        Scheme<String> flake = StandardSchemes.flake();
        String afterAllCalendars = flake.form().of(Long.MIN_VALUE, 1);
        String variant = "c232ab00-9414-11ec-33c8-9f6bdeced846";
        String version = "c232ab00-9414-41ec-b3c8-9f6bdeced846";
        return Stream.of(
                arguments(StandardSchemes.jsSafe(), "9007199254740992", "of type js-safe: it has more than 53 bits"),
                arguments(StandardSchemes.eightByte(Mode.SPREAD, 5), "0853cdcab4ca1025", "its mode is 1, not 0"),
                arguments(flake, afterAllCalendars, "9223372036854775808"),
                arguments(StandardSchemes.ulid(), "80000000000000000000000000", "than 7ZZZZZZZZZZZZZZZZZZZZZZZZZ"),
                arguments(StandardSchemes.uuidV1(), variant, "'" + variant + "' is not an id of type uuid-v1: its "),
                arguments(StandardSchemes.uuidV1(), version, "'" + version + "' is not an id of type uuid-v1: its "));
    }

    @ParameterizedTest
    @MethodSource("otherIds")
    <T> void idOfAnotherFormatIsRefused(Scheme<T> scheme, String text, String message) {
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> decode(scheme, scheme.form().parse(text)))
                .withMessageContaining(message);
    }

    // Trace ids

    @Test
    void traceIdOfAThreadIsSecondsNodeThreadCounter() {
        StampEncoder withThreads = StandardSchemes.traceId(5).encoder();
        StampEntropy entropy = new StampEntropy(new Entropy(1, 2));
        assertThat(withThreads.low(withThreads.fixed(0xBEEF, 31), 1000L << 17 | 77, entropy))
                .isEqualTo(1000L << 38 | 0xBEEFL << 22 | 31 << 17 | 77);
    }

    @Test
    void traceIdWrapsAndIsReadByAReferenceDate() {
        Scheme<Long> scheme = StandardSchemes.traceId(0);
        long round = 1L << 25;
        long begin = 52 * round; // in the year 2025
        Instant wrap = Instant.ofEpochSecond(begin);
        Instant beforeWrap = wrap.minusSeconds(1);
        Long before = compose(scheme, 1, begin - 1, 1);
        Long after = compose(scheme, 1, begin, 1);

        assertThat(after).isLessThan(before);
        assertThat(instant(scheme, before, wrap)).isEqualTo(beforeWrap);
        assertThat(instant(scheme, after, wrap)).isEqualTo(wrap);
        assertThat(instant(scheme, after, wrap.minusMillis(1))).isEqualTo(wrap.minusSeconds(round));
        assertThat(instant(scheme, before, wrap.plusSeconds(round - 2))).isEqualTo(beforeWrap);
        assertThat(instant(scheme, before, wrap.plusSeconds(round - 1))).isEqualTo(beforeWrap.plusSeconds(round));
        assertThat(Duration.ofSeconds(round).toDays()).isEqualTo(388);
        Scheme<Long> snowflake = StandardSchemes.snowflake(); // does not wrap
        assertThat(instant(snowflake, 1L << 22, Instant.MAX)).isEqualTo(instant(snowflake, 1L << 22, Instant.MIN));
    }

    private static Instant instant(Scheme<Long> scheme, Long id, Instant issuedBy) {
        return TimestampGenerators.decode(scheme, id, issuedBy).instant();
    }

    // Ids with random bits

    @Test
    void ulidCarriesAndEnds() {
        DecodedId last = decode(StandardSchemes.ulid(), "7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
        assertThat(last.instant()).isEqualTo(Instant.ofEpochMilli(281_474_976_710_655L));
        assertThat(plus(new Word128(0, -1), 1, 0xFFFF)).isEqualTo(new Word128(1, 0));
        assertThat(plus(new Word128(0xFFFE, -2), 5, 0xFFFF)).isEqualTo(new Word128(0xFFFF, 3));
        assertThat(plus(new Word128(0xFFFF, -2), 1, 0xFFFF)).isEqualTo(new Word128(0xFFFF, -1));
        assertThat(plus(new Word128(0xFFFF, -1), 0, 0xFFFF)).isEqualTo(new Word128(0xFFFF, -1));
        Word128 greatest = random("01BX5ZZKBKZZZZZZZZZZZZZZZZ");
        assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> plus(greatest, 1, 0xFFFF))
                .withMessage("the random part has reached its greatest value");
        assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> plus(greatest, 32_767, 0xFFFF));
    }

    private static Word128 plus(Word128 number, long steps, long maxHigh) {
        return new Word128(StampEncoder.highAfter(number.high(), number.low(), steps, maxHigh), number.low() + steps);
    }

    private static Word128 random(String ulid) {
        DecodedId parts = decode(StandardSchemes.ulid(), ulid);
        return new Word128(parts.number("random-high"), parts.number("random-low"));
    }

    @Test
    void uuidV4OfTheRfcIsDecoded() {
        IdGenerator<UUID> generator = new Ids<>(new RandomNumbers("test"), IdType.uuids());
        DecodedId parts = generator.decode(generator.parse("919108F7-52D1-4320-9BAC-F847DB4148A8"));

        assertThat(parts.instant()).isNull();
        assertThat(parts.number("version")).isEqualTo(4);
        assertThat(parts.number("random-a")).isEqualTo(0x919108F752D1L);
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> generator.decode(UUID.fromString("017F22E2-79B0-7CC3-98C4-DC0C0C07398F")));
        for (String text : List.of("", "1-1-4000-8000-1", "919108F7-52D1-4320-9BAC-F847DB4148A80")) {
            assertThatExceptionOfType(InvalidIdException.class).isThrownBy(() -> generator.parse(text));
        }
    }
}
