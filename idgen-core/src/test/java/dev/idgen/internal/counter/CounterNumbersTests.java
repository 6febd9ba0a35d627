package dev.idgen.internal.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.CountedIds;
import dev.idgen.CounterExhaustedException;
import dev.idgen.IdGenerator;
import dev.idgen.Monotonicity;
import dev.idgen.PeriodClosedException;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.MonthDay;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CounterNumbersTests {

    private static final ZoneId ZURICH = ZoneId.of("Europe/Zurich");
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ManualTime time = new ManualTime(Instant.parse("2026-12-31T22:59:59Z"));

    @AutoClose
    private final CounterSequences counters =
            new CounterSequences(new InMemoryCounterStore(), PATIENCE, TimeSource.system());

    private CountedIds<String> texts(String template) {
        return texts(new NumberTemplate(template, new PeriodSettings(ZURICH, PeriodSettings.JANUARY, null)));
    }

    @SuppressWarnings("unchecked")
    private CountedIds<String> texts(NumberTemplate written) {
        NumberMapping numbers = new NumberMapping.Linear(CountingNumbers.upTo(written.max()), Region.ALL);
        CounterScheme scheme = new CounterScheme("invoice", "counter", Monotonicity.FULL, numbers, written);
        CounterSpec spec = new CounterSpec(scheme, new CounterSettings(PATIENCE, 0), null);
        return (CountedIds<String>) CounterNumbers.generator(spec, counters.of(spec), time);
    }

    @ParameterizedTest
    @CsvSource({
        "{yyyyMMdd}-{000}, 20261231-002, 20270101-001",
        "{yyyyMM}-{000}, 202612-002, 202701-001",
        "{yyyy}-{000}, 2026-002, 2027-001",
        "N{000}, N002, N003",
    })
    void numbersBeginAgainWithThePeriodInTheZone(String template, String last, String first) {
        IdGenerator<String> texts = texts(template);
        texts.next();
        assertThat(texts.next()).isEqualTo(last);
        time.advance(Duration.ofSeconds(1));
        assertThat(texts.next()).isEqualTo(first);
    }

    @Test
    void dayWithinAPeriodChangesNothing() {
        time.setWall(Instant.parse("2026-11-20T12:00:00Z"));
        IdGenerator<String> texts = texts("{yyyyMM}-{000}");
        texts.next();
        time.advance(Duration.ofDays(1));
        assertThat(texts.nextAsync().join()).isEqualTo("202611-002");
    }

    @Test
    void clockThatStepsBackOverMidnightRepeatsNothing() {
        IdGenerator<String> texts = texts("{yyyyMMdd}-{000}");
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            for (String id : texts.next(3)) {
                assertThat(seen.add(id)).as(id).isTrue();
            }
            time.stepWall(Duration.ofSeconds(i % 2 == 0 ? 2 : -2));
        }
        assertThat(seen).contains("20261231-030", "20270101-030").hasSize(60);
    }

    @Test
    void digitsAreNeverExceeded() {
        IdGenerator<String> texts = texts("{yyyyMMdd}-{00}");
        ((CountedIds<?>) texts).raiseTo(98);
        assertThat(texts.next()).isEqualTo("20261231-99");
        assertThatThrownBy(texts::next)
                .isInstanceOf(CounterExhaustedException.class)
                .hasMessageContaining("'invoice:20261231'")
                .hasMessageContaining("up to 99: raise its 'max', or give its 'template' more digits");
        assertThat(texts.nextAsync()).failsWithin(PATIENCE);
        time.advance(Duration.ofSeconds(1));
        assertThat(texts.next()).isEqualTo("20270101-01");
    }

    @Test
    void idDecodesIntoPeriodAndNumber() {
        IdGenerator<String> texts = texts("INV-{yyyyMM}-{000000}");
        var parts = texts.decode("INV-202611-000042");
        assertThat(parts.parts()).containsEntry("number", 42L);
        assertThat(parts.instant()).isEqualTo(Instant.parse("2026-10-31T23:00:00Z"));
        assertThat(texts.parse("INV-202611-000042")).isEqualTo("INV-202611-000042");
        assertThat(texts.format("INV-202611-000042")).isEqualTo("INV-202611-000042");
    }

    private CountedIds<String> fiscal(
            String template, String yearBegins, String zone, @Nullable LocalDate closedBefore) {
        PeriodSettings settings = new PeriodSettings(ZoneId.of(zone), MonthDay.parse("--" + yearBegins), closedBefore);
        return texts(new NumberTemplate(template, settings));
    }

    /** The document's date decides, whatever the clock says, and each period goes on by itself. */
    @Test
    void datedDocumentGetsTheNumberOfItsPeriod() {
        CountedIds<String> invoice = texts("{yyyy}-{000}");
        assertThat(invoice.next()).isEqualTo("2026-001");
        assertThat(invoice.on(LocalDate.of(2025, 12, 31)).next()).isEqualTo("2025-001");
        assertThat(invoice.on(LocalDate.of(2026, 1, 1)).next()).isEqualTo("2026-002");
        assertThat(invoice.on(LocalDate.of(2025, 1, 1)).next(2)).containsExactly("2025-002", "2025-003");
        assertThat(invoice.on(LocalDate.of(2027, 1, 1)).nextAsync().join()).isEqualTo("2027-001");
        invoice.on(LocalDate.of(2025, 7, 1)).raiseTo(41);
        assertThat(invoice.on(LocalDate.of(2025, 7, 2)).next()).isEqualTo("2025-042");
        assertThat(invoice.next()).isEqualTo("2026-003");
    }

    @Test
    void instantIsInTheZoneOfTheGenerator() {
        CountedIds<String> invoice = texts("{yyyy}-{000}");
        Instant newYear = Instant.parse("2026-12-31T23:00:00Z");
        assertThat(invoice.on(newYear).next()).isEqualTo("2027-001");
        assertThat(invoice.on(newYear.minusMillis(1)).next()).isEqualTo("2026-001");
        assertThat(invoice.on(newYear.atOffset(ZoneOffset.UTC)).next()).isEqualTo("2027-002");
        assertThat(invoice.on(LocalDateTime.parse("2026-12-31T23:59:59")).next())
                .isEqualTo("2026-002");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> invoice.on(Year.of(2026)))
                .withMessage("'date' is 2026, which has no day");
    }

    /** April 6 and the last Sunday of March are close in London; in New York October 1 is in summer time. */
    @ParameterizedTest
    @CsvSource({
        "04-06, Europe/London, 2027-04-05T22:59:59Z, 2026/27-001, 2027/28-001",
        "03-28, Europe/London, 2027-03-27T23:59:59Z, 2026/27-001, 2027/28-001",
        "10-01, America/New_York, 2026-10-01T03:59:59Z, 2025/26-001, 2026/27-001",
        "04-01, Asia/Kolkata, 2026-03-31T18:29:59Z, 2025/26-001, 2026/27-001",
        "04-01, Asia/Tokyo, 2026-03-31T14:59:59Z, 2025/26-001, 2026/27-001",
        // at midnight of September 6, clocks in Santiago go forward: the day begins at 01:00
        "09-06, America/Santiago, 2026-09-06T03:59:59Z, 2025/26-001, 2026/27-001",
    })
    void fiscalYearTurnsAtMidnightOfTheZone(String yearBegins, String zone, Instant last, String before, String after) {
        CountedIds<String> invoice = fiscal("{yyyy}/{yy+1}-{000}", yearBegins, zone, null);
        time.setWall(last);
        assertThat(invoice.next()).isEqualTo(before);
        time.advance(Duration.ofSeconds(1));
        String next = invoice.next();
        assertThat(next).isEqualTo(after);
        assertThat(invoice.decode(next).instant()).isEqualTo(last.plusSeconds(1));
    }

    /** A text decides its counter, so a year that begins on another day, or is named by its end, repeats no text. */
    @Test
    void changedBeginOfYearsRepeatsNoText() {
        LocalDate day = LocalDate.of(2026, 8, 1);
        assertThat(fiscal("FY{yyyy}-{000}", "01-01", "UTC", null)
                        .on(day.plusYears(1))
                        .next())
                .isEqualTo("FY2027-001");
        assertThat(fiscal("FY{yyyy+1}-{000}", "07-01", "UTC", null).on(day).next())
                .isEqualTo("FY2027-002");
    }

    @Test
    void closedPeriodIssuesNoNumber() {
        CountedIds<String> invoice = fiscal("{yyyy}/{yy+1}-{000}", "04-01", "UTC", LocalDate.of(2026, 4, 1));
        CountedIds<String> closed = invoice.on(LocalDate.of(2026, 3, 31));
        assertThat(invoice.on(LocalDate.of(2026, 4, 1)).next()).isEqualTo("2026/27-001");
        assertThatExceptionOfType(PeriodClosedException.class)
                .isThrownBy(closed::next)
                .withMessage(
                        "'idgen.generators.invoice.closed-before' is 2026-04-01, so there are no more numbers for the"
                                + " period that begins on 2025-04-01")
                .satisfies(closedYear -> assertThat(closedYear.begin()).isEqualTo("2025-04-01"));
        assertThatExceptionOfType(PeriodClosedException.class).isThrownBy(() -> closed.next(2));
        assertThatExceptionOfType(PeriodClosedException.class).isThrownBy(closed::preview);
        assertThatExceptionOfType(PeriodClosedException.class).isThrownBy(() -> closed.raiseTo(5));
        assertThat(closed.nextAsync()).isCompletedExceptionally();
        assertThat(closed.parse("2025/26-007")).isEqualTo("2025/26-007");
        time.setWall(Instant.parse("2026-03-31T12:00:00Z"));
        assertThatExceptionOfType(PeriodClosedException.class).isThrownBy(invoice::next);
    }

    @Test
    void previewTakesNothing() {
        CountedIds<String> invoice = texts("{yyyy}-{00}");
        assertThat(invoice.preview()).isEqualTo("2026-01");
        assertThat(invoice.preview()).isEqualTo(invoice.next());
        CountedIds<String> old = invoice.on(LocalDate.of(2025, 1, 1));
        old.raiseTo(97);
        assertThat(old.preview()).isEqualTo("2025-98");
        old.raiseTo(99);
        assertThatExceptionOfType(CounterExhaustedException.class).isThrownBy(old::preview);
        assertThat(invoice.preview()).isEqualTo("2026-02");
    }
}
