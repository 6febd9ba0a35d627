package dev.idgen.internal.timestamp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.idgen.Extent;
import dev.idgen.IdGenerator;
import dev.idgen.IdService;
import dev.idgen.InvalidIdException;
import dev.idgen.LongIdGenerator;
import dev.idgen.NodeIdUnavailableException;
import dev.idgen.SchemeExhaustedException;
import dev.idgen.TextForm;
import dev.idgen.Threads;
import dev.idgen.TickUnavailableException;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.time.ForwardingTime;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TickScale;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.time.Window;
import dev.idgen.internal.timestamp.SchemeCases.Drawing;
import dev.idgen.internal.timestamp.SchemeCases.Drawn;
import dev.idgen.internal.timestamp.SchemeCases.SchemeCase;
import dev.idgen.internal.timestamp.SchemePart.Role;
import dev.idgen.internal.timestamp.node.ManualNodes;
import dev.idgen.internal.timestamp.node.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What holds for every scheme with timestamps, whatever the clock and the node id do. Time is logical.
 *
 * <p>{@code -Didgen.scheme.ids=10000000} draws as many ids of each scheme in the test of uniqueness.
 */
class SchemeContractTests {

    static final List<SchemeCase<?>> ALL = SchemeCases.ALL;
    static final List<SchemeCase<?>> SMALL = those(SchemeCase::isSmall);
    static final List<SchemeCase<?>> WITHOUT_LANES = those(type -> !type.hasLanes());
    static final List<SchemeCase<?>> WITH_NODES = those(type -> type.scheme().nodeBits() > 0);

    /** Those whose last timestamp a logical clock reaches. */
    static final List<SchemeCase<?>> ENDING = those(type -> {
        Instant end = type.scheme().runsOutOn();
        return end != null && end.isBefore(Instant.parse("6500-01-01T00:00:00Z"));
    });

    private static final int IDS = Integer.getInteger("idgen.scheme.ids", Extent.of(100_000, 150_000));
    private static final int THREADS = 8;
    private static final Instant START = Instant.parse("2026-03-01T12:00:00.050Z");
    private static final Duration TIMEOUT = Duration.ofMillis(500);
    private static final GeneratorSettings NO_LEAD = new GeneratorSettings(Duration.ZERO, TIMEOUT);
    private static final GeneratorSettings LEAD = new GeneratorSettings(Duration.ofSeconds(1), TIMEOUT);
    private static final GeneratorSettings PATIENT = new GeneratorSettings(Duration.ZERO, Duration.ofSeconds(60));

    private final ManualTime time = new ManualTime(START);
    private LongConsumer pause = time::pause;

    /** Pauses as a test wants it. */
    private final TimeSource pausing = new ForwardingTime(time) {
        @Override
        public void pause(long nanos) {
            pause.accept(nanos);
        }
    };

    private static List<SchemeCase<?>> those(Predicate<SchemeCase<?>> which) {
        return SchemeCases.ALL.stream().filter(which).toList();
    }

    /** Draws with a fixed node id. */
    private <T> Drawing<T> on(SchemeCase<T> type, GeneratorSettings settings) {
        return type.on(ManualNodes.fixed(3, pausing), pausing, settings);
    }

    @ParameterizedTest
    @FieldSource("ALL")
    <T> void idsOfAllThreadsAreDistinctAndGrowInEach(SchemeCase<T> type) throws Exception {
        Drawing<T> drawing = on(type, PATIENT);
        boolean grows = drawing.grows();
        String domain = type.scheme().describe().domain();
        int share = IDS / THREADS;

        List<List<Word128>> words = Threads.race(THREADS, () -> {
            List<Word128> drawn = new ArrayList<>(share);
            for (int i = 0; i < share; i++) {
                Drawn<T> id = drawing.next();
                if (grows && i > 0) {
                    check(id.isGreaterThan(drawn.get(i - 1)), "smaller than the id before", id);
                }
                checkDomain(type, domain, id);
                drawn.add(id.bits());
            }
            return drawn;
        });

        Set<Word128> distinct = words.stream().flatMap(List::stream).collect(Collectors.toSet());
        assertThat(distinct).as("distinct ids").size().isEqualTo(share * THREADS);
    }

