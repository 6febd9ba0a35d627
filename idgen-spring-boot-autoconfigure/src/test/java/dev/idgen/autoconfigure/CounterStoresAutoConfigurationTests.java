package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.idgen.CounterStore;
import dev.idgen.IdGenerator;
import dev.idgen.InvalidSettingException;
import dev.idgen.LongIdGenerator;
import dev.idgen.internal.monitor.MonitoredParts;
import dev.idgen.internal.store.jdbc.JdbcCounterStore;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import dev.idgen.localredis.RedisServer;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.data.mongodb.core.MongoOperations;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/** Which store counts, by what the application has and says. */
class CounterStoresAutoConfigurationTests {

    @AutoClose
    static final RedisServer redis = RedisServer.running();

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DataRedisAutoConfiguration.class,
                    IdgenAutoConfiguration.class,
                    IdgenDatabaseAutoConfiguration.class,
                    IdgenMongoAutoConfiguration.class,
                    IdgenGeneratorsAutoConfiguration.class))
            .withPropertyValues(
                    "idgen.generators.invoice.type=counter",
                    "idgen.generators.invoice.acquire-timeout=30s",
                    "idgen.counter.request-timeout=30s",
                    "idgen.namespace=" + UUID.randomUUID().toString().substring(0, 8),
                    "spring.data.redis.port=" + redis.port());
    private final ApplicationContextRunner withoutRedis = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    IdgenAutoConfiguration.class,
                    IdgenDatabaseAutoConfiguration.class,
                    IdgenMongoAutoConfiguration.class,
                    IdgenGeneratorsAutoConfiguration.class))
            .withPropertyValues(
                    "idgen.generators.invoice.type=counter",
                    "idgen.generators.invoice.acquire-timeout=30s",
                    "idgen.counter.request-timeout=30s");

    private static DataSource database() {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        return dataSource;
    }

    private static void countsFromOne(ApplicationContextRunner configured) {
        for (int start = 1; start <= 3; start += 2) {
            long first = start;
            configured.run(context -> {
                LongIdGenerator invoice = context.getBean("invoice", LongIdGenerator.class);
                assertThat(invoice.nextLongs(2)).containsExactly(first, first + 1);
            });
        }
    }

    @Test
    void redisCountsWhereItIs() {
        countsFromOne(runner.withBean(DataSource.class, CounterStoresAutoConfigurationTests::database));
    }

    @Test
    void databaseCountsWhereItIsAskedFor() {
        DataSource database = database();
        countsFromOne(runner.withBean(DataSource.class, () -> database)
                .withPropertyValues("idgen.generators.invoice.store=jdbc", "idgen.jdbc.initialize-schema=always"));
    }

    @Test
    void databaseCountsWhereThereIsNoRedis() {
        DataSource database = database();
        countsFromOne(withoutRedis
                .withBean(DataSource.class, () -> database)
                .withPropertyValues("idgen.jdbc.initialize-schema=always"));
    }

    @Test
    void databaseThatIsChosenCounts() {
        withoutRedis.withUserConfiguration(TwoDatabases.class).run(context -> assertCountsIn("ids", context));
        withoutRedis
                .withUserConfiguration(TwoDatabases.class)
                .withPropertyValues("idgen.jdbc.data-source=main")
                .run(context -> assertCountsIn("main", context));
    }

    static class TwoDatabases {

        @Bean
        DataSource main() {
            return database();
        }

        @Bean
        @IdgenDataSource
        DataSource ids() {
            return database();
        }
    }

    private static void assertCountsIn(String database, ApplicationContext context) {
        assertThat(context.getBean("invoice", LongIdGenerator.class).nextLongs(2))
                .containsExactly(1, 2);
        String sql = "select count(*) from information_schema.tables where table_name = 'IDGEN_COUNTER'";
        context.getBeansOfType(DataSource.class)
                .forEach((name, its) -> assertThat(new JdbcTemplate(its).queryForObject(sql, Integer.class))
                        .as(name)
                        .isEqualTo(name.equals(database) ? 1 : 0));
    }

    @Test
    void mongoCountsWhereThereIsNothingElse() {
        MongoServer server = new MongoServer(new MemoryBackend());
        try (MongoClient client = MongoClients.create(server.bindAndGetConnectionString())) {
            countsFromOne(withoutRedis.withBean(MongoOperations.class, () -> new MongoTemplate(client, "test")));
        } finally {
            server.shutdown();
        }
    }

    @Test
    void memoryCountsWhereItIsSetThoughThereIsADatabase() {
        withoutRedis
                .withPropertyValues("idgen.store=memory")
                .withBean(DataSource.class, CounterStoresAutoConfigurationTests::database)
                .run(context -> assertThat(
                                context.getBean("invoice", IdGenerator.class).next())
                        .isEqualTo(1L));
    }

    @Test
    void needsNoClassesOfStoresThatAreNotThere() {
        withoutRedis
                .withPropertyValues("idgen.store=memory")
                .withClassLoader(
                        new FilteredClassLoader("org.springframework.data", "io.lettuce", "com.mongodb", "org.h2"))
                .run(context ->
                        assertThat(context).hasNotFailed().hasBean("invoice").doesNotHaveBean(JdbcCounterStore.class));
    }

    @Test
    void databaseWithoutSpringJdbcDoesNotCount() {
        withoutRedis
                .withPropertyValues("idgen.store=memory")
                .withBean(DataSource.class, CounterStoresAutoConfigurationTests::database)
                .withClassLoader(new FilteredClassLoader(
                        "org.springframework.jdbc", "org.springframework.transaction", "org.springframework.dao"))
                .run(context ->
                        assertThat(context).hasNotFailed().hasBean("invoice").doesNotHaveBean(JdbcCounterStore.class));
    }

    @Test
    void storeThatIsNotThereIsNamed() {
        withoutRedis
                .withPropertyValues("idgen.generators.invoice.store=mongodb", "idgen.store=memory")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(InvalidSettingException.class)
                        .hasMessageContaining(
                                "'idgen.generators.invoice.store' is 'mongodb', which the application does not have"));
    }

    /** Forbids: counting in Redis for as long as it is not clear which database is meant, and beginning anew there then. */
    @Test
    void undecidedDatabaseIsNotPassedOverWhereItIsAskedFor() {
        runner.withUserConfiguration(Undecided.class)
                .withPropertyValues("idgen.store=jdbc")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(InvalidSettingException.class)
                        .hasMessageContaining("'jdbc', the default, cannot be used"));
    }

    static class Undecided {

        @Bean
        DataSource one() {
            return database();
        }

        @Bean
        DataSource other() {
            return database();
        }
    }

    /** An application's own, told from others by where it begins. */
    private static CounterStore own(long first) {
        CounterStore store = new InMemoryCounterStore();
        store.add("invoice", first - 1, 0);
        return store;
    }

    private static void assertFirst(long expected, ApplicationContext context) {
        assertThat(context.getBean("invoice", LongIdGenerator.class).nextLong()).isEqualTo(expected);
    }

    @Test
    void ownStoreCountsWhereItIsNamed() {
        withoutRedis
                .withBean("etcd", CounterStore.class, () -> own(100))
                .withBean("second-etcd", CounterStore.class, () -> own(200))
                .withBean(DataSource.class, CounterStoresAutoConfigurationTests::database)
                .withPropertyValues("idgen.generators.invoice.store=second-etcd")
                .run(context -> {
                    assertFirst(200, context);
                    assertThat(context.getBean(MonitoredParts.class).parts())
                            .containsOnlyKeys("invoice", "counters:second-etcd");
                    assertThat(context.getBean(UsedStores.class).names()).containsExactly("jdbc", "second-etcd");
                });
    }

    @Test
    void ownStoreCountsWhereThereIsNoOther() {
        withoutRedis.withBean("etcd", CounterStore.class, () -> own(100)).run(context -> assertFirst(100, context));
    }

    /** Forbids: that a bean which is added, or a data source, moves a counter to another store, where it begins anew. */
    @Test
    void ownStoreIsNeitherTakenNorPassedOverWhereThereAreOthers() {
        ApplicationContextRunner several = withoutRedis
                .withBean("etcd", CounterStore.class, () -> own(100))
                .withBean(DataSource.class, CounterStoresAutoConfigurationTests::database)
                .withPropertyValues("idgen.jdbc.initialize-schema=always");
        several.run(context -> assertThat(context.getStartupFailure())
                .rootCause()
                .isInstanceOf(InvalidSettingException.class)
                .hasMessage("'idgen.generators.invoice.store' is not set, and idgen can count in any of [jdbc, etcd]"));
        several.withPropertyValues("idgen.store=jdbc").run(context -> assertFirst(1, context));
        several.withPropertyValues("idgen.generators.invoice.store=JDBC").run(context -> assertFirst(1, context));
        several.withPropertyValues("idgen.generators.invoice.store=etcd").run(context -> assertFirst(100, context));
    }

    @Test
    void severalOwnStoresAreNotChosenFrom() {
        withoutRedis
                .withBean("etcd", CounterStore.class, () -> own(100))
                .withBean("consul", CounterStore.class, () -> own(200))
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(InvalidSettingException.class)
                        .hasMessageContaining("is not set, and idgen can count in any of [etcd, consul]"));
    }

    @Test
    void misspeltOwnStoreIsNamed() {
        withoutRedis
                .withBean("etcd", CounterStore.class, () -> own(100))
                .withPropertyValues("idgen.generators.invoice.store=etc")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOfSatisfying(InvalidSettingException.class, problem -> {
                            assertThat(problem)
                                    .hasMessage(
                                            "'idgen.generators.invoice.store' is 'etc', and there is no CounterStore"
                                                    + " bean of that name");
                            assertThat(problem.action())
                                    .isEqualTo(
                                            "Set 'idgen.generators.invoice.store' to one of redis, jdbc, mongodb, memory,"
                                                    + " or to the name of a CounterStore bean: [etcd]. Did you mean 'etcd'?");
                        }));
    }

    /** Forbids: a transactional counter that counts outside of the transaction, because a bean has the database's name. */
    @Test
    void ownStoreWithTheNameOfAnotherIsRefused() {
        withoutRedis
                .withBean("jdbc", CounterStore.class, () -> own(100))
                .withPropertyValues(
                        "idgen.generators.invoice.store=jdbc", "idgen.generators.invoice.transactional=true")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(InvalidSettingException.class)
                        .hasMessage(
                                "'idgen.generators.invoice.store' is 'jdbc', which names a store of idgen; the application's"
                                        + " CounterStore has the same name"));
    }

    @Test
    void ownStoreTakesNoPartInTransactions() {
        withoutRedis
                .withBean("etcd", CounterStore.class, () -> own(100))
                .withBean(DataSource.class, CounterStoresAutoConfigurationTests::database)
                .withPropertyValues(
                        "idgen.generators.invoice.store=etcd", "idgen.generators.invoice.transactional=true")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(InvalidSettingException.class)
                        .hasMessageContaining(
                                "is true, but the numbers are counted in 'etcd', which does not take part"));
    }

    @Test
    void nothingToCountInIsNamed() {
        withoutRedis.run(context -> assertThat(context.getStartupFailure())
                .rootCause()
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("'idgen.generators.invoice.store' is not set")
                .hasMessageContaining("neither Redis nor a database"));
    }
}
