package dev.idgen.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.idgen.CounterUnavailableException;
import dev.idgen.CounterUnavailableException.Reason;
import dev.idgen.CounterWentBackException;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.store.KeyedSequences;
import dev.idgen.store.NumberSequence;
import dev.idgen.store.Progression;
import dev.idgen.store.TransactionalStore.Counting;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.DatabasePopulatorUtils;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.transaction.support.TransactionTemplate;

/** A {@code DataSource} that chooses the tenant's database by the thread, with databases that have idgen's tables. */
class TenantRoutingIntegrationTests {

    private static final String NAME = "invoice";

    private final ThreadLocal<String> tenant = new ThreadLocal<>();
    private final Map<Object, Object> databases = Stream.of("t1", "t2", "t3")
            .collect(Collectors.toMap(
                    name -> name,
                    name -> new DriverManagerDataSource(
                            "jdbc:h2:mem:" + name + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1")));
    private final AbstractRoutingDataSource routing = new AbstractRoutingDataSource() {
        @Override
        protected Object determineCurrentLookupKey() {
            return tenant.get();
        }
    };
    private final TransactionTemplate transaction;
    private final JdbcDatabase database;
    private final KeyedSequences keys;

    TenantRoutingIntegrationTests() {
        routing.setTargetDataSources(databases);
        routing.setDefaultTargetDataSource(databases.get("t1"));
        routing.afterPropertiesSet();
        transaction = new TransactionTemplate(new DataSourceTransactionManager(routing));
        database = new JdbcDatabase(routing, SchemaInitialization.EMBEDDED, TimeSource.system());
        createTables("t2");
        keys = new JdbcCounterStore(database, "tenants", Duration.ofDays(7))
                .inTransaction(new Counting(NAME, Duration.ofSeconds(5), 0, new Progression(1, 1, Long.MAX_VALUE)));
    }

    private void createTables(String of) {
        DatabasePopulatorUtils.execute(
                new ResourceDatabasePopulator(new ClassPathResource("dev/idgen/jdbc/schema.sql")), target(of));
    }

    private DriverManagerDataSource target(String of) {
        return (DriverManagerDataSource) Objects.requireNonNull(databases.get(of));
    }

    @AfterEach
    void close() {
        database.close();
    }

    private long[] next(String as, int count, boolean commits) {
        tenant.set(as);
        return Objects.requireNonNull(transaction.execute(status -> {
            if (!commits) {
                status.setRollbackOnly();
            }
            return keys.of(NAME, Long.MAX_VALUE).next(count);
        }));
    }

    /** Forbids: a tenant whose every call is told to repeat, and one that is told of lost data as another has more. */
    @Test
    void eachTenantsDatabaseCountsByItself() {
        assertThat(next("t1", 3, true)).containsExactly(1, 2, 3);
        assertThat(next("t2", 2, false)).containsExactly(1, 2);
        assertThat(next("t2", 2, true)).containsExactly(1, 2);
        assertThat(next("t1", 1, true)).containsExactly(4);
        assertThat(next("t2", 9, true)).endsWith(11);
        assertThat(next("t2", 1, true)).containsExactly(12);
        assertThat(next("t1", 1, true)).containsExactly(5);
        assertThat(keys.tally().issued()).isEqualTo(17);
        new JdbcTemplate(target("t2")).update("UPDATE idgen_counter SET last_number = 3");
        assertThatExceptionOfType(CounterWentBackException.class).isThrownBy(() -> next("t2", 1, true));
        assertThat(next("t1", 1, true)).containsExactly(6);
    }

    @Test
    void requestOfATenantHasItsNumberInTheTenantsDatabase() {
        for (String as : new String[] {"t1", "t2", "t1", "t2"}) {
            tenant.set(as);
            NumberSequence counter = keys.of(NAME, Long.MAX_VALUE);
            assertThat(transaction.<String>execute(
                            status -> counter.nextForRequest(NAME, "order", number -> as + number)
                                    .orElseThrow()))
                    .isEqualTo(as + 1);
        }
    }

    @Test
    void tenantsDatabaseWithoutTablesIsNamedAsTheReason() {
        next("t1", 1, true);
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatExceptionOfType(CounterUnavailableException.class)
                    .isThrownBy(() -> next("t3", 1, true))
                    .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.FAILED))
                    .withMessageContaining("does not see all tables of idgen")
                    .withMessageContaining("create them in each database");
        }
        createTables("t3");
        assertThat(next("t3", 1, true)).containsExactly(1);
    }
}