    private static <T> void checkDomain(SchemeCase<T> type, String domain, Drawn<T> id) {
        if (domain.startsWith("1 to")) {
            int bits = Math.min(63, type.scheme().bits());
            check(id.bits().low() > 0 && id.bits().low() >>> bits == 0, "out of domain", id);
        }
    }

    private static void check(boolean holds, String otherwise, Object id) {
        if (!holds) {
            throw new AssertionError(otherwise + ": " + id);
        }
    }

    @ParameterizedTest
    @FieldSource("ALL")
    <T> void idDecodesToItsPartsAndText(SchemeCase<T> type) {
        ManualNodes nodes = ManualNodes.fixed(3, time);
        Drawing<T> drawing = type.on(nodes, time, LEAD);
        IdGenerator<T> generator = drawing.generator();
        TickScale scale = type.scheme().scale();

        for (int i = 0; i < type.atMost(2000); i++) {
            Drawn<T> id = drawing.next();
            assertThat(id.instant())
                    .isBetween(
                            scale.instantOf(scale.at(time.millis())),
                            time.instant().plusSeconds(1).plusMillis(1));
            assertThat(generator.parse(generator.format(id.value()))).isEqualTo(id.value());
            assertThat(generator.decode(id.value()).parts().keySet())
                    .containsExactlyElementsOf(type.scheme().composition().layout().fields().stream()
                            .map(field -> field.name())
                            .toList());
        }
        if (type.scheme().nodeBits() > 0 && type.scheme().nodeBits() < 62) {
            assertThat(generator.decode(generator.next()).number(lowest(type, Role.NODE)))
                    .isEqualTo(3);
        }
        assertThat(nodes.lead()).isEqualTo(Duration.ofSeconds(1).plus(scale.tick()));
    }

    /** The name of the last part with a role. */
    private static String lowest(SchemeCase<?> type, Role role) {
        List<SchemePart> parts = type.scheme().composition().parts();
        return parts.stream()
                .filter(part -> part.role() == role)
                .reduce((a, b) -> b)
                .orElseThrow()
                .name();
    }

    @ParameterizedTest
    @FieldSource("ALL")
    <T> void longsHaveAllFormsOfText(SchemeCase<T> type) {
        if (on(type, PATIENT).generator() instanceof LongIdGenerator longs) {
            for (TextForm form : EnumSet.complementOf(EnumSet.of(TextForm.TYPEID))) {
                IdGenerator<String> texts = longs.text(form);
                List<String> drawn = texts.next(500);
                assertThat(drawn).doesNotHaveDuplicates().allSatisfy(text -> {
                    assertThat(texts.parse(text)).isEqualTo(text);
                    assertThat(texts.format(text)).isEqualTo(text);
                    assertThat(texts.decode(text).number(lowest(type, Role.TICK)))
                            .isNotNegative();
                });
            }
            if (type.scheme().describe().domain().startsWith("1 to")) {
                for (long id : new long[] {0, -1, Long.MIN_VALUE}) {
                    assertThatExceptionOfType(InvalidIdException.class).isThrownBy(() -> longs.decode(id));
                }
            }
        }
    }

    @ParameterizedTest
    @FieldSource("ALL")
    <T> void batchIsInOrderOfIssue(SchemeCase<T> type) {
        Drawing<T> drawing = on(type, PATIENT);
        List<Drawn<T>> batch =
                drawing.generator().next(1000).stream().map(drawing::id).toList();

        assertDistinctAndGrowing(drawing, batch);
        for (int count : new int[] {0, -1, Integer.MIN_VALUE, IdService.MAX_BATCH + 1, Integer.MAX_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> drawing.generator().next(count))
                    .withMessage("a batch has 1 to 100000 ids, not " + count);
            if (drawing.generator() instanceof LongIdGenerator longs) {
                IdGenerator<String> texts = longs.text(TextForm.HEX);
                assertThatIllegalArgumentException().isThrownBy(() -> longs.nextLongs(count));
                assertThatIllegalArgumentException().isThrownBy(() -> texts.next(count));
            }
        }
    }

