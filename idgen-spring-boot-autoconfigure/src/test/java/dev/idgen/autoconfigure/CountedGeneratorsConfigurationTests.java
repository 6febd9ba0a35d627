package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.Claim;
import dev.idgen.CountedIds;
import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdScheme;
import dev.idgen.InvalidIdException;
import dev.idgen.KeyedIds;
import dev.idgen.LongIdGenerator;
import dev.idgen.Monotonicity;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class CountedGeneratorsConfigurationTests {

    private static ApplicationContextRunner with(String... properties) {
        return generator("a", properties);
    }

    private static ApplicationContextRunner generator(String name, String... properties) {
        return TypicalApplication.inMemory()
                .withPropertyValues(Arrays.stream(properties)
                        .map(property -> "idgen.generators." + name + "." + property)
                        .toArray(String[]::new));
    }

    @Test
    void decimalIdRaisedToIdGoesOnAfterItsGenerator() {
        with("type=decimal-id", "launch-id=7").run(context -> {
            LongIdGenerator ids = context.getBean("a", LongIdGenerator.class);
            long greatest = 1_000_042_00007L; // counter 1, generator 42, launch 7
            assertThat(ids.decode(greatest).number("generator")).isEqualTo(42);

            ((CountedIds<?>) ids).raiseTo(greatest);

            assertThat(ids.decode(ids.nextLong()).number("generator")).isEqualTo(43);
            assertThatThrownBy(() -> ((CountedIds<?>) ids).raiseTo(100_000))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(ids.decode(ids.nextLong()).number("generator")).isEqualTo(43);
        });
    }

    @Test
    void multiCounterRaisedToNumberGoesOnInItsRange() {
        with("type=multi-counter", "counters=4", "range=100").run(context -> {
            LongIdGenerator ids = context.getBean("a", LongIdGenerator.class);
            assertThat(ids.next(50)).doesNotHaveDuplicates().allMatch(id -> id >= 1 && id < 400);
            assertThat(ids.scheme().monotonicity()).isEqualTo(Monotonicity.NONE);
        });
        with("type=multi-counter", "counters=1", "range=1000").run(context -> {
            LongIdGenerator ids = context.getBean("a", LongIdGenerator.class);

            ((CountedIds<?>) ids).raiseTo(499);

            assertThat(ids.next(100)).allMatch(id -> id >= 500);
            assertThatThrownBy(() -> ((CountedIds<?>) ids).raiseTo(1000)).isInstanceOf(IllegalArgumentException.class);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            type=counter; template={000000}-{yyyy}; start=42; zone=UTC | NONE | 000042-2026, 000043-2026
            type=counter; start=1000; step=10; floor=1019 | FULL | 1020, 1030, 1040
            type=segment; segment.strict=true; template=C{0000} | FULL | C0001, C0002
            type=decimal-id; launch-id=65; floor=91 | NONE | 10009200065, 20009200065
            """)
    void settingsDetermineFirstIdsAndOrder(String properties, Monotonicity order, String ids) {
        with(properties.split("; "))
                .withBean(TimeSource.class, () -> new ManualTime(Instant.parse("2026-10-31T23:00:00Z")))
                .run(context -> {
                    IdGenerator<?> generator = context.getBean("a", IdGenerator.class);
                    for (String id : ids.split(", ", -1)) {
                        assertThat(generator.next()).hasToString(id);
                    }
                    assertThat(generator.scheme().monotonicity()).isEqualTo(order);
                });
    }

    @Test
    void claimOfTheApplicationDecides() {
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

    // With keys

    private static ApplicationContextRunner keyed(String... properties) {
        return generator("invoice", properties).withPropertyValues("idgen.generators.invoice.type=counter");
    }

    @Test
    void parseRefusesTheIdOfAnotherKey() {
        keyed("template={key}-{0000}").run(context -> {
            KeyedIds<String> keyed = context.getBean(IdGenerators.class).getKeyed("invoice", String.class);
            assertThat(keyed.forKey("a-1").parse("a-1-0007")).isEqualTo("a-1-0007");
            assertThatThrownBy(() -> keyed.forKey("a").parse("a-1-0007"))
                    .isInstanceOf(InvalidIdException.class)
                    .hasMessageContaining("with the key 'a'");
            assertThat(keyed.decode("a-1-0007").parts())
                    .containsExactly(Map.entry("key", "a-1"), Map.entry("number", 7L));
            assertThat(keyed.scheme().layout()).extracting(IdScheme.Field::name).containsExactly("key", "number");
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "a ",
                "a:b",
                "a/b",
                "{a}",
                "ä",
                "a\n",
                "12345678901234567890123456789012345678901234567890123456789012345"
            })
    void badKeyIsRefusedWithTheRule(String key) {
        keyed("keyed=true")
                .run(context -> assertThatIllegalArgumentException()
                        .isThrownBy(() -> context.getBean(IdGenerators.class)
                                .getKeyed("invoice")
                                .forKey(key))
                        .withMessageContaining("is not 1 to 64 characters [0-9A-Za-z._-]"));
    }

    @Test
    void generatorWithKeysIsFoundAmongThoseWithKeys() {
        keyed("keyed=true")
                .withPropertyValues("idgen.generators.order.type=snowflake")
                .run(context -> {
                    IdGenerators all = context.getBean(IdGenerators.class);
                    assertThat(all.names()).containsExactlyInAnyOrder("order", "invoice");
                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> all.get("invoice"))
                            .withMessageContaining("getKeyed(\"invoice\")")
                            .withMessageContaining("@Qualifier(\"invoice\") KeyedIds");
                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> all.getKeyed("order"))
                            .withMessageContaining("'order' has no keys");
                    assertThatIllegalArgumentException()
                            .isThrownBy(() -> all.getKeyed("invoice", String.class))
                            .withMessageContaining("of type Long, not String");
                });
    }
}
