package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;

import dev.idgen.IdService;
import dev.idgen.localredis.RedisServer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** What an application that does not start says about it. */
@ExtendWith(OutputCaptureExtension.class)
class FailureAnalysisIntegrationTests {

    @AutoClose
    static final RedisServer redis = RedisServer.running();

    private static final AtomicInteger namespaces = new AtomicInteger();

    @Test
    void zoneWithSummerTime(CapturedOutput output) {
        startFails(Application.class, "idgen.string.zone=Europe/Berlin");

        assertThat(output)
                .contains("The property 'idgen.string.zone' is Europe/Berlin, whose offset changes from ")
                .contains("Set 'idgen.string.zone' to a fixed offset, for example 'UTC+01:00'.");
    }

    @Test
    void unknownZone(CapturedOutput output) {
        startFails(Application.class, "idgen.string.zone=Mars/Phobos");

        assertThat(output).contains("idgen.string.zone").contains("Mars/Phobos");
    }

    @Test
    void malformedNamespace(CapturedOutput output) {
        startFails(Application.class, "idgen.namespace=my shop");

        assertThat(output)
                .contains(
                        "The property 'idgen.namespace' is 'my shop', which is not 1 to 64 characters [0-9A-Za-z._-].")
                .contains("Set 'idgen.namespace' to a name such as 'default' or 'shop-1'.");
    }

    @Test
    void settingOutOfRange(CapturedOutput output) {
        startFails(Application.class, "idgen.sequence.lease-ttl=100ms");

        assertThat(output)
                .contains("The property 'idgen.sequence.lease-ttl' is 100ms, which is not between 1s and 60s.")
                .contains("Set 'idgen.sequence.lease-ttl' to a value between 1s and 60s.");
    }

    @Test
    void noConnectionFactory(CapturedOutput output) {
        startFails(ApplicationWithoutRedis.class);

        assertThat(output)
                .contains(
                        "There is no IdService because there is neither a RedisConnectionFactory nor a DataSource to lease numbers")
                .contains("Define a RedisConnectionFactory, or do not exclude Spring Boot's auto-configuration of it;"
                        + " or add 'spring-boot-starter-jdbc' and configure 'spring.datasource.url'."
                        + " For development without either, set 'idgen.store' to 'memory'; in a test,"
                        + " @AutoConfigureIdgen does.");
    }

    @Test
    void twoConnectionFactories(CapturedOutput output) {
        startFails(ApplicationWithTwoFactories.class);

        assertThat(output)
                .contains(
                        "There is no IdService because 'idgen.redis.connection-factory' is not set, and nothing else says"
                                + " which of these RedisConnectionFactory beans idgen is to use: 'one', 'other'.")
                .contains("Set 'idgen.redis.connection-factory' to one of these names, or mark one of the beans with"
                        + " @IdgenRedis, or with @Primary if it is the application's default.");
    }

    @Test
    void disabled(CapturedOutput output) {
        startFails(Application.class, "idgen.enabled=false");

        assertThat(output)
                .contains("There is no IdService because 'idgen.enabled' is false.")
                .contains("Remove 'idgen.enabled', or inject ObjectProvider<IdService>.");
    }

    @Test
    void otherMissingBeanIsLeftToSpringBoot(CapturedOutput output) {
        startFails(ApplicationWithoutClock.class);

        assertThat(output)
                .contains("required a bean of type 'java.time.Clock' that could not be found")
                .doesNotContain("There is no IdService");
    }

    @Test
    void zoneOfOtherInstances(CapturedOutput output) {
        try (ConfigurableApplicationContext other = start("idgen.namespace=zones", "idgen.string.zone=UTC")) {
            assertThat(other.getBean(IdService.class).nextId()).matches("[0-9]{23}");

            startFails(Application.class, "idgen.namespace=zones", "idgen.string.zone=+01:00");

            assertThat(output)
                    .contains(
                            "The idgen namespace 'zones' was created with zone UTC, but this application is configured for zone"
                                    + " +01:00. Its ids could equal, or be decoded differently from, those of the other instances.")
                    .contains("To run with the others, set 'idgen.string.zone' to 'UTC'.")
                    .contains(
                            "To change it deliberately, stop all instances and start them with the new value and another"
                                    + " 'idgen.namespace'");
            assertThat(other.getBean(IdService.class).nextId()).matches("[0-9]{23}");
        }
    }

