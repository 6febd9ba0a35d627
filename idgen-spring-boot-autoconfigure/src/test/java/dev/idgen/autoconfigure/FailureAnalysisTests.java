package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import dev.idgen.IdService;
import dev.idgen.IdgenException;
import dev.idgen.LeaseStore;
import dev.idgen.NamespaceDisagreementException;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.store.memory.InMemoryLeaseStore;
import dev.idgen.internal.time.TimeSource;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.support.GenericApplicationContext;

/** What an application that does not start says about it, by the analyzers that Spring Boot finds. */
class FailureAnalysisTests {

    private static final String OURS = "There is no IdService";

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(IdgenAutoConfiguration.class));

    record NeedsIds(IdService ids) {}

    record NeedsClock(Clock clock) {}

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

    /** The other mistakes are those of {@code MistakesTests}. */
    @Test
    void missingIdServiceIsExplained() {
        ApplicationContextRunner needing = runner.withUserConfiguration(NeedsIds.class);
        assertThat(analysis(needing))
                .contains(
                        OURS + " because there is neither a RedisConnectionFactory nor a DataSource to lease numbers",
                        "Define a RedisConnectionFactory, or do not exclude Spring Boot's auto-configuration of it;"
                                + " or add 'spring-boot-starter-jdbc' and configure 'spring.datasource.url'."
                                + " For development without either, set 'idgen.store' to 'memory'; in a test,"
                                + " @AutoConfigureIdgen does.");
        assertThat(analysis(needing.withPropertyValues("idgen.store=memory", "idgen.enabled=false")))
                .contains(
                        OURS + " because 'idgen.enabled' is false.",
                        "Remove 'idgen.enabled', or inject ObjectProvider<IdService>.");
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
            string.zone=UTC              | string.zone=+01:00           | The idgen namespace 'default' has zone UTC, but this application is configured for zone +01:00. Its ids could equal, or be decoded differently from, those of the other instances. | set 'idgen.string.zone' to 'UTC'.
            string.zone=UTC              | string.zone=+01:00           | has zone UTC                                                          | to change it for all instances: nothing is leased then for 45 s.
            region=3/4                   | region=1/2                   | The idgen namespace 'default' has region 3/4, but this application is configured for region 1/2. | set 'idgen.region' to '3/4'.
            string.scramble-key=secret-1 | string.scramble-key=secret-2 | scramble on and a key of its own ('idgen.string.scramble-key' with fingerprint | set 'idgen.string.scramble-key' to their key.
            string.scramble=true         | string.scramble-key=secret-2 | scramble on and no key ('idgen.string.scramble-key' is not set)       | do not set 'idgen.string.scramble-key'.
            string.scramble=true         | string.scramble=false        | scramble on and no key ('idgen.string.scramble-key' is not set)       | remove 'idgen.string.scramble', and do not set 'idgen.string.scramble-key'.
            generators.key.text.mask=secret-one-secret-one | generators.key.text.mask=secret-two-secret-two | The idgen generator 'key' has mask ' | To run with the others, restore the setting of 'idgen.generators.key'.
            generators.key.text.mask=secret-one-secret-one | generators.key.text.mask=secret-two-secret-two | An existing text would be read as another id. A new key goes before all earlier ones | The page 'What you may change'
            string.scramble=false        | string.scramble=true         | scramble off, but this application is configured for scramble on      | set 'idgen.string.scramble' to false, and remove 'idgen.string.scramble-key'.
            """)
    void otherTermsThanTheNamespaceHasAreRefused(String first, String second, String description, String action) {
        LeaseStore shared = new InMemoryLeaseStore(TimeSource.system());
        ApplicationContextRunner shop = runner.withConfiguration(
                        AutoConfigurations.of(IdgenGeneratorsAutoConfiguration.class))
                .withBean("shared", LeaseStore.class, () -> shared, definition -> definition.setDestroyMethodName(null))
                .withPropertyValues("idgen.namespace=default", "idgen.generators.key.type=existing");
        shop.withPropertyValues("idgen." + first).run(running -> {
            assertThat(analysis(shop.withPropertyValues("idgen." + second)))
                    .contains(description, action)
                    .doesNotContain("secret-", "while it is not set");
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
        FailureAnalysis ttl = analysis(new NamespaceDisagreementException(
                "default", "lease-ttl", "20000", "10000", "set 'idgen.replaces' to 'abc'"));
        assertThat(ttl.getDescription())
                .startsWith("The idgen namespace 'default' has a lease-ttl of 20000 ms, but 'idgen.sequence.lease-ttl'")
                .contains("or set 'idgen.replaces' to 'abc'");
        assertThat(ttl.getAction())
                .startsWith(
                        "To run with the others, set 'idgen.sequence.lease-ttl' to '20000ms'.\nIf another application")
                .endsWith(" set 'idgen.namespace' in this one: while it is not set, both are in 'default'.");

        FailureAnalysis refused = analysis(new StoreUnsuitableException("this Redis refuses INFO; grant '+info'"));
        assertThat(refused.getDescription())
                .isEqualTo("idgen issues no ids from this store: this Redis refuses INFO; grant '+info'.");
        assertThat(refused.getAction()).isEqualTo("Do what the description says, and start the application again.");
    }

    private static FailureAnalysis analysis(IdgenException refusal) {
        return FailureAnalyses.of(new IllegalStateException("bean", refusal), new GenericApplicationContext());
    }
}
