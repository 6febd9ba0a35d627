package dev.idgen.internal.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.CountedIds;
import dev.idgen.CounterExhaustedException;
import dev.idgen.IdGenerator;
import dev.idgen.Monotonicity;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.Set;
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

    @SuppressWarnings("unchecked")
    private IdGenerator<String> texts(String template) {
        NumberTemplate written = new NumberTemplate(template);
        NumberMapping numbers = new NumberMapping.Linear(CountingNumbers.upTo(written.max()), Region.ALL);
        CounterScheme scheme = new CounterScheme("invoice", "counter", Monotonicity.FULL, numbers, written, ZURICH);
        CounterSpec spec = new CounterSpec(scheme, new CounterSettings(PATIENCE, 0), null);
        return (IdGenerator<String>) CounterNumbers.generator(spec, counters.of(spec), time);
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
}
