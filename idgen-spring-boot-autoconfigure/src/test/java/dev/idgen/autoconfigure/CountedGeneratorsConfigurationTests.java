package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.Claim;
import dev.idgen.CountedIds;
import dev.idgen.IdGenerator;
import dev.idgen.InvalidSettingException;
import dev.idgen.LongIdGenerator;
import dev.idgen.Monotonicity;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class CountedGeneratorsConfigurationTests {

    private final ApplicationContextRunner memory = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(IdgenAutoConfiguration.class, IdgenGeneratorsAutoConfiguration.class))
            .withPropertyValues("idgen.store=memory");

    private ApplicationContextRunner with(String... properties) {
        return memory.withPropertyValues(Arrays.stream(properties)
                .map(property -> "idgen.generators.a." + property)
                .toArray(String[]::new));
    }

    @Configuration(proxyBeanMethods = false)
    static class Injected {

        @Bean
        String first(@Qualifier("a") IdGenerator<String> invoices) {
            return invoices.next();
        }
    }

    @Test
    void counterWithTemplateIsAGeneratorOfStrings() {
        with("type=counter", "template=INV-{yyyyMM}-{000000}", "zone=Europe/Zurich", "start=42")
                .withUserConfiguration(Injected.class)
                .withBean(TimeSource.class, () -> new ManualTime(Instant.parse("2026-10-31T23:00:00Z")))
                .run(context -> assertThat(context.getBean("first")).isEqualTo("INV-202611-000042"));
    }

    @Test
    void datesOfTemplatesSayNothingOfTheOrder() {
        with("type=counter", "template={000000}-{yyyy}").run(context -> {
            IdGenerator<?> ids = context.getBean("a", IdGenerator.class);
            assertThat(ids.scheme().monotonicity()).isEqualTo(Monotonicity.NONE);
        });
    }

    @Test
    void decimalIdsGoOnAfterTheGeneratorOfAnId() {
        with("type=decimal-id", "launch-id=7").run(context -> {
            LongIdGenerator ids = context.getBean("a", LongIdGenerator.class);
            long greatest = 1_000_042_00007L; // counter 1, generator 42, launch 7
            assertThat(ids.decode(greatest).number("generator")).isEqualTo(42);

            ((CountedIds) ids).raiseTo(greatest);

            assertThat(ids.decode(ids.nextLong()).number("generator")).isEqualTo(43);
            assertThatThrownBy(() -> ((CountedIds) ids).raiseTo(100_000)).isInstanceOf(IllegalArgumentException.class);
            assertThat(ids.decode(ids.nextLong()).number("generator")).isEqualTo(43);
        });
    }

    @Test
    void multiCountersGoOnInTheRangeOfANumber() {
        with("type=multi-counter", "counters=1", "range=1000").run(context -> {
            LongIdGenerator ids = context.getBean("a", LongIdGenerator.class);

            ((CountedIds) ids).raiseTo(499);

            assertThat(ids.next(400)) // some were fetched before
                    .contains(500L)
                    .noneMatch(id -> id > 300 && id < 500);
            assertThatThrownBy(() -> ((CountedIds) ids).raiseTo(1000)).isInstanceOf(IllegalArgumentException.class);
        });
    }

    @Test
    void counterHasStartStepAndFloor() {
        with("type=counter", "start=1000", "step=10", "floor=1019").run(context -> {
            LongIdGenerator ids = context.getBean("a", LongIdGenerator.class);
            assertThat(ids.nextLongs(3)).containsExactly(1020, 1030, 1040);
            assertThat(ids.scheme().monotonicity()).isEqualTo(Monotonicity.FULL);
        });
    }

    @Test
    void strictSegmentKeepsTheOrder() {
        with("type=segment", "segment.strict=true", "template=C{0000}").run(context -> {
            IdGenerator<?> ids = context.getBean("a", IdGenerator.class);
            assertThat(ids.next()).isEqualTo("C0001");
            assertThat(ids.next()).isEqualTo("C0002");
            assertThat(ids.scheme().monotonicity()).isEqualTo(Monotonicity.FULL);
        });
    }

    @Test
    void multiCounterHasItsRanges() {
        with("type=multi-counter", "counters=4", "range=100").run(context -> {
            LongIdGenerator ids = context.getBean("a", LongIdGenerator.class);
            assertThat(ids.next(50)).doesNotHaveDuplicates().allMatch(id -> id >= 1 && id < 400);
            assertThat(ids.scheme().monotonicity()).isEqualTo(Monotonicity.NONE);
        });
    }

    @Test
    void decimalIdHasLaunchAndGenerator() {
        with("type=decimal-id", "launch-id=65", "floor=91").run(context -> {
            LongIdGenerator ids = context.getBean("a", LongIdGenerator.class);
            assertThat(ids.nextLongs(2)).containsExactly(1_00092_00065L, 2_00092_00065L);
        });
    }

    @Test
    void claimOfTheApplicationIsAsked() {
        List<Long> claimed = new ArrayList<>();
        with("type=random-claim", "start=10", "max=12", "attempts=1000")
                .withBean(Claim.class, () -> (generator, number) -> {
                    assertThat(generator).isEqualTo("a");
                    return !claimed.contains(number) && claimed.add(number);
                })
                .run(context -> {
                    LongIdGenerator ids = context.getBean("a", LongIdGenerator.class);
                    assertThat(ids.next(3)).containsExactlyElementsOf(claimed).containsExactlyInAnyOrder(10L, 11L, 12L);
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "type=counter; template=INV-{yyyy} | template | has no placeholder for the number",
                "type=counter; template={00}}{yyyy} | template | a brace outside",
                "type=segment; template={yyyy}-{000} | template | has a date",
                "type=counter; start=10; max=9 | max | between 10 and",
                "type=counter; start=0 | start | between 1 and",
                "type=counter; step=0 | step | between 1 and",
                "type=counter; floor=-1 | floor | between 0 and",
                "type=counter; start=1000; template={000} | template | 999",
                "type=decimal-id | launch-id | is not set",
                "type=decimal-id; launch-id=100000 | launch-id | between 0 and 99999",
                "type=decimal-id; launch-id=-1 | launch-id | between 0 and 99999",
                "type=counter; template={yyyy}-{000}; floor=7 | floor | cannot be set for a template with periods",
                "type=counter; zone=UTC | zone | needs a 'template'",
                "type=segment; segment.min-step=11; segment.max-step=10 | segment.max-step | between 11 and",
                "type=multi-counter; counters=10; range=922337203685477581 | range | between 1 and 922337203685477580",
                "type=multi-counter; counters=0 | counters | between 1 and 100000",
                "type=random-claim | max | is not set",
                "type=random-claim; max=9; attempts=1001 | attempts | between 1 and 1000",
                "type=counter; scramble=true | scramble | ",
            })
    void mistakeIsNamedAtStart(String properties, String property, String message) {
        with(properties.split("; ")).run(context -> {
            Throwable failure = context.getStartupFailure();
            assertThat(failure).as("start with %s", properties).isNotNull();
            while (failure.getCause() != null) {
                failure = failure.getCause();
            }
            assertThat(failure)
                    .isInstanceOf(InvalidSettingException.class)
                    .hasMessageContaining("'idgen.generators.a." + property + "'")
                    .hasMessageContaining(message == null ? "" : message);
        });
    }
}
