package dev.idgen.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.Mockito.mock;

import dev.idgen.IdService;
import dev.idgen.InvalidSettingException;
import dev.idgen.autoconfigure.IdgenStoreCheckAutoConfiguration;
import dev.idgen.autoconfigure.TypicalApplication;
import dev.idgen.internal.actuate.IdgenEndpoint;
import dev.idgen.internal.actuate.IdgenHealthIndicator;
import dev.idgen.internal.storecheck.StoreCheckRunner;
import dev.idgen.internal.time.ForwardingTime;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.localredis.RedisServer;
import dev.idgen.localredis.Wait;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import redis.clients.jedis.Jedis;

/** Each finding, provoked on real servers: it is logged in one line, and health and endpoint show it. */
@ExtendWith(OutputCaptureExtension.class)
class StoreCheckIntegrationTests {

    private static final String[] COUNTING = {
        "idgen.generators.invoice.type=counter",
        "idgen.generators.voucher.type=random-claim",
        "idgen.generators.voucher.max=1000000000"
    };

    @AutoClose
    static final RedisServer redis = RedisServer.running();

    @AutoClose
    static final RedisServer replica = RedisServer.replicaOf(redis);

    @AutoClose
    static final RedisServer alone = RedisServer.running();

    /** A clock that is right except for the time, and whose pauses are a fiftieth as long. */
    private static final class ShiftedTime extends ForwardingTime {

        private final Duration by;

        ShiftedTime(Duration by) {
            this.by = by;
        }

        @Override
        public Instant instant() {
            return super.instant().plus(by);
        }

        @Override
        public void pause(long nanos) {
            super.pause(nanos / 50);
        }
    }

    @BeforeEach
    void soundServer() {
        on(alone, "maxmemory-policy", "noeviction");
        on(alone, "appendonly", "yes");
        on(alone, "appendfsync", "always");
        on(alone, "save", "");
    }

    private static void on(RedisServer server, String setting, String value) {
        server.ask(jedis -> jedis.configSet(setting, value));
    }

    private static ApplicationContextRunner application(Driver driver, RedisServer server) {
        return application(driver, server, new ShiftedTime(Duration.ZERO));
    }

    private static ApplicationContextRunner application(Driver driver, RedisServer server, TimeSource time) {
        return RedisApplications.on(server, driver)
                .withBean(TimeSource.class, () -> time)
                .withConfiguration(TypicalApplication.ACTUATOR)
                .withConfiguration(AutoConfigurations.of(IdgenStoreCheckAutoConfiguration.class))
                .withPropertyValues("management.endpoints.web.exposure.include=idgen");
    }

    /** What the endpoint says once the store was looked at. */
    private static Map<String, String> findings(BeanFactory context) {
        IdgenEndpoint endpoint = context.getBean(IdgenEndpoint.class);
        await().atMost(Duration.ofSeconds(30)).until(() -> examined(endpoint).examinedAt() != null);
        return examined(endpoint).findings();
    }

    private static IdgenEndpoint.Examined examined(IdgenEndpoint endpoint) {
        return Objects.requireNonNull(endpoint.generators().stores().get("redis"));
    }

    private static Health health(BeanFactory context) {
        return Objects.requireNonNull(
                context.getBean(IdgenHealthIndicator.class).health());
    }

    private static void drawFrom(ApplicationContextRunner application) {
        application.run(
                context -> assertThat(context.getBean(IdService.class).nextId()).isNotNull());
    }

    /** It is the only finding. */
    private static void assertFinds(
            ApplicationContextRunner application, CapturedOutput output, String finding, String found) {
        assertFinds(application, output, finding, found, context -> {
            assertThat(context.getBean(IdService.class).nextId()).isNotNull();
            assertThat(health(context).getStatus()).isEqualTo(Status.UP);
        });
    }

    private static void assertFinds(
            ApplicationContextRunner application,
            CapturedOutput output,
            String name,
            String found,
            Consumer<BeanFactory> further) {
        RedisFinding finding = Objects.requireNonNull(RedisFinding.ALL.get(name));
        String text = found + ". " + finding.cost() + ". " + finding.remedy() + ".";
        application.run(context -> {
            assertThat(findings(context)).containsOnly(Map.entry(finding.name(), text));
            assertThat(health(context).getDetails())
                    .extractingByKey("store:redis", InstanceOfAssertFactories.MAP)
                    .containsOnly(Map.entry(finding.name(), text));
            further.accept(context);
        });
        assertThat(output.toString().lines().filter(line -> line.contains("idgen store check")))
                .singleElement()
                .asString()
                .endsWith("idgen store check, " + finding.name() + ": " + text);
    }

