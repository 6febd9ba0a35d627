package dev.idgen.internal.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.idgen.CountedIds;
import dev.idgen.CounterExhaustedException;
import dev.idgen.InvalidIdException;
import dev.idgen.KeyedIds;
import dev.idgen.Monotonicity;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.MonthDay;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyTemplatesTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ManualTime time = new ManualTime(Instant.parse("2026-11-28T12:00:00Z"));
    private final Map<String, String> templates = new ConcurrentHashMap<>();

    @AutoClose
    private final CounterSequences counters =
            new CounterSequences(new InMemoryCounterStore(), PATIENCE, TimeSource.system());

    private final KeyedIds<String> invoice = keyed("{yyyy}/{yy+1}-{000}");

    @SuppressWarnings("unchecked")
    private KeyedIds<String> keyed(String template) {
        MonthDay april = MonthDay.of(4, 1);
        NumberTemplate common = new NumberTemplate(template, new PeriodSettings(ZoneOffset.UTC, april, null));
        CounterScheme scheme = new CounterScheme(
                "invoice",
                "counter",
                Monotonicity.NONE,
                new NumberMapping.Linear(CountingNumbers.ALL, Region.ALL),
                common);
        CounterSpec spec = new CounterSpec(
                scheme, new CounterSettings(PATIENCE, 0), null, true, (name, key) -> templates.get(key), false);
        return (KeyedIds<String>) CounterNumbers.generator(spec, counters.of(spec), time);
    }

    /** The counter goes on, and texts from before are shown and read as they are. */
    @Test
    void changedTemplateContinuesTheCounter() {
        assertThat(invoice.forKey("acme").next()).isEqualTo("2026/27-001");
        templates.put("acme", "FY{yy}-{yy+1}/{0000}");
        CountedIds<String> acme = invoice.forKey("acme");
        assertThat(acme.preview()).isEqualTo("FY26-27/0002");
        assertThat(acme.next()).isEqualTo("FY26-27/0002");
        assertThat(acme.on(LocalDate.of(2026, 3, 31)).next()).isEqualTo("FY25-26/0001");
        assertThat(acme.parse("FY26-27/0002")).isEqualTo("FY26-27/0002");
        assertThat(acme.decode("FY25-26/0007").parts()).isEqualTo(Map.of("period", "2025", "number", 7L));
        assertThat(acme.format("2026/27-001")).isEqualTo("2026/27-001");
        assertThat(invoice.forKey("other").next()).isEqualTo("2026/27-001");
        templates.clear();
        assertThat(invoice.forKey("acme").next()).isEqualTo("2026/27-003");
    }

    /** A key with more digits than the others has more numbers, one with fewer has fewer. */
    @Test
    void digitsOfTheKeysTemplateLimitItsNumbers() {
        templates.put("long", "{yyyy}-{00000}");
        templates.put("short", "{yyyy}-{0}");
        CountedIds<String> many = invoice.forKey("long");
        many.raiseTo(999);
        assertThat(many.next()).isEqualTo("2026-01000");
        CountedIds<String> few = invoice.forKey("short");
        few.raiseTo(8);
        assertThat(few.next()).isEqualTo("2026-9");
        assertThatExceptionOfType(CounterExhaustedException.class).isThrownBy(few::next);
        templates.put("short", "{yyyy}-{00}");
        assertThat(invoice.forKey("short").next()).isEqualTo("2026-10");
    }

    @Test
    void textOfAnotherKeysTemplateIsRefused() {
        templates.put("acme", "FY{yy}-{yy+1}/{0000}");
        assertThatExceptionOfType(InvalidIdException.class)
                .isThrownBy(() -> invoice.forKey("acme").parse("2026/27-001"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {yyyy}/{yy+1}-{000} | INV-{yyyyMM}-{000} | has no year without a month
            {yyyy}/{yy+1}-{000} | INV-{000} | has no year without a month
            {yyyy}/{yy+1}-{000} | FY{yyyy+1}-{000} | restarts by year from 04-01, named by its end
            {yyyy}/{yy+1}-{000} | INV-{yyyy} | has no placeholder for the number
            {yyyy}/{yy+1}-{000} | A{yyyy}{000} | could repeat a string of another template
            {yyyy}/{yy+1}-{000} | A{000}7{yy} | could repeat a string of another template
            X-{key}-{yyyy}-{000} | X-1{key}-{yyyy}-{000} | could make ids that equal those of another key
            """)
    void templateOfOtherCountersIsRefused(String common, String own, String problem) {
        templates.put("acme", own);
        assertThatIllegalStateException()
                .isThrownBy(() -> keyed(common).forKey("acme"))
                .withMessageStartingWith("the bean KeyTemplates chose '" + own
                        + "' for key 'acme' of counter generator 'invoice', which " + problem);
    }
}
