package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.mockito.Mockito.mock;

import com.zaxxer.hikari.HikariDataSource;
import dev.idgen.IdService;
import dev.idgen.LeaseStore;
import dev.idgen.LongIdGenerator;
import dev.idgen.internal.store.memory.InMemoryLeaseStore;
import dev.idgen.jdbc.JdbcCounterStore;
import dev.idgen.jdbc.JdbcLeaseStore;
import dev.idgen.localredis.Wait;
import dev.idgen.redis.RedisLeaseStore;
import dev.idgen.redis.ScriptRunner;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/** When leases are recorded in the database, which needs nothing else then. */
class JdbcStoreAutoConfigurationTests {

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    private final ApplicationContextRunner database = TypicalApplication.withoutStore()
            .withConfiguration(AutoConfigurations.of(
                    DataSourceAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class,
                    IdgenDatabaseAutoConfiguration.class))
            .withPropertyValues(
                    "spring.datasource.url=" + url, "idgen.sequence.lease-ttl=1s") // a new namespace is new sooner
            .withPropertyValues(TypicalProperties.patient());
    private final ApplicationContextRunner both =
            database.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class));

    private static long tables(JdbcTemplate jdbc) {
        String sql = "SELECT COUNT(*) FROM information_schema.tables WHERE table_name LIKE 'IDGEN%'";
        return jdbc.queryForObject(sql, Long.class);
    }

    /** The starter brings the libraries of Redis, so that there always is a connection factory. */
    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void unreachableRedisBesideADatabaseIsReportedWithTheWayToUseThat(String driver) {
        String advice =
                "; or, if Redis has never issued an id here, set 'idgen.store' to 'jdbc' to take ids from the application's database";
        ApplicationContextRunner application = both.withPropertyValues(
                "spring.data.redis.port=1",
                "spring.data.redis.client-type=" + driver,
                "idgen.sequence.acquire-timeout=0",
                "idgen.generators.invoice.type=counter");
        application.run(context -> {
            LongIdGenerator invoice = context.getBean("invoice", LongIdGenerator.class);
            awaitFailure(context.getBean(IdService.class)::nextId, "Redis cannot be reached at localhost:1: ", advice);
            awaitFailure(invoice::nextLong, advice);
        });
        application.withPropertyValues("idgen.store=redis").run(context -> {
            IdService ids = context.getBean(IdService.class);
            awaitFailure(ids::nextId, "Redis cannot be reached at localhost:1: ");
            assertThatThrownBy(ids::nextId).hasMessageNotContaining("jdbc");
        });
    }

    /** A call that does not wait may fail before the store has. */
    private static void awaitFailure(ThrowingCallable call, String... texts) {
        Wait.until("a failure that says " + List.of(texts), () -> {
            Throwable failure = catchThrowable(call);
            return failure != null && Stream.of(texts).allMatch(String.valueOf(failure.getMessage())::contains);
        });
    }

    @Test
    void databaseIsChosenIfThereIsNoRedis() {
        database.withPropertyValues(
                        "idgen.generators.order.type=snowflake", "idgen.generators.order.acquire-timeout=30s")
                .run(context -> {
                    assertThat(context.getBean(LeaseStore.class)).isInstanceOf(JdbcLeaseStore.class);
                    assertThat(context.getBean(IdService.class).nextIds("ORDR", 1000))
                            .doesNotHaveDuplicates();
                    assertThat(context.getBean("order", LongIdGenerator.class).nextLong())
                            .isPositive();
                });
    }

    /** Beside Redis the database gets no table unless it is used. */
    @Test
    void redisIsChosenBesideADatabaseUnlessAnotherStoreIsConfigured() {
        both.run(context -> {
            assertThat(context.getBean(LeaseStore.class)).isInstanceOf(RedisLeaseStore.class);
            assertThat(context).hasSingleBean(JdbcCounterStore.class);
            assertThat(tables(context.getBean(JdbcTemplate.class))).isZero();
        });
        both.withPropertyValues("idgen.store=memory")
                .run(context -> assertThat(context.getBean(LeaseStore.class)).isInstanceOf(InMemoryLeaseStore.class));
    }

    @Test
    void starterForDatabasesChoosesTheDatabaseUnlessThePropertyDecides() throws Exception {
        ApplicationContextRunner starter = both.withClassLoader(starters("starter-jdbc"));
        starter.run(context -> {
            assertThat(context.getBean(LeaseStore.class)).isInstanceOf(JdbcLeaseStore.class);
            assertThat(context).doesNotHaveBean(ScriptRunner.class);
        });
        starter.withPropertyValues("idgen.store=redis")
                .run(context -> assertThat(context.getBean(LeaseStore.class)).isInstanceOf(RedisLeaseStore.class));
    }

    @Test
    void bothStartersUseRedisIfItIsThere() throws Exception {
        ClassLoader loader = starters("starter", "starter-jdbc");
        both.withClassLoader(loader)
                .run(context -> assertThat(context.getBean(LeaseStore.class)).isInstanceOf(RedisLeaseStore.class));
        database.withClassLoader(loader)
                .run(context -> assertThat(context.getBean(LeaseStore.class)).isInstanceOf(JdbcLeaseStore.class));
    }

    private static ClassLoader starters(String... names) throws MalformedURLException {
        URL[] jars = new URL[names.length];
        for (int i = 0; i < names.length; i++) {
            jars[i] = Path.of("..", "idgen-spring-boot-" + names[i], "src", "main", "resources")
                    .toUri()
                    .toURL();
        }
        return new URLClassLoader(jars, JdbcStoreAutoConfigurationTests.class.getClassLoader());
    }

    @Test
    void databaseIsNotChosenBesideUndecidedRedisUnlessThatIsNoCandidate() {
        database.withBean("one", RedisConnectionFactory.class, () -> mock(RedisConnectionFactory.class))
                .withBean("other", RedisConnectionFactory.class, () -> mock(RedisConnectionFactory.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(LeaseStore.class));
        database.withBean(
                        "cache",
                        RedisConnectionFactory.class,
                        () -> mock(RedisConnectionFactory.class),
                        definition -> ((AbstractBeanDefinition) definition).setDefaultCandidate(false))
                .run(context -> assertThat(context.getBean(LeaseStore.class)).isInstanceOf(JdbcLeaseStore.class));
    }

    @Test
    void missingTablesAreReportedWithTheProperty() {
        database.withPropertyValues("idgen.jdbc.initialize-schema=never", "idgen.sequence.acquire-timeout=0s")
                .run(context -> assertThatThrownBy(
                                () -> context.getBean(IdService.class).nextId("ORDR"))
                        .hasStackTraceContaining("idgen.jdbc.initialize-schema"));
    }

    @Test
    void scriptsOfTheApplicationRunBefore() {
        database.withConfiguration(AutoConfigurations.of(DataSourceInitializationAutoConfiguration.class))
                .withPropertyValues(
                        "idgen.jdbc.initialize-schema=never",
                        "spring.sql.init.schema-locations=classpath:dev/idgen/jdbc/schema.sql")
                .run(context -> assertThat(context.getBean(IdService.class).nextId("ORDR"))
                        .contains("ORDR"));
    }

    @Test
    void applicationWithoutHikariUsesItsOwnDataSource() {
        database.withBean(DataSource.class, () -> new SimpleDriverDataSource(new org.h2.Driver(), url))
                .withClassLoader(new FilteredClassLoader(HikariDataSource.class))
                .run(context -> assertThat(context.getBean(IdService.class).nextId("ORDR"))
                        .contains("ORDR"));
    }
}