    /** Lettuce uses no pool, so that its size does not matter. */
    @ParameterizedTest
    @EnumSource
    void soundServerHasNoFindings(Driver driver, CapturedOutput output) {
        application(driver, alone)
                .withPropertyValues(COUNTING)
                .withPropertyValues("spring.data.redis.lettuce.pool.max-active=1")
                .run(context -> {
                    assertThat(findings(context)).isEmpty();
                    assertThat(health(context).getDetails()).doesNotContainKey("store:redis");
                });
        assertThat(output).doesNotContain("idgen store check");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            LETTUCE | maxmemory-policy=allkeys-lru | maxmemory-policy | 'maxmemory-policy' is 'allkeys-lru', and takes effect as soon as 'maxmemory' is set
            JEDIS   | maxmemory-policy=allkeys-lru | maxmemory-policy | 'maxmemory-policy' is 'allkeys-lru', and takes effect as soon as 'maxmemory' is set
            LETTUCE | appendonly=no;save=3600 1    | persistence      | 'appendonly' is 'no' and 'save' is '3600 1'; counted there: invoice, voucher
            LETTUCE | appendfsync=everysec         | appendfsync      | 'appendfsync' is 'everysec'; counted there: invoice, voucher
            """)
    void settingThatPutsIdsAtRisk(Driver driver, String settings, String finding, String found, CapturedOutput output) {
        for (String setting : settings.split(";", -1)) {
            on(alone, setting.split("=", 2)[0], setting.split("=", 2)[1]);
        }
        assertFinds(application(driver, alone).withPropertyValues(COUNTING), output, finding, "Redis: " + found);
    }

    /** Both would print INV-0001. */
    @ParameterizedTest
    @EnumSource
    void sameNamespaceInAnotherDatabase(Driver driver, CapturedOutput output) {
        String namespace = "idgen.namespace=two-" + driver;
        drawFrom(application(driver, alone).withPropertyValues(namespace));
        application(driver, alone)
                .withPropertyValues("idgen.namespace=other-" + driver, "spring.data.redis.database=2")
                .run(context -> assertThat(findings(context)).isEmpty());
        ApplicationContextRunner another =
                application(driver, alone).withPropertyValues(namespace, "spring.data.redis.database=2");
        assertFinds(
                another,
                output,
                "database",
                "Redis: this application uses database 2, and the namespace is in database 0, too",
                context -> {
                    // The application's own connections stay where they were.
                    String key = "of-" + driver;
                    context.getBean(StringRedisTemplate.class).opsForValue().set(key, "kept");
                    try (Jedis jedis = new Jedis(RedisServer.HOST, alone.port())) {
                        assertThat(jedis.exists(key)).isFalse();
                        jedis.select(2);
                        assertThat(jedis.get(key)).isEqualTo("kept");
                    }
                });
    }

    /** With the access that the page tells to grant. */
    @ParameterizedTest
    @EnumSource
    void otherDatabasesThatAreRefusedAreNoFinding(Driver driver, CapturedOutput output) {
        String namespace = "idgen.namespace=refused-" + driver;
        drawFrom(application(driver, alone).withPropertyValues(namespace, "spring.data.redis.database=2"));
        restricted(driver, "+ping").withPropertyValues(namespace).run(context -> {
            assertThat(findings(context)).isEmpty();
            assertThat(context.getBean(IdService.class).nextId()).isNotNull();
        });
        assertThat(output).doesNotContain("idgen store check");
    }

    @ParameterizedTest
    @EnumSource
    void replica(Driver driver, CapturedOutput output) {
        Wait.until("the replica is in sync", replica::isInSync);
        assertFinds(
                application(driver, replica),
                output,
                "replica",
                "Redis: this is a replica of 127.0.0.1:" + redis.port(),
                context -> assertThat(health(context).getStatus()).isEqualTo(Status.DOWN));
    }

    /** The clock is read after a delay, so by how much it is off has a range that no slow machine leaves. */
    @Test
    void clockThatIsOff(CapturedOutput output) {
        application(Driver.LETTUCE, alone, new ShiftedTime(Duration.ofHours(7)))
                .run(context -> assertThat(findings(context).get("clock"))
                        .matches("Redis: the clock is 2\\d{7} ms behind this machine's\\. .*"));
        assertThat(output).contains("WARN").contains("idgen store check, clock: ");
    }

    /** Unlike in lower case, the host is no name that always has the same address. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            jedis.pool.max-active=2 | pool | the connection pool has at most 2 connections
            host=LOCALHOST          | host | the JVM keeps the address of 'LOCALHOST' for 30 s
            """)
    void settingOfJedisThatPutsIdsAtRisk(String setting, String finding, String found, CapturedOutput output) {
        ApplicationContextRunner jedis =
                application(Driver.JEDIS, alone).withPropertyValues("spring.data.redis." + setting);
        assertFinds(jedis, output, finding, "Redis: " + found);
    }