    @Test
    void regionOfOtherInstances(CapturedOutput output) {
        start("idgen.namespace=regions", "idgen.region=3/4").close();

        startFails(Application.class, "idgen.namespace=regions", "idgen.region=1/2");

        assertThat(output)
                .contains(
                        "The idgen namespace 'regions' has region 3/4 in this store, but 'idgen.region' is 1/2, which is not a"
                                + " part of it. The rest may belong to another store, whose ids this application would repeat.")
                .contains("To run with the others, set 'idgen.region' to '3/4' or a part of it.")
                .contains(
                        "To widen the region deliberately, stop all instances that issue the added part from other stores,"
                                + " wait until their leases have ended, and also set 'idgen.region-before' to '3/4'.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            scramble-key=secret-1 | scramble-key=secret-2 | on and a key of its own ('idgen.string.scramble-key' with fingerprint | set 'idgen.string.scramble-key' to their key.
            scramble=true         | scramble-key=secret-2 | on and no key ('idgen.string.scramble-key' is not set)                | do not set 'idgen.string.scramble-key'.
            scramble=true         | scramble=false        | on and no key ('idgen.string.scramble-key' is not set)                | remove 'idgen.string.scramble', and do not set 'idgen.string.scramble-key'.
            scramble=false        | scramble=true         | off, but this application is configured for scramble on               | set 'idgen.string.scramble' to false, and remove 'idgen.string.scramble-key'.
            """)
    void scrambleOfOtherInstances(String theirs, String own, String description, String action, CapturedOutput output) {
        String namespace = "idgen.namespace=keys-" + namespaces.incrementAndGet();
        start(namespace, "idgen.string." + theirs).close();

        startFails(Application.class, namespace, "idgen.string." + own);

        assertThat(output)
                .contains("was created with scramble " + description)
                .contains("To run with the others, " + action)
                .doesNotContain("secret-");
    }

    private static void startFails(Class<?> application, String... properties) {
        assertThatThrownBy(() -> builder(application, properties).run());
    }

    private static ConfigurableApplicationContext start(String... properties) {
        return builder(Application.class, properties).run();
    }

    private static SpringApplicationBuilder builder(Class<?> application, String... properties) {
        return new SpringApplicationBuilder(application)
                .web(WebApplicationType.NONE)
                .properties("spring.data.redis.url=redis://" + redis.address())
                .properties(properties);
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({DataRedisAutoConfiguration.class, IdgenAutoConfiguration.class})
    @Import(NeedsIds.class)
    static class Application {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(IdgenAutoConfiguration.class)
    @Import(NeedsIds.class)
    static class ApplicationWithoutRedis {}

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(IdgenAutoConfiguration.class)
    @Import(NeedsIds.class)
    static class ApplicationWithTwoFactories {

        @Bean
        RedisConnectionFactory one() {
            return mock(RedisConnectionFactory.class);
        }

        @Bean
        RedisConnectionFactory other() {
            return mock(RedisConnectionFactory.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(IdgenAutoConfiguration.class)
    @Import(NeedsClock.class)
    static class ApplicationWithoutClock {}

    record NeedsIds(IdService ids) {}

    record NeedsClock(java.time.Clock clock) {}

    @Test
    void twoIdServicesAreLeftToSpringBoot(CapturedOutput output) {
        startFails(ApplicationWithTwoIdServices.class);

        assertThat(output).contains("required a single bean, but 2 were found").doesNotContain("There is no IdService");
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(IdgenAutoConfiguration.class)
    @Import(NeedsIds.class)
    static class ApplicationWithTwoIdServices {
        @Bean
        IdService one() {
            return mock(IdService.class);
        }

        @Bean
        IdService other() {
            return mock(IdService.class);
        }
    }

    @Test
    void misspeltStore(CapturedOutput output) {
        startFails(Application.class, "idgen.store=memroy");

        assertThat(output)
                .contains("idgen.store")
                .contains("memroy")
                .doesNotContain("there is no RedisConnectionFactory");
    }

    @Test
    void malformedNamespaceInMemory(CapturedOutput output) {
        startFails(Application.class, "idgen.store=memory", "idgen.namespace=my shop");

        assertThat(output).contains("The property 'idgen.namespace' is 'my shop'");
    }
}
