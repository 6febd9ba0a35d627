package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import dev.idgen.IdService;
import dev.idgen.IdgenException;
import dev.idgen.NamespaceDisagreementException;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.store.memory.InMemoryRegister;
import dev.idgen.internal.time.TimeSource;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** What an application that does not start says about it, by the analyzers that Spring Boot finds. */
class FailureAnalysisTests {

    private static final String MEMORY = "idgen.store=memory";
    private static final String OURS = "There is no IdService";

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(IdgenAutoConfiguration.class));

    record NeedsIds(IdService ids) {}

    record NeedsClock(Clock clock) {}

    static class OneRedis {

        @Bean
        RedisConnectionFactory one() {
            return mock(RedisConnectionFactory.class);
        }
    }

    static class OtherRedis {

        @Bean
        RedisConnectionFactory other() {
            return mock(RedisConnectionFactory.class);
        }
    }

    static class TwoIdServices {

        @Bean
        IdService one() {
            return mock(IdService.class);
        }

        @Bean
        IdService other() {
            return mock(IdService.class);
        }
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                refusal(
                        "zone with summer time",
                        beans(),
                        List.of(MEMORY, "idgen.string.zone=Europe/Berlin"),
                        "The property 'idgen.string.zone' is Europe/Berlin, whose offset changes from ",
                        "Set 'idgen.string.zone' to a fixed offset, for example 'UTC+01:00'."),
                refusal(
                        "unknown zone",
                        beans(),
                        List.of(MEMORY, "idgen.string.zone=Mars/Phobos"),
                        "idgen.string.zone",
                        "Mars/Phobos"),
                refusal(
                        "malformed namespace",
                        beans(OneRedis.class),
                        List.of("idgen.namespace=my shop"),
                        "The property 'idgen.namespace' is 'my shop', which is not 1 to 64 characters [0-9A-Za-z._-].",
                        "Set 'idgen.namespace' to a name such as 'default' or 'shop-1'."),
                refusal(
                        "malformed namespace in memory",
                        beans(),
                        List.of(MEMORY, "idgen.namespace=my shop"),
                        "The property 'idgen.namespace' is 'my shop'"),
                refusal(
                        "setting out of range",
                        beans(),
                        List.of(MEMORY, "idgen.sequence.lease-ttl=100ms"),
                        "The property 'idgen.sequence.lease-ttl' is 100ms, which is not between 1s and 60s.",
                        "Set 'idgen.sequence.lease-ttl' to a value with a unit, between 1s and 60s."),
                refusal(
                        "misspelt store",
                        beans(OneRedis.class),
                        List.of("idgen.store=memroy"),
                        "idgen.store",
                        "memroy"),
                refusal(
                        "no store",
                        beans(NeedsIds.class),
                        List.of(),
                        OURS + " because there is neither a RedisConnectionFactory nor a DataSource to lease numbers",
                        "Define a RedisConnectionFactory, or do not exclude Spring Boot's auto-configuration of it;"
                                + " or add 'spring-boot-starter-jdbc' and configure 'spring.datasource.url'."
                                + " For development without either, set 'idgen.store' to 'memory'; in a test,"
                                + " @AutoConfigureIdgen does."),
                refusal(
                        "two connection factories",
                        beans(NeedsIds.class, OneRedis.class, OtherRedis.class),
                        List.of(),
                        OURS + " because 'idgen.redis.connection-factory' is not set, and nothing else says"
                                + " which of these RedisConnectionFactory beans idgen is to use: 'one', 'other'.",
                        "Set 'idgen.redis.connection-factory' to one of these names, or mark one of the beans with"
                                + " @IdgenRedis, or with @Primary if it is the application's default."),
                refusal(
                        "disabled",
                        beans(NeedsIds.class),
                        List.of(MEMORY, "idgen.enabled=false"),
                        OURS + " because 'idgen.enabled' is false.",
                        "Remove 'idgen.enabled', or inject ObjectProvider<IdService>."));
    }

    private static Class<?>[] beans(Class<?>... classes) {
        return classes;
    }

    private static Arguments refusal(String name, Class<?>[] beans, List<String> properties, String... texts) {
        return Arguments.of(name, beans, properties.toArray(String[]::new), texts);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    void refusalSaysReasonAndAction(String name, Class<?>[] beans, String[] properties, String[] texts) {
        assertThat(analysis(runner.withUserConfiguration(beans).withPropertyValues(properties)))
                .contains(texts);
    }

    @Test
    void failureThatIsNotOfIdgenIsLeftToSpringBoot() {
        assertThat(analysis(runner.withUserConfiguration(NeedsClock.class)))
                .contains("required a bean of type 'java.time.Clock' that could not be found")
                .doesNotContain(OURS);
        assertThat(analysis(runner.withUserConfiguration(NeedsIds.class, TwoIdServices.class)))
                .contains("required a single bean, but 2 were found")
                .doesNotContain(OURS);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            string.zone=UTC              | string.zone=+01:00           | The idgen namespace 'shop' was created with zone UTC, but this application is configured for zone +01:00. Its ids could equal, or be decoded differently from, those of the other instances. | set 'idgen.string.zone' to 'UTC'.
            string.zone=UTC              | string.zone=+01:00           | was created with zone UTC                                             | To change it deliberately, stop all instances and start them with the new value and another 'idgen.namespace'
            region=3/4                   | region=1/2                   | The idgen namespace 'shop' has region 3/4 in this store, but 'idgen.region' is 1/2, which is not a part of it. The rest may belong to another store, whose ids this application would repeat. | set 'idgen.region' to '3/4' or a part of it.
            region=3/4                   | region=1/2                   | has region 3/4                                                        | To widen the region deliberately, stop all instances that issue the added part from other stores, wait until their leases have ended, and also set 'idgen.region-before' to '3/4'.
            string.scramble-key=secret-1 | string.scramble-key=secret-2 | scramble on and a key of its own ('idgen.string.scramble-key' with fingerprint | set 'idgen.string.scramble-key' to their key.
            string.scramble=true         | string.scramble-key=secret-2 | scramble on and no key ('idgen.string.scramble-key' is not set)       | do not set 'idgen.string.scramble-key'.
            string.scramble=true         | string.scramble=false        | scramble on and no key ('idgen.string.scramble-key' is not set)       | remove 'idgen.string.scramble', and do not set 'idgen.string.scramble-key'.
            string.scramble=false        | string.scramble=true         | scramble off, but this application is configured for scramble on      | set 'idgen.string.scramble' to false, and remove 'idgen.string.scramble-key'.
            """)
    void otherTermsThanTheNamespaceHasAreRefused(String first, String second, String description, String action) {
        Register shared = new InMemoryRegister(TimeSource.system());
        ApplicationContextRunner shop = runner.withBean(
                        "shared", Register.class, () -> shared, definition -> definition.setDestroyMethodName(null))
                .withPropertyValues("idgen.namespace=shop");
        shop.withPropertyValues("idgen." + first).run(running -> {
            assertThat(analysis(shop.withPropertyValues("idgen." + second)))
                    .contains(description, action)
                    .doesNotContain("secret-");
            assertThat(running.getBean(IdService.class).nextId()).matches("[0-9]{23}");
        });
    }

    private static String analysis(ApplicationContextRunner application) {
        AtomicReference<ConfigurableApplicationContext> failed = new AtomicReference<>();
        AtomicReference<FailureAnalysis> analysis = new AtomicReference<>();
        application
                .withInitializer(failed::set)
                .run(context -> analysis.set(FailureAnalyses.of(context.getStartupFailure(), failed.get())));
        return analysis.get().getDescription() + "\n" + analysis.get().getAction();
    }

    @Test
    void refusalOfStoreSaysWhereTheSettingIsStored() {
        FailureAnalysis ttl = analysis(new NamespaceDisagreementException("shop", "lease-ttl", "20000", "10000"));
        assertThat(ttl.getDescription())
                .startsWith(
                        "The idgen namespace 'shop' has a lease-ttl of 20000 ms, but 'idgen.sequence.lease-ttl' of this")
                .contains("follow 'Change the lease-ttl'");
        assertThat(ttl.getAction()).isEqualTo("To run with the others, set 'idgen.sequence.lease-ttl' to '20000ms'.");

        FailureAnalysis refused = analysis(new StoreUnsuitableException("this Redis refuses INFO; grant '+info'"));
        assertThat(refused.getDescription())
                .isEqualTo("idgen issues no ids from this store: this Redis refuses INFO; grant '+info'.");
        assertThat(refused.getAction()).isEqualTo("Do what the description says, and start the application again.");
    }

    private static FailureAnalysis analysis(IdgenException refusal) {
        return FailureAnalyses.of(new IllegalStateException("bean", refusal), new GenericApplicationContext());
    }
}
