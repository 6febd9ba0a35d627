package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdScheme;
import dev.idgen.InvalidSettingException;
import dev.idgen.LongIdGenerator;
import dev.idgen.Monotonicity;
import dev.idgen.NodeIdUnavailableException;
import dev.idgen.TextForm;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.generator.GeneratorKind;
import dev.idgen.internal.generator.GeneratorType;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.store.memory.InMemoryRegister;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@ExtendWith(OutputCaptureExtension.class)
class IdgenGeneratorsAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(IdgenAutoConfiguration.class, IdgenGeneratorsAutoConfiguration.class));
    private final ApplicationContextRunner memory = runner.withPropertyValues("idgen.store=memory");

    @ParameterizedTest
    @EnumSource(GeneratorType.class)
    void generatorOfEachTypeIsABeanOfItsName(GeneratorType type) {
        ApplicationContextRunner configured = memory.withPropertyValues(TypicalProperties.of("order", type));
        configured.run(context -> {
            IdGenerator<?> order = context.getBean("order", IdGenerator.class);
            Class<?> idType = GeneratorKind.of(type).idType();
            if (type == GeneratorType.EXISTING) {
                assertThatThrownBy(order::next).hasMessageContaining("'order' is of type existing");
            } else {
                assertThat(order.next()).isInstanceOf(idType);
            }
            assertThat(order instanceof LongIdGenerator).isEqualTo(idType == Long.class);
            assertThat(order.scheme().name()).isEqualTo(PropertyNames.of(type));
            IdGenerators generators = context.getBean(IdGenerators.class);
            assertThat(generators.names()).containsExactly("order");
            assertThat(generators.get("order")).isSameAs(order);
            assertThat(generators.get("order", idType)).isSameAs(order);
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class Injected {

        @Bean
        String ids(
                @Qualifier("order") LongIdGenerator anyName,
                @Qualifier("order-items") LongIdGenerator orderItems,
                @Qualifier("session") IdGenerator<UUID> session,
                @Qualifier("document") IdGenerator<String> document,
                IdGenerators all) {
            return anyName.nextLong() + " " + orderItems.nextLong() + " " + session.next() + " " + document.next() + " "
                    + all.getLong("order-items").text(TextForm.CROCKFORD).next();
        }
    }

    @Test
    void generatorsAreInjectedByQualifier() {
        memory.withUserConfiguration(Injected.class)
                .withPropertyValues(
                        "idgen.generators.order.type=snowflake",
                        "idgen.generators.order-items.type=js-safe",
                        "idgen.generators.session.type=uuid-v7",
                        "idgen.generators.document.type=ulid")
                .run(context -> assertThat(context.getBean("ids", String.class))
                        .matches("\\d+ \\d+ [0-9a-f-]{36} [0-9A-Z]{26} [0-9A-Z]{11}"));
    }

    @Test
    void withoutGeneratorsThereAreNone() {
        memory.run(context ->
                assertThat(context.getBean(IdGenerators.class).names()).isEmpty());
    }

    @ParameterizedTest
    @CsvSource({"uuid-v7, true, SHARDED", "uuid-v7, false, BY_TIME", "ulid, true, SHARDED", "ulid, false, BY_TIME"})
    @SuppressWarnings("unchecked")
    void threadsHaveSequencesOfTheirOwnIfIdsNeedNotGrow(String type, boolean monotonic, Monotonicity expected) {
        runner.withPropertyValues("idgen.generators.a.type=" + type, "idgen.generators.a.monotonic=" + monotonic)
                .run(context -> {
                    IdGenerator<Object> a = context.getBean("a", IdGenerator.class);
                    assertThat(a.scheme().monotonicity()).isEqualTo(expected);
                    assertThat(a.decode(a.next()).toString().contains("thread")).isEqualTo(!monotonic);
                });
    }

    @Test
    void switchedOffThereIsNothing() {
        memory.withPropertyValues("idgen.enabled=false", "idgen.generators.order.type=snowflake")
                .run(context ->
                        assertThat(context).doesNotHaveBean(IdGenerators.class).doesNotHaveBean("order"));
    }

    /** With keys of their own two generators whose node ids differ could still issue equal ids. */
    @Test
    void scrambledGeneratorsOfANamespaceShareTheirKey() {
        memory.withPropertyValues(
                        "idgen.generators.order.type=js-safe",
                        "idgen.generators.order.scramble=true",
                        "idgen.generators.item.type=js-safe",
                        "idgen.generators.item.scramble=true")
                .run(context -> {
                    LongIdGenerator order = context.getBean("order", LongIdGenerator.class);
                    LongIdGenerator item = context.getBean("item", LongIdGenerator.class);
                    long id = order.nextLong();
                    assertThat(item.decode(id)).isEqualTo(order.decode(id));
                    assertThat(item.decode(item.nextLong()).number("node"))
                            .isNotEqualTo(order.decode(id).number("node"));
                });
    }

    @Test
    void settingsOfTheTypeShapeIds() {
        memory.withPropertyValues(
                        "idgen.generators.order.type=snowflake",
                        "idgen.generators.order.epoch=2026-01-01T00:00:00Z",
                        "idgen.generators.order.node-bits=4",
                        "idgen.generators.order.datacenter-bits=1",
                        "idgen.generators.order.sequence-bits=6",
                        "idgen.generators.order.node.id=11")
                .run(context -> {
                    LongIdGenerator order = context.getBean("order", LongIdGenerator.class);
                    assertThat(order.scheme().layout())
                            .extracting(IdScheme.Field::name, IdScheme.Field::width)
                            .containsExactly(
                                    tuple("timestamp", 53),
                                    tuple("datacenter", 1),
                                    tuple("worker", 3),
                                    tuple("sequence", 6));
                    assertThat(order.decode(order.nextLong()).parts())
                            .containsEntry("datacenter", 1L)
                            .containsEntry("worker", 3L);
                });
    }

    @Test
    void scrambledIdsDecodeBack() {
        memory.withPropertyValues(
                        "idgen.generators.order.type=js-safe",
                        "idgen.generators.order.scramble=true",
                        "idgen.generators.order.node.id=3")
                .run(context -> {
                    LongIdGenerator order = context.getBean("order", LongIdGenerator.class);
                    long id = order.nextLong();
                    assertThat(id).isBetween(1L, (1L << 53) - 1);
                    assertThat(order.decode(id).number("node")).isEqualTo(3);
                    assertThat(order.scheme().monotonicity()).isEqualTo(Monotonicity.NONE);
                });
    }

    @Test
    void twoGeneratorsLeaseTwoNodeIds() {
        memory.withPropertyValues("idgen.generators.a.type=snowflake", "idgen.generators.b.type=snowflake")
                .run(context -> {
                    assertThat(node(context.getBean("a", LongIdGenerator.class)))
                            .isNotEqualTo(node(context.getBean("b", LongIdGenerator.class)));
                });
    }

    private static String node(LongIdGenerator generator) {
        var parts = generator.decode(generator.nextLong());
        return parts.number("datacenter") + "/" + parts.number("worker");
    }

    @Test
    void closedContextGivesNodeIdsBackAndIssuesNoMore() {
        InMemoryRegister store = new InMemoryRegister(TimeSource.system());
        LongIdGenerator[] kept = new LongIdGenerator[1];
        memory.withBean(Register.class, () -> store)
                .withPropertyValues("idgen.generators.a.type=js-safe")
                .run(context -> {
                    kept[0] = context.getBean("a", LongIdGenerator.class);
                    kept[0].nextLong();
                });
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> kept[0].nextLong()))
                .isInstanceOf(NodeIdUnavailableException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void endWithinFiveYearsIsWarnedAbout(CapturedOutput output) {
        memory.withBean(TimeSource.class, () -> new ManualTime(Instant.parse("2076-01-01T00:00:00Z")))
                .withPropertyValues("idgen.generators.a.type=snowflake", "idgen.generators.a.node.id=1")
                .run(context -> assertThat(output)
                        .contains(
                                "the timestamps of generator 'a' run out on 2080-07-10T17:30:30.209Z, in 1652 days; from then"
                                        + " on it issues no ids. It needs another epoch or layout"));
    }

    @Test
    void endThatIsPastIsAnErrorInTheLog(CapturedOutput output) {
        memory.withBean(TimeSource.class, () -> new ManualTime(Instant.parse("2080-07-10T17:30:30.209Z")))
                .withPropertyValues("idgen.generators.a.type=snowflake", "idgen.generators.a.node.id=1")
                .run(context -> assertThat(output)
                        .contains(
                                "the timestamps of generator 'a' ran out on 2080-07-10T17:30:30.209Z: it issues no ids. It"
                                        + " needs another epoch or layout"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.scramble=true | idgen.generators.a.type | is not set",
                "a.type=ulid, a.epoch=2020-01-01T00:00:00Z | idgen.generators.a.epoch | does not apply to the type 'ulid'",
                "a.type=tsid, a.sequence-bits=3 | idgen.generators.a.sequence-bits | [epoch, node-bits]",
                "a.type=tsid, a.node-bits=21 | idgen.generators.a.node-bits | between 1 and 20",
                "a.type=snowflake, a.max-lead=2h | idgen.generators.a.max-lead | between 0s and 3600s",
                "a.type=snowflake, a.acquire-timeout=61s | idgen.generators.a.acquire-timeout | between 0s and 60s",
                "a.type=snowflake, a.node-bits=20, a.sequence-bits=22, a.epoch=1600-01-01T00:00:00Z, a.node.id=1048576"
                        + " | idgen.generators.a.node.id | between 0 and 1048575",
                "a.type=js-safe, a.node.id=32 | idgen.generators.a.node.id | between 0 and 31",
                "a.type=js-safe, a.node.provider=random | idgen.generators.a.node.provider | random",
                "a.type=js-safe, a.node.provider=mac-address | idgen.generators.a.node.provider | 48 bits",
                "a.type=js-safe, a.node.provider=fixed | idgen.generators.a.node.id | is not set",
                "a.type=js-safe, a.node.provider=environment | idgen.generators.a.node.variable | is not set",
                "a.type=js-safe, a.node.variable=IDGEN_NO_SUCH | idgen.generators.a.node.variable | IDGEN_NO_SUCH",
                "a.type=eight-byte, a.cluster=16 | idgen.generators.a.cluster | between 0 and 15",
                "a.type=trace-id, a.thread-bits=17 | idgen.generators.a.thread-bits | between 0 and 16",
                "a.type=custom | idgen.generators.a.fields | is not set",
                "a.type=custom, a.fields=timestamp41 | idgen.generators.a.fields | 'timestamp41'",
                "a.type=custom, a.fields=node:10 | idgen.generators.a | no timestamp",
                "a.type=custom, a.fields[0]=timestamp:60, a.fields[1]=sequence:12 | idgen.generators.a | at most 63 bits",
                "a.type=custom, a.fields=zone:3 | idgen.generators.a.fields | 'zone'",
                "1a.type=ulid | idgen.generators.1a | a letter",
                "a.type=ulid, a.scramble=true | idgen.generators.a.scramble | long",
                "a.type=object-id, a.monotonic=false | idgen.generators.a.monotonic | does not apply to the type 'object-id'",
            })
    void mistakeIsNamedAtStart(String properties, String property, String message) {
        String[] pairs = java.util.Arrays.stream(properties.split(", a\\.|, "))
                .map(pair -> pair.matches("^[1a]+\\..*") ? pair : "a." + pair)
                .map(pair -> "idgen.generators." + pair)
                .toArray(String[]::new);
        memory.withPropertyValues(pairs).run(context -> {
            Throwable failure = context.getStartupFailure();
            assertThat(failure).as("start with %s", String.join(" ", pairs)).isNotNull();
            while (failure.getCause() != null) {
                failure = failure.getCause();
            }
            assertThat(failure)
                    .isInstanceOf(InvalidSettingException.class)
                    .hasMessageContaining("'" + property + "'")
                    .satisfies(cause -> assertThat(cause.getMessage() + ((InvalidSettingException) cause).action())
                            .contains(message));
        });
    }

    @Test
    void nameOfAnotherBeanIsRefused() {
        memory.withBean("order", String.class, () -> "taken")
                .withPropertyValues("idgen.generators.order.type=ulid")
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(InvalidSettingException.class)
                        .hasMessageContaining("'idgen.generators.order' has the name of another bean"));
    }

    @Test
    void nodeIdWithoutStoreMustBeConfigured() {
        runner.withPropertyValues("idgen.generators.a.type=snowflake")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(InvalidSettingException.class)
                        .hasMessageContaining("'idgen.node.provider'"));
    }
}
