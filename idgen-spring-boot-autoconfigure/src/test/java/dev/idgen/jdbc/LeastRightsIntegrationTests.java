package dev.idgen.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.idgen.CounterUnavailableException;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.Monotonicity;
import dev.idgen.TransactionalIds;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenDatabaseAutoConfiguration;
import dev.idgen.autoconfigure.IdgenGeneratorsAutoConfiguration;
import dev.idgen.internal.counter.CounterScheme;
import dev.idgen.internal.counter.CounterSettings;
import dev.idgen.internal.counter.CountingNumbers;
import dev.idgen.internal.counter.NumberMapping;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.store.NumberSequence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The rights that {@code docs/databases.md} has a database grant are enough, and what idgen says where they, a table or
 * a schema lack.
 */
class LeastRightsIntegrationTests {

    private static final String USER = "idgen";
    private static final String PASSWORD = "word-for-idgen";
    private static final Pattern BLOCK = Pattern.compile("```text\n(CREATE USER .*?)```", Pattern.DOTALL);

    private HikariDataSource administrator;

    @AfterEach
    void end() {
        if (administrator != null) {
            dropAll();
            administrator.close();
        }
    }

    /** The statements of the page, in its order. */
    private static List<String> documented(TestDatabase database) {
        try {
            List<String> blocks = BLOCK.matcher(Files.readString(Path.of("..", "docs", "databases.md")))
                    .results()
                    .map(block -> block.group(1).replace("<password>", PASSWORD))
                    .toList();
            int block = switch (database) {
                case POSTGRESQL, PGBOUNCER -> 0;
                case MARIADB, MYSQL -> 1;
                case H2 -> 2;
            };
            return Stream.of(blocks.get(block).strip().split(";\\s*", -1))
                    .filter(statement -> !statement.isEmpty())
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** A schema {@code ids} with the tables, where idgen does not create them itself, and the user. */
    private HikariDataSource poolOf(TestDatabase database, List<String> statements) {
        Database running = database.running();
        administrator = running.pool(running.port(), settings -> {});
        dropAll();
        if (database != TestDatabase.H2) {
            sql("CREATE SCHEMA ids");
            try (HikariDataSource tables = running.pool(running.port(), settings -> inIds(database, settings))) {
                new ResourceDatabasePopulator(new ClassPathResource(database.schema())).execute(tables);
            }
        }
        statements.forEach(this::sql);
        return running.pool(running.port(), settings -> {
            inIds(database, settings);
            settings.setUsername(USER);
            settings.setPassword(PASSWORD);
        });
    }

    private static void inIds(TestDatabase database, HikariDataSource pool) {
        if (database.isMysql()) {
            pool.setJdbcUrl(pool.getJdbcUrl().replaceFirst("(?<=\\d/)\\w+", "ids"));
        } else {
            // Only an administrator may say how long an H2 database stays open.
            pool.setJdbcUrl(pool.getJdbcUrl().replace(";DB_CLOSE_DELAY=-1", ""));
            pool.setSchema(database == TestDatabase.H2 ? "IDS" : "ids");
        }
    }

    private void dropAll() {
        sql("DROP SCHEMA IF EXISTS ids"
                + (administrator.getJdbcUrl().matches("jdbc:(mysql|mariadb):.*") ? "" : " CASCADE"));
        sql("DROP USER IF EXISTS " + USER);
    }

    private void sql(String statement) {
        new JdbcTemplate(administrator).execute(statement);
    }

    private static void drawOfEachKind(HikariDataSource pool) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        TransactionAutoConfiguration.class,
                        IdgenAutoConfiguration.class,
                        IdgenDatabaseAutoConfiguration.class,
                        IdgenGeneratorsAutoConfiguration.class))
                .withBean(DataSource.class, () -> pool)
                .withBean(PlatformTransactionManager.class, () -> new DataSourceTransactionManager(pool))
                .withPropertyValues(
                        "idgen.store=jdbc",
                        "idgen.sequence.acquire-timeout=30s",
                        "idgen.generators.tall.type=snowflake",
                        "idgen.generators.tall.acquire-timeout=30s",
                        "idgen.generators.rows.type=counter",
                        "idgen.generators.rows.acquire-timeout=30s",
                        "idgen.generators.runs.type=segment",
                        "idgen.generators.runs.segment.give-back=true",
                        "idgen.generators.runs.acquire-timeout=30s",
                        "idgen.generators.invoice.type=counter",
                        "idgen.generators.invoice.transactional=true",
                        "idgen.generators.invoice.acquire-timeout=30s")
                .run(LeastRightsIntegrationTests::drawOfEachKind);
    }

    private static void drawOfEachKind(ApplicationContext context) {
        context.getBean(IdService.class).nextIds("ORDR", 1000);
        IdGenerators generators = context.getBean(IdGenerators.class);
        for (String name : List.of("tall", "rows", "runs")) {
            assertThat(generators.getLong(name).nextLong()).isPositive();
        }
        TransactionalIds<Long> invoice = (TransactionalIds<Long>) generators.get("invoice", Long.class);
        TransactionTemplate transaction = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        assertThat(transaction.<Long>execute(status -> invoice.next())).isPositive();
        assertThat(transaction.<Long>execute(status -> invoice.nextForRequest("a")))
                .isPositive();
        invoice.raiseTo(1000);
        assertThat(transaction.<Long>execute(status -> invoice.next())).isGreaterThan(1000);
    }

    @ParameterizedTest
    @EnumSource(value = TestDatabase.class, mode = EnumSource.Mode.EXCLUDE, names = "PGBOUNCER") // takes no schema
    void documentedRightsAreEnough(TestDatabase database) {
        try (HikariDataSource pool = poolOf(database, documented(database))) {
            drawOfEachKind(pool);
        }
    }

    /** The tables are in the schema {@code ids}; a statement drops one. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            DROP TABLE ids.idgen_counter            | ids     |                                        | the database has no table idgen_counter in schema 'ids': create | relation "idgen_counter" does not exist
            SELECT 1                                | nowhere |                                        | no table idgen_counter, because its schema does not exist, or idgen's user may not use it | relation "idgen_counter" does not exist
            GRANT SELECT                            | ids     |                                        | idgen's user lacks a right: it needs SELECT, INSERT and UPDATE on idgen's tables | permission denied for table idgen_counter
            GRANT INSERT                            | ids     |                                        | idgen's user lacks a right | permission denied for table idgen_counter
            GRANT SELECT, INSERT, UPDATE            | ids     | SET default_transaction_read_only = on | idgen's connection is read-only | in a read-only transaction
            """)
    void addWhenTheSchemaOrARightIsMissingNamesIt(
            String statement, String schema, String setting, String message, String cause) {
        try (HikariDataSource pool = poolOf(TestDatabase.POSTGRESQL, userAnd(statement))) {
            pool.setSchema(schema);
            pool.setConnectionInitSql(setting);
            try (JdbcDatabase database = new JdbcDatabase(pool, SchemaInitialization.NEVER, TimeSource.system())) {
                CompletableFuture<Long> added = new JdbcCounterStore(database, "schema", Duration.ofDays(7))
                        .add("invoice", 1, 0, 9)
                        .toCompletableFuture();
                assertThatThrownBy(added::join)
                        .hasMessageContaining(message)
                        .hasMessageNotContaining("bad SQL grammar")
                        .rootCause()
                        .hasMessageContaining(cause);
            }
        }
    }

    private static List<String> userAnd(String statement) {
        String onAll = statement.startsWith("GRANT") ? " ON ALL TABLES IN SCHEMA ids TO " + USER : "";
        return List.of(
                "CREATE USER " + USER + " PASSWORD '" + PASSWORD + "'",
                "GRANT USAGE ON SCHEMA ids TO " + USER,
                statement + onAll,
                "ALTER USER " + USER + " SET search_path = nowhere"); // other tests leave tables in the default one
    }

    /** PostgreSQL rolls a schema back that was set in a transaction, and HikariCP sets it in the first one. */
    @Test
    void nextWhenThePoolLostItsSchemaNamesTheRemedy() {
        try (HikariDataSource pool = poolOf(TestDatabase.POSTGRESQL, userAnd("GRANT SELECT, INSERT, UPDATE"))) {
            pool.setAutoCommit(false);
            pool.setMaximumPoolSize(1);
            try (JdbcDatabase database = new JdbcDatabase(pool, SchemaInitialization.NEVER, TimeSource.system())) {
                CounterSettings patient = new CounterSettings(Duration.ofSeconds(30), 0);
                NumberMapping numbers = new NumberMapping.Linear(CountingNumbers.upTo(9), Region.ALL);
                NumberSequence counter = new JdbcCounterStore(database, "schema", Duration.ofDays(7))
                        .inTransaction(
                                new CounterScheme("invoice", "counter", Monotonicity.FULL, numbers).counting(patient))
                        .of("invoice", Long.MAX_VALUE);
                TransactionTemplate transaction = new TransactionTemplate(new DataSourceTransactionManager(pool));
                transaction.executeWithoutResult(status -> {
                    counter.next();
                    status.setRollbackOnly();
                });
                assertThatThrownBy(() -> transaction.execute(status -> counter.next()))
                        .isInstanceOf(CounterUnavailableException.class)
                        .hasMessageContaining(
                                "the connection of this transaction does not see all tables of idgen in its schema")
                        .hasMessageContaining("set the schema in the URL, with 'currentSchema'");
            }
        }
    }
}
