package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import dev.idgen.CounterStore;
import dev.idgen.InvalidSettingException;
import dev.idgen.LongIdGenerator;
import dev.idgen.internal.diagnostics.UsedStores;
import dev.idgen.internal.monitor.MonitoredParts;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import dev.idgen.jdbc.JdbcCounterStore;
import dev.idgen.localredis.RedisServer;
import javax.sql.DataSource;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.data.mongodb.core.MongoOperations;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.jdbc.core.JdbcTemplate;

/** Which store counts, by what the application has and configures; which database, see {@link StoreConnectionTests}. */
class CounterStoresAutoConfigurationTests {

    @AutoClose
    static final RedisServer redis = RedisServer.running();

    private final ApplicationContextRunner alone = TypicalApplication.withoutStore()
            .withConfiguration(
                    AutoConfigurations.of(IdgenDatabaseAutoConfiguration.class, IdgenMongoAutoConfiguration.class))
            .withPropertyValues(TypicalProperties.patient("invoice"))
            .withPropertyValues("idgen.generators.invoice.type=counter", "idgen.jdbc.initialize-schema=always");
    private final ApplicationContextRunner withDatabase =
            alone.withBean(DataSource.class, TypicalApplication::database);
    private final ApplicationContextRunner withRedis = alone.withConfiguration(
                    AutoConfigurations.of(DataRedisAutoConfiguration.class))
            .withPropertyValues("spring.data.redis.port=" + redis.port());

    /** The second application goes on where the first one ended, in the same store. */
    private static void assertCountsFromOne(ApplicationContextRunner configured) {
        configured.run(context -> assertFirst(1, context));
        configured.run(context -> assertFirst(2, context));
    }

    private static void assertFirst(long expected, ApplicationContext context) {
        assertThat(context.getBean("invoice", LongIdGenerator.class).nextLong()).isEqualTo(expected);
    }

    @Test
    void redisCountsUnlessTheDatabaseIsConfigured() {
        DataSource database = TypicalApplication.database();
        ApplicationContextRunner both = withRedis.withBean(DataSource.class, () -> database);
        assertCountsFromOne(both);
        both.withPropertyValues("idgen.namespace=another", "idgen.generators.invoice.store=jdbc")
                .run(context -> assertFirst(1, context));
        String count = "select count(*) from idgen_counter";
        assertThat(new JdbcTemplate(database).queryForObject(count, Integer.class))
                .isEqualTo(1);
    }

    @Test
    void onlyStoreOfTheApplicationCounts() {
        DataSource database = TypicalApplication.database();
        assertCountsFromOne(alone.withBean(DataSource.class, () -> database));
        MongoServer server = new MongoServer(new MemoryBackend());
        try (MongoClient client = MongoClients.create(server.bindAndGetConnectionString())) {
            assertCountsFromOne(alone.withBean(MongoOperations.class, () -> new MongoTemplate(client, "test")));
        } finally {
            server.shutdown();
        }
        alone.withBean("etcd", CounterStore.class, () -> own(100)).run(context -> assertFirst(100, context));
    }

    @Test
    void memoryCountsWithoutOtherStoresOrTheirLibraries() {
        withDatabase.withPropertyValues("idgen.store=memory").run(context -> assertFirst(1, context));
        withDatabase
                .withPropertyValues("idgen.store=memory")
                .withClassLoader(new FilteredClassLoader(
                        "org.springframework.jdbc", "org.springframework.transaction", "org.springframework.dao"))
                .run(context -> assertThat(context).hasBean("invoice").doesNotHaveBean(JdbcCounterStore.class));
        alone.withPropertyValues("idgen.store=memory")
                .withClassLoader(
                        new FilteredClassLoader("org.springframework.data", "io.lettuce", "com.mongodb", "org.h2"))
                .run(context -> assertThat(context).hasBean("invoice").doesNotHaveBean(JdbcCounterStore.class));
    }

    /** The application's own store, recognized by its first number. */
    private static CounterStore own(long first) {
        CounterStore store = new InMemoryCounterStore();
        store.add("invoice", first - 1, 0, first);
        return store;
    }