    /** A step back of a year is also what remains of a jump ahead. */
    static Stream<Arguments> steps() {
        List<Duration> steps =
                List.of(Duration.ofMillis(1), Duration.ofSeconds(1), Duration.ofHours(1), Duration.ofDays(365));
        return ALL.stream().flatMap(type -> steps.stream().map(step -> Arguments.of(type, step)));
    }

    @ParameterizedTest
    @MethodSource("steps")
    <T> void nextAfterTheClockSteppedBackIsDistinctOrRefused(SchemeCase<T> type, Duration step) {
        Drawing<T> drawing = on(type, NO_LEAD);
        List<Drawn<T>> ids = drawing.draw(10);
        Instant last = last(ids).instant();

        time.stepWall(step.negated());
        Instant stepped = time.instant();
        TickScale scale = type.scheme().scale();
        long lastMillis = scale.millisOf(scale.at(last.toEpochMilli()));
        if (type.hasLanes() || lastMillis - stepped.toEpochMilli() < TIMEOUT.toMillis()) {
            ids.addAll(drawing.draw(10));
        } else {
            TickUnavailableException e = catchThrowableOfType(TickUnavailableException.class, drawing::next);
            assertThat(e.lastTimestamp().toEpochMilli()).isEqualTo(last.toEpochMilli());
            assertThat(e.clock()).isEqualTo(stepped);
            assertThat(e).hasMessageContaining("'" + type.name() + "' after 0 ms");
            assertThat(time.instant()).isEqualTo(stepped);
        }
        time.advance(step);
        ids.addAll(drawing.draw(type.atMost(1000)));

        assertDistinctAndGrowing(drawing, ids);
    }

