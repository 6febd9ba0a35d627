package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.CountedIds;
import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdScheme;
import dev.idgen.InvalidIdException;
import dev.idgen.InvalidSettingException;
import dev.idgen.KeyedIds;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class KeyedGeneratorsConfigurationTests {

    private final ApplicationContextRunner memory = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(IdgenAutoConfiguration.class, IdgenGeneratorsAutoConfiguration.class))
            .withPropertyValues("idgen.store=memory");

    private ApplicationContextRunner with(String... properties) {
        return memory.withPropertyValues("idgen.generators.invoice.type=counter")
                .withPropertyValues(Arrays.stream(properties)
                        .map(property -> "idgen.generators.invoice." + property)
                        .toArray(String[]::new));
    }

    @Configuration(proxyBeanMethods = false)
    static class Injected {

        @Bean
        String number(@Qualifier("invoice") KeyedIds<String> invoice) {
            return invoice.forKey("acme").next();
        }
    }

    @Test
    void eachKeyHasACounterOfItsOwnInEachPeriod() {
        ManualTime time = new ManualTime(Instant.parse("2026-12-31T22:59:59Z"));
        with("template={key}-{yyyy}-{0000}", "zone=Europe/Berlin")
                .withUserConfiguration(Injected.class)
                .withBean(TimeSource.class, () -> time)
                .run(context -> {
                    assertThat(context.getBean("number")).isEqualTo("acme-2026-0001");
                    KeyedIds<String> invoice =
                            context.getBean(IdGenerators.class).getKeyed("invoice", String.class);
                    IdGenerator<String> acme = invoice.forKey("acme");
                    assertThat(acme.next()).isEqualTo("acme-2026-0002");
                    assertThat(invoice.forKey("ACME").next()).isEqualTo("ACME-2026-0001");

                    time.advance(Duration.ofSeconds(1));

                    assertThat(invoice.forKey("b").next()).isEqualTo("b-2027-0001");
                    assertThat(acme.next(2)).containsExactly("acme-2027-0001", "acme-2027-0002");
                    assertThat(acme.nextAsync().join()).isEqualTo("acme-2027-0003");
                });
    }

    @Test
    void numbersOfKeysHaveStartStepAndMax() {
        with("keyed=true", "start=10", "step=5", "max=20").run(context -> {
            KeyedIds<Long> numbers = context.getBean(IdGenerators.class).getKeyed("invoice", Long.class);
            assertThat(numbers.forKey("a").next(3)).containsExactly(10L, 15L, 20L);
            assertThat(numbers.forKey("b").next()).isEqualTo(10);
            assertThatThrownBy(() -> numbers.forKey("a").next()).hasMessageContaining("up to 20");
        });
    }

    @Test
    void keysAreRaisedEachByItself() {
        with("keyed=true").run(context -> {
            KeyedIds<Long> numbers = context.getBean(IdGenerators.class).getKeyed("invoice", Long.class);
            ((CountedIds) numbers.forKey("a")).raiseTo(41);

            assertThat(numbers.forKey("a").next()).isEqualTo(42);
            assertThat(numbers.forKey("b").next()).isEqualTo(1);
            assertThatIllegalArgumentException().isThrownBy(() -> ((CountedIds) numbers.forKey("a")).raiseTo(41));
        });
    }

    @Test
    void textsBelongToTheirKey() {
        with("template={key}-{0000}").run(context -> {
            KeyedIds<String> keyed = context.getBean(IdGenerators.class).getKeyed("invoice", String.class);
            assertThat(keyed.forKey("a-1").parse("a-1-0007")).isEqualTo("a-1-0007");
            assertThatThrownBy(() -> keyed.forKey("a").parse("a-1-0007"))
                    .isInstanceOf(InvalidIdException.class)
                    .hasMessageContaining("with the key 'a'");
            assertThat(keyed.decode("a-1-0007").parts())
                    .containsExactly(Map.entry("key", "a-1"), Map.entry("number", 7L), Map.entry("count", 7L));
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
        with("keyed=true")
                .run(context -> assertThatIllegalArgumentException()
                        .isThrownBy(() -> context.getBean(IdGenerators.class)
                                .getKeyed("invoice")
                                .forKey(key))
                        .withMessageContaining("is not 1 to 64 characters [0-9A-Za-z._-]"));
    }

    @Test
    void generatorsWithAndWithoutKeysAreAskedForDifferently() {
        with("keyed=true")
                .withPropertyValues("idgen.generators.order.type=snowflake")
                .run(context -> {
                    IdGenerators all = context.getBean(IdGenerators.class);
                    assertThat(all.names()).containsExactly("order");
                    assertThat(all.keyedNames()).containsExactly("invoice");
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

    @ParameterizedTest
    @CsvSource({
        "type=segment,     template={key}-{00}, has a date or a key",
        "type=segment,     keyed=true,          does not apply to the type 'segment'",
        "keyed=false,      template={key}-{00}, 'is false, and the ''template'' has {key}'",
        "floor=7,          keyed=true,          cannot be set for a generator with keys",
        "template={key}{key}-{00}, keyed=true,  or appears twice",
        "template={key}-{yyyy},    keyed=true,  has no placeholder for the number"
    })
    void settingsThatDoNotFitAreRefused(String one, String other, String message) {
        with(one, other)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .isInstanceOf(InvalidSettingException.class)
                        .hasMessageContaining(message));
    }

    @Test
    void longNameOfAGeneratorWithKeysIsRefused() {
        String name = "a".repeat(52);
        memory.withPropertyValues(
                        "idgen.generators." + name + ".type=counter", "idgen.generators." + name + ".keyed=true")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("is for names of up to 51 characters"));
    }
}