    // What is refused

    private static ApplicationContextRunner restricted(Driver driver, String... rules) {
        alone.ask(jedis -> jedis.aclSetUser(DocumentedAccess.USER, "reset"));
        alone.ask(jedis ->
                jedis.aclSetUser(DocumentedAccess.USER, DocumentedAccess.rules().toArray(String[]::new)));
        alone.ask(jedis -> jedis.aclSetUser(DocumentedAccess.USER, rules));
        return application(driver, alone).withPropertyValues(DocumentedAccess.properties());
    }

    @ParameterizedTest
    @EnumSource
    void infoThatIsRefused(Driver driver, CapturedOutput output) {
        assertFinds(
                restricted(driver, "-info", "+ping").withPropertyValues("idgen.redis.accept-unseen-failovers=true"),
                output,
                "info",
                "Redis: 'INFO' is refused");
    }

    /** With the access that the page tells to grant. */
    @ParameterizedTest
    @EnumSource
    void configThatIsRefused(Driver driver, CapturedOutput output) {
        assertFinds(
                restricted(driver, "+ping").withPropertyValues(COUNTING),
                output,
                "config",
                "Redis: 'CONFIG GET' of 'appendfsync' is refused");
        assertThat(output).contains("INFO").doesNotContain(" WARN dev.idgen"); // others warn of their own
    }

    // Other connections

    /** A factory that is neither Lettuce's nor Jedis', as applications wrap them. */
    @Test
    void anyConnectionFactory(CapturedOutput output) {
        on(alone, "maxmemory-policy", "allkeys-lru");
        RedisConnectionFactory original = Driver.LETTUCE.connect(alone);
        RedisConnectionFactory wrapped = mock(RedisConnectionFactory.class, delegatesTo(original));
        assertFinds(
                application(Driver.LETTUCE, alone).withBean(RedisConnectionFactory.class, () -> wrapped),
                output,
                "maxmemory-policy",
                "Redis: 'maxmemory-policy' is 'allkeys-lru', and takes effect as soon as 'maxmemory' is set");
        Driver.LETTUCE.disconnect(original);
    }

    // Settings

    @Test
    void findingThatIsIgnored(CapturedOutput output) {
        on(alone, "maxmemory-policy", "allkeys-lru");
        on(alone, "appendonly", "no");
        application(Driver.LETTUCE, alone)
                .withPropertyValues(COUNTING)
                .withPropertyValues("idgen.store-check.ignore=maxmemory-policy")
                .run(context -> assertThat(findings(context)).containsOnlyKeys("persistence"));
        assertThat(output).containsOnlyOnce("idgen store check").doesNotContain("allkeys");
    }

    @Test
    void nameThatIsNoFinding() {
        application(Driver.LETTUCE, alone)
                .withPropertyValues("idgen.store-check.ignore=eviction")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(InvalidSettingException.class)
                        .hasMessageContaining(
                                "'idgen.store-check.ignore' has 'eviction', which is not the name of a finding")
                        .extracting(failure -> ((InvalidSettingException) failure).action())
                        .asString()
                        .contains("maxmemory-policy", "appendfsync"));
    }

    @Test
    void switchedOffNothingIsLookedAt(CapturedOutput output) {
        on(alone, "maxmemory-policy", "allkeys-lru");
        application(Driver.LETTUCE, alone)
                .withPropertyValues("idgen.store-check.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(StoreCheckRunner.class));
        assertThat(output).doesNotContain("idgen store check");
    }
}
