package dev.idgen.internal.timestamp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.idgen.IdGenerator;
import dev.idgen.IdRange;
import dev.idgen.LongIdGenerator;
import dev.idgen.TextForm;
import dev.idgen.internal.codec.NumberText;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.timestamp.SchemeCases.SchemeCase;
import dev.idgen.internal.timestamp.node.ManualNodes;
import dev.idgen.standalone.Generators;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class RangeTests {

    private static final GeneratorSettings LEAD = new GeneratorSettings(Duration.ofSeconds(1), Duration.ofMillis(500));
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
    private static final long TEN_YEARS = 10L * 365 * 24 * 3600 * 1000;
    private static final List<String> UNORDERED = List.of("trace-id", "eight-byte", "uuid-v1", "scrambled");

    private static boolean sorts(SchemeCase<?> type) {
        return type.name().equals("eight-byte-sequential") || UNORDERED.stream().noneMatch(type.name()::startsWith);
    }

    @Provide
    Arbitrary<SchemeCase<?>> sorting() {
        return Arbitraries.of(SchemeCases.ALL.stream().filter(RangeTests::sorts).toList());
    }

    /** Ids are drawn in a row, so that some of them are stamped ahead of the clock. */
    @Property(tries = 2000)
    void idIsInARangeIfItsTickIs(
            @ForAll("sorting") SchemeCase<?> type,
            @ForAll @LongRange(max = TEN_YEARS) long millis,
            @ForAll @LongRange(min = -3_000_000_000L, max = 3_000_000_000L) long fromNanos,
            @ForAll @LongRange(max = 3_000_000_000L) long lengthNanos,
            @ForAll @LongRange(min = 1, max = 5000) long count) {
        check(type, START.plusMillis(millis), fromNanos, lengthNanos, (int) count);
    }

    private static <T> void check(SchemeCase<T> type, Instant now, long fromNanos, long lengthNanos, int count) {
        ManualTime time = new ManualTime(now);
        IdGenerator<T> ids = type.on(ManualNodes.fixed(3, time), time, LEAD).generator();
        T id = last(ids.next(Math.max(1, type.atMost(count))));
        check(ids, id, now.plusNanos(fromNanos), now.plusNanos(fromNanos).plusNanos(lengthNanos));
        if (ids instanceof LongIdGenerator longs) {
            for (TextForm form : List.of(TextForm.HEX, TextForm.BASE62, TextForm.CROCKFORD)) {
                IdGenerator<String> texts = longs.text(form);
                check(texts, last(texts.next(1)), now.plusNanos(fromNanos), now.plusNanos(fromNanos + lengthNanos));
            }
        }
    }

    private static <T> void check(IdGenerator<T> ids, T id, Instant from, Instant to) {
        Instant stamped = Objects.requireNonNull(ids.decode(id).instant());
        Duration tick = Objects.requireNonNull(ids.scheme().tick());
        assertThat(ids.range(from, to).contains(id)).isEqualTo(!stamped.isBefore(from) && stamped.isBefore(to));
        assertThat(ids.range(stamped, stamped.plus(tick)).contains(id)).isTrue();
        assertThat(ids.range(stamped, stamped.plusNanos(1)).contains(id)).isTrue();
        assertThat(ids.range(stamped.plusNanos(1), stamped.plus(tick)).contains(id))
                .isFalse();
        assertThat(ids.range(stamped.minus(tick), stamped).contains(id)).isFalse();
        assertThat(ids.range(Instant.MIN, stamped.plusNanos(1)).contains(id)).isTrue();
    }

    private static <T> T last(List<T> ids) {
        return ids.get(ids.size() - 1);
    }

    @Test
    void idsThatDoNotSortByTimeHaveNoRange() {
        ManualTime time = new ManualTime(START);
        Set<String> refusals = SchemeCases.ALL.stream()
                .filter(type -> !sorts(type))
                .map(type -> type.on(ManualNodes.fixed(3, time), time, LEAD).generator())
                .map(ids -> refusal(() -> ids.range(START, START.plusSeconds(1))))
                .collect(Collectors.toSet());
        assertThat(refusals)
                .contains(
                        "ids of type uuid-v1 do not sort by time: they do not begin with the timestamp",
                        "ids of type trace-id do not sort by time: their timestamp begins again",
                        "ids of type eight-byte do not sort by time: they do not begin with the timestamp",
                        "ids of type scrambled snowflake do not sort by time: their order says nothing");
        IdGenerator<UUID> random = Generators.uuidV4();
        assertThat(refusal(() -> random.range(START, START)))
                .isEqualTo("ids of type uuid-v4 do not sort by time: they carry no time");
        IdGenerator<String> decimal = Generators.snowflake().node(1).build().text(TextForm.DECIMAL);
        assertThat(refusal(() -> decimal.range(START, START)))
                .isEqualTo("ids of type snowflake do not sort by time: decimal digits without leading zeros do not sort"
                        + " like numbers");
    }

    private static String refusal(ThrowingCallable call) {
        return catchThrowableOfType(UnsupportedOperationException.class, call).getMessage();
    }

    @Test
    void timesWithoutATimestampAreRefused() {
        LongIdGenerator ids = Generators.jsSafe().node(1).build();
        IdRange<Long> fromTheBeginning = ids.range(Instant.EPOCH, START);
        assertThat(fromTheBeginning.from()).isZero();
        assertThat(fromTheBeginning.contains(ids.nextLong())).isFalse();
        Instant end = Objects.requireNonNull(ids.scheme().runsOutOn());
        assertThat(ids.range(START, end.minusMillis(1)).contains(ids.nextLong()))
                .isTrue();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ids.range(START, end))
                .withMessage(
                        end + " is out of range: timestamps of type js-safe are from 2025-01-01T00:00:00Z to before "
                                + end);
        assertThatIllegalArgumentException().isThrownBy(() -> ids.range(START, Instant.MAX));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ids.range(START, START.minusNanos(1)))
                .withMessageContaining("before its start");
    }

    @Test
    void longsOfEightBytesHaveNoRangeAcrossTheSign() {
        Instant sign = Instant.ofEpochMilli(1L << 41);
        ManualTime time = new ManualTime(sign);
        LongIdGenerator ids = (LongIdGenerator) SchemeCases.named("eight-byte-sequential")
                .on(ManualNodes.fixed(3, time), time, LEAD)
                .generator();
        long id = ids.nextLong();
        assertThat(id).isNegative();
        assertThat(ids.range(sign, sign.plusSeconds(2)).contains(id)).isTrue();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ids.range(START, sign.plusSeconds(2)))
                .withMessageContaining("take two ranges, or their text");
        IdGenerator<String> texts = ids.text(TextForm.HEX);
        assertThat(texts.range(START, sign.plusSeconds(2)).contains(texts.next()))
                .isTrue();
    }

    @Test
    void dayAndMonthBeginAtMidnightOfTheZone() {
        ZoneId zone = ZoneId.of("Europe/Berlin");
        LongIdGenerator ids = Generators.tsid().node(1).build();
        assertThat(ids.range(LocalDate.of(2026, 3, 29), zone)) // of 23 hours
                .isEqualTo(ids.range(Instant.parse("2026-03-28T23:00:00Z"), Instant.parse("2026-03-29T22:00:00Z")));
        assertThat(ids.range(YearMonth.of(2026, 3), zone))
                .isEqualTo(ids.range(Instant.parse("2026-02-28T23:00:00Z"), Instant.parse("2026-03-31T22:00:00Z")));
    }

    @Test
    void uuidsCompareUnsigned() {
        UUID low = new UUID(0x7fff_0000_0000_7000L, Long.MIN_VALUE);
        UUID high = new UUID(0x8000_0000_0000_7000L, Long.MIN_VALUE);
        assertThat(low).isGreaterThan(high); // as Java has it
        assertThat(new IdRange<>(low, high).contains(low)).isTrue();
        assertThat(new IdRange<>(low, high).contains(high)).isFalse();
        assertThat(new IdRange<>(high, low).contains(high)).isFalse();
    }

    // Ids for a given time

    @Property(tries = 500)
    void atShowsTheTimeAndSortsThere(@ForAll @LongRange(max = (1L << 48) - 2) long millis) {
        Instant instant = Instant.ofEpochMilli(millis);
        checkAt(Generators.uuidV7(), instant);
        checkAt(Generators.ulid(), instant);
    }

    private static <T> void checkAt(IdGenerator<T> ids, Instant instant) {
        T id = ids.at(instant.plusNanos(999_999));
        assertThat(ids.decode(id).instant()).isEqualTo(instant);
        assertThat(ids.range(instant, instant.plusMillis(1)).contains(id)).isTrue();
        assertThat(ids.parse(ids.format(id))).isEqualTo(id);
    }

    @Test
    void atIsRandomInAllOtherBits() {
        assertThat(varyingBits(Generators.uuidV7(), IdType.uuids()::bits)).isEqualTo(74);
        assertThat(varyingBits(Generators.ulid(), NumberText.crockford(128)::decode))
                .isEqualTo(80);
    }

    /** How many bits are 0 in some ids and 1 in others: that of 200 ids all have a bit alike has a chance of 2^-199. */
    private static <T> int varyingBits(IdGenerator<T> ids, Function<T, Word128> bits) {
        List<Word128> words =
                Stream.generate(() -> bits.apply(ids.at(START))).limit(200).toList();
        assertThat(words).doesNotHaveDuplicates();
        long high = words.stream()
                .mapToLong(word -> word.high() ^ words.get(0).high())
                .reduce(0, (a, b) -> a | b);
        long low = words.stream()
                .mapToLong(word -> word.low() ^ words.get(0).low())
                .reduce(0, (a, b) -> a | b);
        return Long.bitCount(high) + Long.bitCount(low);
    }

    @Test
    void atForOtherIdsOrTimesIsRefused() {
        LongIdGenerator snowflake = Generators.snowflake().node(1).build();
        assertThat(refusal(() -> snowflake.at(START)))
                .isEqualTo("ids of type snowflake are not made for a given time: only uuid-v7 and ulid are");
        for (IdGenerator<?> ids :
                List.of(Generators.flake(), Generators.objectId(), Generators.uuidV1(), Generators.uuidV4())) {
            assertThat(refusal(() -> ids.at(START))).contains("are not made for a given time");
        }
        IdGenerator<UUID> ids = Generators.uuidV7();
        assertThatIllegalArgumentException().isThrownBy(() -> ids.at(Instant.EPOCH.minusNanos(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> ids.at(Instant.MAX));
        assertThat(ids.decode(ids.at(Instant.EPOCH)).instant()).isEqualTo(Instant.EPOCH);
    }
}