    @ParameterizedTest
    @MethodSource("steps")
    <T> void nextAfterTheClockSteppedBackRenewsAnIdentityThatIdsShow(SchemeCase<T> type, Duration step) {
        ManualNodes nodes = ManualNodes.renewable(3, time);
        Drawing<T> drawing = type.on(nodes, time, GeneratorSettings.defaults());
        List<Drawn<T>> ids = drawing.draw(10);
        if (!type.scheme().composition().tellsIdentitiesApart()) {
            time.stepWall(step.negated().minusHours(1));
            assertThatExceptionOfType(TickUnavailableException.class).isThrownBy(drawing::next);
            nodes.set(Node.always(2));
            assertThatExceptionOfType(TickUnavailableException.class).isThrownBy(drawing::next);
            assertThat(nodes.renewals()).isZero();
            return;
        }

        int rounds = step.compareTo(Duration.ofSeconds(1)) > 0 ? 3 : 1; // the lead allows a second
        for (int i = 0; i < rounds; i++) {
            time.stepWall(step.negated());
            Instant stepped = time.instant();
            ids.addAll(drawing.draw(10));
            assertThat(time.instant()).isEqualTo(stepped);
            time.stepWall(step);
            ids.addAll(drawing.draw(10));
        }

        assertThat(nodes.renewals()).isEqualTo(rounds == 3 && !type.hasLanes() ? 3 : 0);
        assertThat(ids).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @FieldSource("SMALL")
    <T> void nextWhileTheClockStandsStillIsRefusedOnceTheTickIsUsedUp(SchemeCase<T> type) {
        pause = nanos -> time.advanceMonotonic(Duration.ofNanos(nanos));
        Drawing<T> drawing = on(type, NO_LEAD);
        long perTick = type.scheme().describe().capacityPerTick();
        long most = perTick * type.scheme().scale().ticksPerMilli();
        Set<Word128> seen = new HashSet<>();

        TickUnavailableException e = catchThrowableOfType(TickUnavailableException.class, () -> {
            while (seen.size() <= most) {
                Drawn<T> id = drawing.next();
                check(seen.add(id.bits()), "there twice", id);
            }
        });
        assertThat(e).isNotNull();
        assertThat((long) seen.size()).isBetween(most / 2, most);
        assertThat(e.clock()).isEqualTo(START);
        assertThat(e.lastTimestamp()).isBeforeOrEqualTo(START);

        pause = time::pause;
        time.advance(type.scheme().scale().tick());
        Drawn<T> next = drawing.next();
        assertThat(seen.add(next.bits())).isTrue();
        assertThat(next.instant()).isAfter(e.lastTimestamp());
    }

    @ParameterizedTest
    @FieldSource("SMALL")
    <T> void nextAfterAUsedUpTickIsAheadOfTheClock(SchemeCase<T> type) {
        Drawing<T> drawing = on(type, LEAD);
        Instant first = drawing.next().instant();

        Drawn<T> id = drawing.next();
        while (!id.instant().isAfter(first)) {
            id = drawing.next();
        }

        assertThat(id.instant()).isEqualTo(first.plus(type.scheme().scale().tick()));
        assertThat(time.instant()).isEqualTo(START);
    }

    @ParameterizedTest
    @FieldSource("ENDING")
    <T> void nextWhenTimestampsHaveRunOutIsRefused(SchemeCase<T> type) {
        Instant end = type.scheme().runsOutOn();
        Drawing<T> drawing = on(type, NO_LEAD);
        List<Drawn<T>> ids = drawing.draw(10);

        time.setWall(end.plusNanos(999_999)); // the clock tells milliseconds
        assertThatExceptionOfType(SchemeExhaustedException.class)
                .isThrownBy(drawing::next)
                .satisfies(e -> assertThat(e.ranOutOn()).isEqualTo(end))
                .withMessageContaining("'" + type.name() + "' ran out on " + end);
        time.setWall(START);
        ids.addAll(drawing.draw(10));
        Duration tick = type.scheme().scale().tick();
        time.setWall(end.minus(tick.toMillis() < 1 ? Duration.ofMillis(1) : tick));
        ids.add(drawing.next());

        assertThat(ids).doesNotHaveDuplicates();
        assertThat(last(ids).instant()).isEqualTo(Instant.ofEpochMilli(time.millis()));
        checkDomain(type, type.scheme().describe().domain(), last(ids));
    }

    @ParameterizedTest
    @FieldSource("ALL")
    <T> void nextBeforeTheEpochIsRefusedWithoutARenewal(SchemeCase<T> type) {
        Instant epoch = type.scheme().scale().epoch();
        for (ManualNodes nodes : List.of(ManualNodes.fixed(3, time), ManualNodes.renewable(3, time))) {
            Drawing<T> drawing = type.on(nodes, time, GeneratorSettings.defaults());
            time.setWall(epoch.minus(Duration.ofDays(1)));

            assertThatExceptionOfType(TickUnavailableException.class)
                    .isThrownBy(drawing::next)
                    .satisfies(e -> assertThat(e.clock()).isEqualTo(epoch.minus(Duration.ofDays(1))));

            assertThat(nodes.renewals()).isZero();
            time.setWall(START);
            assertThat(drawing.next().instant()).isBetween(START.minusSeconds(1), START);
        }
    }

    @ParameterizedTest
    @FieldSource("ALL")
    <T> void nextStaysInTheWindow(SchemeCase<T> type) {
        TickScale scale = type.scheme().scale();
        Instant begin = START.plusSeconds(10);
        Instant end = START.plusSeconds(20);
        ManualNodes nodes = ManualNodes.leased(new Node(3, new Window(begin.toEpochMilli(), end.toEpochMilli())), time);
        Drawing<T> drawing = type.on(nodes, time, NO_LEAD);

        List<Drawn<T>> ids = drawing.draw(10);
        assertThat(ids)
                .allSatisfy(id -> assertThat(instant(id, end))
                        .isBetween(begin, begin.plus(scale.tick().plusMillis(1))));

        time.setWall(end.plusSeconds(1));
        Instant late = time.instant();
        assertThatExceptionOfType(NodeIdUnavailableException.class).isThrownBy(drawing::next);
        assertThat(time.instant())
                .isBetween(late.plus(TIMEOUT), late.plus(TIMEOUT).plusMillis(1));

        nodes.extendTo(time.millis() + 2000);
        ids.add(drawing.next());
        Drawn<T> lastOfFirst = last(ids);
        nodes.set(null);
        assertThatExceptionOfType(NodeIdUnavailableException.class).isThrownBy(drawing::next);
        nodes.set(new Node(2, new Window(time.millis(), time.millis() + 5000)));
        ids.addAll(drawing.draw(10));

        assertDistinctAndGrowing(drawing, ids);
        assertThat(instant(last(ids), late.plusSeconds(5))).isAfter(instant(lastOfFirst, late.plusSeconds(5)));
    }

    private static <T> Instant instant(Drawn<T> id, Instant issuedBy) {
        return Objects.requireNonNull(
                id.by().generator().decode(id.value(), issuedBy).instant());
    }

    @ParameterizedTest
    @FieldSource("ALL")
    <T> void nextWithAnotherNodeContinuesAboveTheTicksOfThePrevious(SchemeCase<T> type) {
        for (GeneratorSettings settings : List.of(NO_LEAD, LEAD)) {
            ManualNodes nodes = ManualNodes.leased(Node.always(3), time);
            Drawing<T> drawing =
                    type.on(nodes, time, new GeneratorSettings(settings.maxLead(), Duration.ofSeconds(60)));
            List<Drawn<T>> ids = drawing.draw(10);
            for (int node = 2; node >= 0; node--) {
                nodes.set(Node.always(node));
                ids.addAll(drawing.draw(3));
            }

            assertDistinctAndGrowing(drawing, ids);
        }
    }

    @ParameterizedTest
    @FieldSource("WITHOUT_LANES")
    <T> void nextOnAnInterruptedThreadEndsTheWait(SchemeCase<T> type) {
        pause = nanos -> Thread.currentThread().interrupt();
        Drawing<T> drawing = on(type, NO_LEAD);
        Drawn<T> first = drawing.next();
        time.stepWall(Duration.ofMillis(-100));

        assertThatExceptionOfType(TickUnavailableException.class).isThrownBy(drawing::next);

        assertThat(Thread.interrupted()).isTrue();
        pause = time::pause;
        assertThat(drawing.next().value()).isNotEqualTo(first.value());
    }

    @ParameterizedTest
    @FieldSource("WITH_NODES")
    <T> void nextWithANodeIdOfTooManyBitsIsRefused(SchemeCase<T> type) {
        int bits = type.scheme().nodeBits();
        Drawing<T> tooGreat = type.on(ManualNodes.fixed(1L << bits, time), time, NO_LEAD);

        assertThatIllegalArgumentException()
                .isThrownBy(tooGreat::next)
                .withMessageContaining("a node id of " + bits + " bits is 0 to ");
        assertThat(type.on(ManualNodes.fixed((1L << bits) - 1, time), time, NO_LEAD)
                        .next())
                .isNotNull();
    }

    private static <T> void assertDistinctAndGrowing(Drawing<T> drawing, List<Drawn<T>> ids) {
        assertThat(ids).doesNotHaveDuplicates();
        for (int i = 1; i < ids.size() && drawing.grows(); i++) {
            check(ids.get(i).isGreaterThan(ids.get(i - 1).bits()), "smaller than " + ids.get(i - 1), ids.get(i));
        }
    }

    private static <T> Drawn<T> last(List<Drawn<T>> ids) {
        return ids.get(ids.size() - 1);
    }
}
