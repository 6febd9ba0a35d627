package dev.idgen.internal.timestamp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.idgen.BackdatedIds;
import dev.idgen.IdGenerator;
import dev.idgen.IdRange;
import dev.idgen.LongIdGenerator;
import dev.idgen.PublicText;
import dev.idgen.TextForm;
import dev.idgen.TimeOrderedIds;
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
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
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
        TimeOrderedIds<T> ids =
                ordered(type.on(ManualNodes.fixed(3, time), time, LEAD).generator());
        T id = last(ids.next(Math.max(1, type.atMost(count))));
        check(ids, id, now.plusNanos(fromNanos), now.plusNanos(fromNanos).plusNanos(lengthNanos));
        if (ids instanceof LongIdGenerator longs) {
            for (TextForm form : List.of(TextForm.HEX, TextForm.BASE62, TextForm.CROCKFORD)) {
                TimeOrderedIds<String> texts = ordered(longs.text(form));
                check(texts, last(texts.next(1)), now.plusNanos(fromNanos), now.plusNanos(fromNanos + lengthNanos));
            }
        }
    }

    private static <T> void check(TimeOrderedIds<T> ids, T id, Instant from, Instant to) {
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
    void onlyIdsThatSortByTimeAreTimeOrdered() {
        ManualTime time = new ManualTime(START);
        for (SchemeCase<?> type : SchemeCases.ALL) {
            IdGenerator<?> ids = type.on(ManualNodes.fixed(3, time), time, LEAD).generator();
            assertThat(ids instanceof TimeOrderedIds).as(type.name()).isEqualTo(sorts(type));
            assertThat(ids.withText(PublicText.of("x_")) instanceof TimeOrderedIds)
                    .as(type.name())
                    .isEqualTo(sorts(type));
        }
        assertThat(Generators.uuidV4()).isNotInstanceOf(TimeOrderedIds.class);
        LongIdGenerator snowflake = Generators.snowflake().node(1).build();
        assertThat(snowflake.text(TextForm.HEX)).isInstanceOf(TimeOrderedIds.class);
        assertThat(snowflake.text(TextForm.DECIMAL)).isNotInstanceOf(TimeOrderedIds.class);
    }

    /** The same ids, which have ranges. */
    @SuppressWarnings("unchecked") // the type of ids stays
    private static <T> TimeOrderedIds<T> ordered(IdGenerator<T> ids) {
        return (TimeOrderedIds<T>) ids;
    }

    @Test
    void timesWithoutATimestampAreRefused() {
        TimeOrderedIds<Long> ids = ordered(Generators.jsSafe().node(1).build());
        IdRange<Long> fromTheBeginning = ids.range(Instant.EPOCH, START);
        assertThat(fromTheBeginning.from()).isZero();
        assertThat(fromTheBeginning.contains(ids.next())).isFalse();
        Instant end = Objects.requireNonNull(ids.scheme().runsOutOn());
        assertThat(ids.range(START, end.minusMillis(1)).contains(ids.next())).isTrue();
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
        TimeOrderedIds<Long> ordered = ordered(ids);
        assertThat(ordered.range(sign, sign.plusSeconds(2)).contains(id)).isTrue();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ordered.range(START, sign.plusSeconds(2)))
                .withMessageContaining("take two ranges, or their text");
        TimeOrderedIds<String> texts = ordered(ids.text(TextForm.HEX));
        assertThat(texts.range(START, sign.plusSeconds(2)).contains(texts.next()))
                .isTrue();
    }

    @Test
    void dayAndMonthBeginAtMidnightOfTheZone() {
        ZoneId zone = ZoneId.of("Europe/Berlin");
        TimeOrderedIds<Long> ids = ordered(Generators.tsid().node(1).build());
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

    private static <T> void checkAt(BackdatedIds<T> ids, Instant instant) {
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
    private static <T> int varyingBits(BackdatedIds<T> ids, Function<T, Word128> bits) {
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
    void atForTimesWithoutATimestampIsRefused() {
        for (IdGenerator<?> others : List.of(Generators.flake(), Generators.objectId(), Generators.uuidV6())) {
            assertThat(others).isNotInstanceOf(BackdatedIds.class);
        }
        BackdatedIds<UUID> ids = Generators.uuidV7();
        assertThatIllegalArgumentException().isThrownBy(() -> ids.at(Instant.EPOCH.minusNanos(1)));
        assertThatIllegalArgumentException().isThrownBy(() -> ids.at(Instant.MAX));
        assertThat(ids.decode(ids.at(Instant.EPOCH)).instant()).isEqualTo(Instant.EPOCH);
    }
}
