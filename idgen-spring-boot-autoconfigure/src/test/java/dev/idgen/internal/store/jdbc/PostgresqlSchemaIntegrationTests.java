package dev.idgen.internal.store.jdbc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.idgen.CounterUnavailableException;
import dev.idgen.Monotonicity;
import dev.idgen.internal.counted.CountedScheme;
import dev.idgen.internal.counted.CounterSettings;
import dev.idgen.internal.counted.NumberForm;
import dev.idgen.internal.counted.NumberSequence;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.store.jdbc.JdbcDatabase.Creation;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.transaction.support.TransactionTemplate;

/** What is said of a schema, of rights and of pools that do not let idgen count. */
class PostgresqlSchemaIntegrationTests {

    private static final String SCHEMA = "clerks";
    private static final String USER = "clerk";

    private HikariDataSource administrator;
    private HikariDataSource pool;
    private JdbcDatabase database;

    @BeforeEach
    void makeSchemaAndUser() {
        administrator = pool(config -> {});
        removeSchemaAndUser();
        sql("CREATE SCHEMA " + SCHEMA);
        sql("CREATE USER " + USER + " PASSWORD '" + USER + "'");
        sql("GRANT USAGE ON SCHEMA " + SCHEMA + " TO " + USER);
    }

    @AfterEach
    void end() {
        database.close();
        pool.close();
        removeSchemaAndUser();
        administrator.close();
    }

    private void removeSchemaAndUser() {
        sql("DROP SCHEMA IF EXISTS " + SCHEMA + " CASCADE");
        sql("DROP USER IF EXISTS " + USER);
    }

    private static HikariDataSource pool(Consumer<HikariDataSource> settings) {
        Database running = TestDatabase.POSTGRESQL.running();
        return running.pool(running.port(), settings);
    }

    private void sql(String statement) {
        new JdbcTemplate(administrator).execute(statement);
    }

    /** With its rights on all of them. */
    private void makeTables(String rights) {
        try (HikariDataSource there = pool(config -> config.setSchema(SCHEMA))) {
            new ResourceDatabasePopulator(new ClassPathResource(TestDatabase.POSTGRESQL.schema())).execute(there);
        }
        sql("GRANT " + rights + " ON ALL TABLES IN SCHEMA " + SCHEMA + " TO " + USER);
    }

    private JdbcCounterStore store(Consumer<HikariDataSource> settings) {
        pool = pool(config -> {
            config.setUsername(USER);
            config.setPassword(USER);
            config.setSchema(SCHEMA);
            config.setMaximumPoolSize(1);
            settings.accept(config);
        });
        database = new JdbcDatabase(pool, Creation.NEVER, TimeSource.system());
        return new JdbcCounterStore(database, "schema");
    }

    private static void add(JdbcCounterStore store) {
        store.add("invoice", 1, 0).toCompletableFuture().join();
    }

    /** Without rights there are no tables. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ``                     | clerks  |                                        | the database has no table idgen_counter in schema 'clerks': create | relation "idgen_counter" does not exist
            ``                     | nowhere |                                        | no table idgen_counter, because its schema does not exist, or idgen's user may not use it | relation "idgen_counter" does not exist
            SELECT                 | clerks  |                                        | idgen's user lacks a right: it needs SELECT, INSERT and UPDATE on idgen's tables | permission denied for table idgen_counter
            INSERT                 | clerks  |                                        | idgen's user lacks a right | permission denied for table idgen_counter
            SELECT, INSERT, UPDATE | clerks  | SET default_transaction_read_only = on | idgen's connection is read-only | in a read-only transaction
            """)
    void addWhenTheSchemaOrARightIsMissingNamesIt(
            String rights, String schema, String setting, String message, String cause) {
        if (!rights.isEmpty()) {
            makeTables(rights);
        }
        JdbcCounterStore store = store(config -> {
            config.setSchema(schema);
            config.setConnectionInitSql(setting);
        });
        assertThatThrownBy(() -> add(store))
                .hasMessageContaining(message)
                .hasMessageNotContaining("bad SQL grammar")
                .rootCause()
                .hasMessageContaining(cause);
    }

    /** PostgreSQL rolls a schema back that was set in a transaction, and HikariCP sets it in the first one. */
    @Test
    void nextWhenThePoolLostItsSchemaNamesTheRemedy() {
        makeTables("SELECT, INSERT, UPDATE");
        sql("ALTER USER " + USER + " SET search_path = nowhere"); // other tests leave tables in the default one
        JdbcCounterStore store = store(config -> config.setAutoCommit(false));
        NumberSequence counter = store.inTransaction(
                        new CounterSettings(Duration.ofSeconds(30), 0),
                        Region.ALL,
                        new CountedScheme(
                                "invoice", "counter", Monotonicity.FULL, new NumberForm.Linear("invoice", 1, 1, 9)))
                .of("invoice");
        TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(pool));
        transaction.executeWithoutResult(status -> {
            counter.next();
            status.setRollbackOnly();
        });
        assertThatThrownBy(() -> transaction.execute(status -> counter.next()))
                .isInstanceOf(CounterUnavailableException.class)
                .hasMessageContaining("the connection of this transaction has no table idgen_counter in its schema")
                .hasMessageContaining("set the schema in the URL, with 'currentSchema'");
    }
}