    @Test
    void ownStoreCountsIfItIsNamed() {
        withDatabase
                .withBean("etcd", CounterStore.class, () -> own(100))
                .withBean("second-etcd", CounterStore.class, () -> own(200))
                .withPropertyValues("idgen.generators.invoice.store=second-etcd")
                .run(context -> {
                    assertFirst(200, context);
                    assertThat(context.getBean(MonitoredParts.class).parts())
                            .containsOnlyKeys("invoice", "counters:second-etcd");
                    UsedStores used = context.getBean(UsedStores.class);
                    assertThat(used.useOf("second-etcd").counters()).containsExactly("invoice");
                    assertThat(used.useOf("jdbc").isAny()).isTrue();
                    assertThat(used.useOf("etcd").isAny()).isFalse();
                });
    }

    /**
     * Forbids: that a bean which is added, or a data source, moves a counter to another store, where it begins anew.
     */
    @Test
    void severalStoresNeedAChoice() {
        ApplicationContextRunner several = withDatabase.withBean("etcd", CounterStore.class, () -> own(100));
        assertRefused(
                several, "'idgen.generators.invoice.store' is not set, and idgen can count in any of [jdbc, etcd]");
        several.withPropertyValues("idgen.store=jdbc").run(context -> assertFirst(1, context));
        several.withPropertyValues("idgen.generators.invoice.store=JDBC").run(context -> assertFirst(1, context));
        several.withPropertyValues("idgen.generators.invoice.store=etcd").run(context -> assertFirst(100, context));
    }

    @Test
    void choiceThatCannotBeIsRefused() {
        ApplicationContextRunner etcd = alone.withBean("etcd", CounterStore.class, () -> own(100));
        assertRefused(alone, "'idgen.generators.invoice.store' is not set, and there is neither Redis nor a database");
        assertRefused(
                etcd.withBean("consul", CounterStore.class, () -> own(200)),
                "is not set, and idgen can count in any of [etcd, consul]");
        assertRefused(
                etcd.withPropertyValues("idgen.generators.invoice.store=etc"),
                "'idgen.generators.invoice.store' is 'etc', and there is no CounterStore bean of that name. Set"
                        + " 'idgen.generators.invoice.store' to one of redis, jdbc, mongodb, memory,"
                        + " or to the name of a CounterStore bean: [etcd]. Did you mean 'etcd'?");
        assertRefused(
                withDatabase
                        .withBean("etcd", CounterStore.class, () -> own(100))
                        .withPropertyValues(
                                "idgen.generators.invoice.store=etcd", "idgen.generators.invoice.transactional=true"),
                "is true, but the numbers are counted in 'etcd', which does not take part");
    }

    /**
     * Forbids: a transactional counter that counts outside of the transaction, because a bean has the database's name.
     */
    @Test
    void ownStoreWithTheNameOfAnotherIsRefused() {
        assertRefused(
                alone.withBean("jdbc", CounterStore.class, () -> own(100))
                        .withPropertyValues(
                                "idgen.generators.invoice.store=jdbc", "idgen.generators.invoice.transactional=true"),
                "'idgen.generators.invoice.store' is 'jdbc', which names a store of idgen; the application's"
                        + " CounterStore has the same name");
    }

    /** Forbids: counting in Redis while it is undecided which database is meant, and beginning anew there later. */
    @Test
    void undecidedDatabaseIsRefusedIfItIsConfigured() {
        assertRefused(
                withRedis
                        .withBean("one", DataSource.class, TypicalApplication::database)
                        .withBean("other", DataSource.class, TypicalApplication::database)
                        .withPropertyValues("idgen.store=jdbc"),
                "'jdbc', the default, cannot be used");
    }

    private static void assertRefused(ApplicationContextRunner configured, String message) {
        configured.run(context -> assertThat(context)
                .getFailure()
                .rootCause()
                .isInstanceOfSatisfying(
                        InvalidSettingException.class,
                        refusal -> assertThat(refusal.getMessage() + ". " + refusal.action())
                                .contains(message)));
    }
}
