package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.idgen.BackdatedIds;
import dev.idgen.CountedIds;
import dev.idgen.IdCodec;
import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdScheme;
import dev.idgen.InvalidSettingException;
import dev.idgen.KeyedIds;
import dev.idgen.LeaseStore;
import dev.idgen.LongIdGenerator;
import dev.idgen.Monotonicity;
import dev.idgen.RoutedIds;
import dev.idgen.TimeOrderedIds;
import dev.idgen.TransactionalIds;
import dev.idgen.TransactionalKeyedIds;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.generator.GeneratorType;
import dev.idgen.internal.lease.ForwardingLeaseStore;
import dev.idgen.internal.store.memory.InMemoryLeaseStore;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.standalone.Generators;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class IdgenGeneratorsAutoConfigurationTests {

    private static final List<Class<?>> CAPABILITIES = List.of(
            IdGenerator.class,
            LongIdGenerator.class,
            TimeOrderedIds.class,
            BackdatedIds.class,
            RoutedIds.class,
            CountedIds.class,
            TransactionalIds.class,
            KeyedIds.class,
            TransactionalKeyedIds.class);

    private final ApplicationContextRunner runner = TypicalApplication.withoutStore();
    private final ApplicationContextRunner memory = TypicalApplication.inMemory();

    @ParameterizedTest
    @EnumSource(GeneratorType.class)
    void generatorOfEachTypeIsABeanOfItsName(GeneratorType type) {
        ApplicationContextRunner configured = memory.withPropertyValues(TypicalProperties.of("order", type));
        configured.run(context -> {
            IdCodec<?> order = context.getBean("order", IdCodec.class);
            Class<?> idType = type.idType();
            assertThat(order.scheme().name()).isEqualTo(PropertyNames.of(type));
            IdGenerators generators = context.getBean(IdGenerators.class);
            assertThat(generators.names()).containsExactly("order");
            assertThat(generators.codec("order")).isSameAs(order);
            if (type == GeneratorType.EXISTING) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> generators.get("order"))
                        .withMessageContaining("codec(\"order\")");
                return;
            }
            assertThat(((IdGenerator<?>) order).next()).isInstanceOf(idType);
            assertThat(order instanceof LongIdGenerator).isEqualTo(idType == Long.class);
            assertThat(generators.get("order")).isSameAs(order);
            assertThat(generators.get("order", idType)).isSameAs(order);
        });
    }

    /** What Spring injects must not depend on which beans exist already. */
    @ParameterizedTest
    @EnumSource(GeneratorType.class)
    void beanHasTheInterfacesThatItsDefinitionDeclares(GeneratorType type) {
        Stream<String> variants = switch (type) {
            case SNOWFLAKE -> Stream.of("", "scramble=true");
            case EIGHT_BYTE -> Stream.of("", "mode=time-sequential");
            case COUNTER -> Stream.of("", "keyed=true", "template={0000}", "template={key}-{0000}");
            case SEGMENT -> Stream.of("", "template={0000}");
            case CUSTOM ->
                Stream.of(
                        "",
                        "fields=timestamp:41, node:8, sequence:8, route:6",
                        "fields=node:10, timestamp:41, sequence:12");
            default -> Stream.of("");
        };
        variants.forEach(variant -> {
            ApplicationContextRunner configured = memory.withPropertyValues(TypicalProperties.of("order", type));
            (variant.isEmpty() ? configured : configured.withPropertyValues("idgen.generators.order." + variant))
                    .run(context -> {
                        Class<?> declared = context.getBeanFactory()
                                .getMergedBeanDefinition("order")
                                .getResolvableType()
                                .resolve(Object.class);
                        Object bean = context.getBean("order");
                        assertThat(bean).isInstanceOf(declared);
                        for (Class<?> capability : CAPABILITIES) {
                            assertThat(capability.isAssignableFrom(declared))
                                    .as("%s %s %s", type, variant, capability)
                                    .isEqualTo(capability.isInstance(bean));
                        }
                    });
        });
    }

    record Numbers(Map<String, LongIdGenerator> byName) {}

    record Texts(Map<String, IdGenerator<UUID>> byName) {}

    /** A constructor's map is otherwise empty without a word. */
    @Test
    void mapHasAllGeneratorsOfItsTypeByName() {
        memory.withPropertyValues(
                        "idgen.generators.order.type=snowflake",
                        "idgen.generators.event.type=uuid-v7",
                        "idgen.generators.item.type=tsid")
                .withBean(Numbers.class)
                .withBean(Texts.class)
                .run(context -> {
                    IdGenerators all = context.getBean(IdGenerators.class);
                    assertThat(context.getBean(Numbers.class).byName())
                            .isEqualTo(Map.of("order", all.getLong("order"), "item", all.getLong("item")));
                    assertThat(context.getBean(Texts.class).byName()).containsOnlyKeys("event");
                });
    }

    @Test
    void mapHasOnlyTheGeneratorsThatTheApplicationDefines() {
        memory.withPropertyValues("idgen.generators.order.type=snowflake", "idgen.generators.own.type=tsid")
                .withBean(Numbers.class)
                .withBean(
                        "mine",
                        LongIdGenerator.class,
                        () -> Generators.tsid().node(1).build())
                .run(context ->
                        assertThat(context.getBean(Numbers.class).byName()).containsOnlyKeys("mine"));
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
                    assertThat(id).isBetween(1L, (1L << 53) - 1);
                    assertThat(order.scheme().monotonicity()).isEqualTo(Monotonicity.NONE);
                    assertThat(item.decode(id)).isEqualTo(order.decode(id));
                    assertThat(item.decode(item.nextLong()).number("node"))
                            .isNotEqualTo(order.decode(id).number("node"));
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"shop", ""})
    void scrambledGeneratorsOfOneNodeIdAndKeyAreRefusedHoweverTheKeyIsWritten(String key) {
        memory.withPropertyValues(
                        "idgen.namespace=shop",
                        "idgen.node.id=5",
                        "idgen.generators.order.type=snowflake",
                        "idgen.generators.order.scramble=true",
                        "idgen.generators.item.type=snowflake",
                        "idgen.generators.item.scramble=true")
                .withPropertyValues(
                        key.isEmpty() ? new String[0] : new String[] {"idgen.generators.item.scramble-key=" + key})
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .hasMessageContaining("so they would issue the same ids"));
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2076-01-01T00:00:00Z | run out on 2080-07-10T17:30:30.209Z, in 1652 days; from then on it issues no ids.
            2080-07-10T17:30:30.209Z | ran out on 2080-07-10T17:30:30.209Z: it issues no ids.
            """)
    void endOfTimestampsWithinFiveYearsIsLogged(Instant now, String end, CapturedOutput output) {
        memory.withBean(TimeSource.class, () -> new ManualTime(now))
                .withPropertyValues("idgen.generators.a.type=snowflake", "idgen.generators.a.node.id=1")
                .run(context -> assertThat(output)
                        .contains("the timestamps of generator 'a' " + end + " It needs another epoch or layout"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            type=tsid; node-bits=21 | a.node-bits | between 1 and 20
            type=snowflake; max-lead=2h | a.max-lead | between 0s and 3600s
            type=snowflake; acquire-timeout=61s | a.acquire-timeout | between 0s and 60s
            type=snowflake; node-bits=20; sequence-bits=22; epoch=1600-01-01T00:00:00Z; node.id=1048576 | a.node.id | between 0 and 1048575
            type=snowflake; scramble=true; scramble-key= | a.scramble-key | is empty
            type=js-safe; node.provider=random | a.node.provider | random
            type=js-safe; node.provider=mac-address | a.node.provider | 48 bits
            type=js-safe; node.provider=fixed | a.node.id | is not set
            type=js-safe; node.provider=environment | a.node.variable | is not set
            type=js-safe; node.variable=IDGEN_NO_SUCH | a.node.variable | IDGEN_NO_SUCH
            type=eight-byte; cluster=16 | a.cluster | between 0 and 15
            type=trace-id; thread-bits=17 | a.thread-bits | between 0 and 16
            type=custom | a.fields | is not set
            type=custom; fields=timestamp41 | a.fields | 'timestamp41'
            type=custom; fields[0]=timestamp:60; fields[1]=sequence:12 | a | at most 63 bits
            type=custom; fields=zone:3 | a.fields | the field 'zone' is not one of timestamp, node, thread, sequence, random and route
            type=tsid; text.mask= | a.text | the key of a mask has 16 or more characters, not 0
            type=tsid; text.mask[0]=abcdefgh12345678; text.mask[1]=8765432112345678; text.form=decimal | a.text | has a 'form' of hex, base62
            type=counter; start=10; max=9 | a.max | between 10 and
            type=counter; start=0 | a.start | between 1 and
            type=counter; step=0 | a.step | between 1 and
            type=counter; floor=-1 | a.floor | between 0 and
            type=counter; start=1000; template={000} | a.template | 999
            type=decimal-id | a.launch-id | is not set
            type=decimal-id; launch-id=100000 | a.launch-id | between 0 and 99999
            type=counter; template={yyyy}-{000}; floor=7 | a.floor | cannot be set for a template with periods
            type=counter; zone=UTC | a.zone | needs a 'template'
            type=segment; segment.min-step=11; segment.max-step=10 | a.segment.max-step | between 11 and
            type=multi-counter; counters=10; range=922337203685477581 | a.range | between 1 and 922337203685477580
            type=multi-counter; counters=0 | a.counters | between 1 and 100000
            type=random-claim | a.max | is not set
            type=random-claim; max=9; attempts=1001 | a.attempts | between 1 and 1000
            type=counter; keyed=false; template={key}-{00} | a.keyed | is false, and the 'template' has {key}
            type=counter; keyed=true; template={key}{key}-{00} | a.template | or appears twice
            """)
    void mistakeIsNamedAtStart(String properties, String property, String message) {
        String[] pairs = Arrays.stream(properties.split("; ", -1))
                .map(pair -> "idgen.generators.a." + pair)
                .toArray(String[]::new);
        memory.withPropertyValues(pairs)
                .run(context -> assertThat(context)
                        .getFailure()
                        .as("start with %s", String.join(" ", pairs))
                        .rootCause()
                        .isInstanceOf(InvalidSettingException.class)
                        .hasMessageContaining("'idgen.generators." + property + "'")
                        .satisfies(cause -> assertThat(cause.getMessage() + ((InvalidSettingException) cause).action())
                                .contains(message)));
    }

    @Test
    void longNameOfAGeneratorWithKeysIsRefused() {
        String name = "idgen.generators." + "a".repeat(52);
        memory.withPropertyValues(name + ".type=counter", name + ".keyed=true")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("is for names of up to 51 characters"));
    }

    @Test
    void nodeIdWithoutStoreMustBeConfigured() {
        runner.withPropertyValues("idgen.generators.a.type=snowflake")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(InvalidSettingException.class)
                        .hasMessageContaining("'idgen.node.provider'"));
    }

    /** A silent store would else hold up the end of the application once per generator. */
    @Test
    void nodeIdsOfAllGeneratorsAreGivenBackAtOnce() {
        SilentLeaseStore store = new SilentLeaseStore();
        String[] types = IntStream.range(0, 20)
                .mapToObj(i -> "idgen.generators.g" + i + ".type=snowflake")
                .toArray(String[]::new);
        runner.withBean(LeaseStore.class, () -> store)
                .withPropertyValues("idgen.node.lease-ttl=10m", "idgen.node.request-timeout=100s")
                .withPropertyValues(types)
                .run(context -> {
                    store.silent = true;
                    Thread closing = new Thread(context::close);
                    closing.setDaemon(true);
                    closing.start();
                    await().atMost(Duration.ofSeconds(30)).until(() -> store.unanswered.size() == types.length);
                    store.unanswered.forEach(answer -> answer.cancel(false));
                    closing.join();
                });
    }

    /** Leases node ids, and then answers no more. */
    private static final class SilentLeaseStore extends ForwardingLeaseStore {

        private final Queue<CompletableFuture<Snapshot>> unanswered = new ConcurrentLinkedQueue<>();
        private volatile boolean silent;

        SilentLeaseStore() {
            super(new InMemoryLeaseStore(TimeSource.system()));
        }

        @Override
        public CompletionStage<Snapshot> read(String group, List<String> names) {
            if (!silent || !group.startsWith("nodes:")) {
                return super.read(group, names);
            }
            CompletableFuture<Snapshot> answer = new CompletableFuture<>();
            unanswered.add(answer);
            return answer;
        }
    }
}
