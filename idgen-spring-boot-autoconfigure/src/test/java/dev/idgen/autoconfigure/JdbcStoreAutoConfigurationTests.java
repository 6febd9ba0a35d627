package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;

import com.zaxxer.hikari.HikariDataSource;
import dev.idgen.IdService;
import dev.idgen.LongIdGenerator;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.store.jdbc.JdbcCounterStore;
import dev.idgen.internal.store.jdbc.JdbcRegister;
import dev.idgen.internal.store.memory.InMemoryRegister;
import dev.idgen.internal.store.redis.RedisRegister;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceInitializationAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/** When leases are recorded in the database, and that nothing else is needed then. */
class JdbcStoreAutoConfigurationTests {

    private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    private final ApplicationContextRunner database = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DataSourceAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class,
                    IdgenAutoConfiguration.class,
                    IdgenDatabaseAutoConfiguration.class,
                    IdgenGeneratorsAutoConfiguration.class))
            .withPropertyValues(
                    "spring.datasource.url=" + url,
                    "idgen.sequence.acquire-timeout=30s",
                    "idgen.sequence.lease-ttl=1s");
    private final ApplicationContextRunner both =
            database.withConfiguration(AutoConfigurations.of(DataRedisAutoConfiguration.class));

    /** The starter brings Redis' libraries, so that there always is a connection factory. */
    @ParameterizedTest
    @ValueSource(strings = {"lettuce", "jedis"})
    void unreachableRedisBesideADatabaseIsToldHowToUseThat(String driver) {
        String advice = "; or set 'idgen.store' to 'jdbc' to take ids from the application's database";
        ApplicationContextRunner application = both.withPropertyValues(
                "spring.data.redis.port=1",
                "spring.data.redis.client-type=" + driver,
                "idgen.sequence.acquire-timeout=2s",
                "idgen.generators.invoice.type=counter");
        application.run(context -> {
            assertThatThrownBy(() -> context.getBean(IdService.class).nextId())
                    .hasMessageContaining("Redis cannot be reached at localhost:1: ")
                    .hasMessageContaining(advice);
            assertThatThrownBy(() ->
                            context.getBean("invoice", LongIdGenerator.class).nextLong())
                    .hasMessageContaining(advice);
        });
        application
                .withPropertyValues("idgen.store=redis")
                .run(context -> assertThatThrownBy(
                                () -> context.getBean(IdService.class).nextId())
                        .hasMessageContaining("Redis cannot be reached at localhost:1: ")
                        .hasMessageNotContaining("jdbc"));
    }

    @Test
    void databaseIsChosenWhereThereIsNoRedis() {
        database.withPropertyValues("idgen.generators.order.type=snowflake").run(context -> {
            assertThat(context.getBean(Register.class)).isInstanceOf(JdbcRegister.class);
            Set<String> ids = new HashSet<>();
            for (int i = 0; i < 1000; i++) {
                ids.add(context.getBean(IdService.class).nextId("ORDR"));
            }
            assertThat(ids).hasSize(1000);
            assertThat(context.getBean("order", LongIdGenerator.class).nextLong())
                    .isPositive();
        });
    }

    @Test
    void redisIsChosenWhereThereAreBoth() {
        both.run(context -> assertThat(context.getBean(Register.class)).isInstanceOf(RedisRegister.class));
    }

    @Test
    void databaseIsTakenWhereItIsAskedForAndCountsThereToo() {
        both.withPropertyValues("idgen.store=jdbc", "idgen.generators.invoice.type=counter")
                .run(context -> {
                    assertThat(context.getBean(Register.class)).isInstanceOf(JdbcRegister.class);
                    assertThat(context.getBean("invoice", LongIdGenerator.class).nextLong())
                            .isEqualTo(1);
                    assertThat(context.getBean(JdbcTemplate.class)
                                    .queryForObject("SELECT COUNT(*) FROM idgen_counter", Long.class))
                            .isEqualTo(1);
                });
    }

    @Test
    void ofSeveralDatabasesTheOneThatIsMarkedIsTaken() {
        database.withUserConfiguration(Marked.class).run(context -> {
            assertThat(context.getBean(IdService.class).nextId("ORDR")).contains("ORDR");
            assertThat(tables(context.getBean(JdbcTemplate.class))).isZero();
            assertThat(tables(new JdbcTemplate(context.getBean("ids", DataSource.class))))
                    .isPositive();
        });
    }

    @Test
    void databaseIsNotTakenInsteadOfOneOfSeveralRedis() {
        database.withBean("one", RedisConnectionFactory.class, () -> mock(RedisConnectionFactory.class))
                .withBean("other", RedisConnectionFactory.class, () -> mock(RedisConnectionFactory.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Register.class));
    }

    @Test
    void databaseIsTakenBesideARedisThatIsNoCandidate() {
        database.withUserConfiguration(Cache.class)
                .run(context -> assertThat(context.getBean(Register.class)).isInstanceOf(JdbcRegister.class));
    }

    static class Marked {

        @Bean(defaultCandidate = false)
        @IdgenDataSource
        DataSource ids() {
            return new SimpleDriverDataSource(
                    new org.h2.Driver(), "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        }
    }

    static class Cache {

        @Bean(defaultCandidate = false)
        RedisConnectionFactory cache() {
            return mock(RedisConnectionFactory.class);
        }
    }

    private static long tables(JdbcTemplate jdbc) {
        return jdbc.queryForObject(
                "SELECT COUNT(*) FROM information_schema.tables WHERE table_name LIKE 'IDGEN%'", Long.class);
    }

    @Test
    void memoryIsTakenWhereItIsAskedFor() {
        both.withPropertyValues("idgen.store=memory")
                .run(context -> assertThat(context.getBean(Register.class)).isInstanceOf(InMemoryRegister.class));
    }

    /** An application with Redis that never counts in its database has no table of ours in it, nor a connection. */
    @Test
    void databaseThatIsNotUsedIsLeftAlone() {
        both.run(context -> {
            assertThat(context).hasSingleBean(JdbcCounterStore.class);
            assertThat(context.getBean(JdbcTemplate.class)
                            .queryForObject(
                                    "SELECT COUNT(*) FROM information_schema.tables WHERE table_name LIKE 'IDGEN%'",
                                    Long.class))
                    .isZero();
        });
    }

    @Test
    void tablesAreTheApplicationsMatterWhereItSaysSo() {
        database.withPropertyValues("idgen.jdbc.initialize-schema=never", "idgen.sequence.acquire-timeout=0s")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(IdService.class))
                            .satisfies(
                                    ids -> org.assertj.core.api.Assertions.assertThatThrownBy(() -> ids.nextId("ORDR"))
                                            .hasStackTraceContaining("idgen.jdbc.initialize-schema"));
                });
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
