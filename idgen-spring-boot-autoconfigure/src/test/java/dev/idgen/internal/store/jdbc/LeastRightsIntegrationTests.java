package dev.idgen.internal.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import dev.idgen.CountedIds;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.IdgenException;
import dev.idgen.LongIdGenerator;
import dev.idgen.autoconfigure.IdgenAutoConfiguration;
import dev.idgen.autoconfigure.IdgenDatabaseAutoConfiguration;
import dev.idgen.autoconfigure.IdgenGeneratorsAutoConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
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

/** The rights that {@code docs/databases.md} has a database grant: they are enough, and each of them is needed. */
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
                case POSTGRESQL -> 0;
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
        if (database == TestDatabase.MARIADB || database == TestDatabase.MYSQL) {
            pool.setJdbcUrl(pool.getJdbcUrl().replaceFirst("(?<=\\d/)\\w+", "ids"));
        } else {
            // Only an administrator may say how long an H2 database stays open.
            pool.setJdbcUrl(pool.getJdbcUrl().replace(";DB_CLOSE_DELAY=-1", ""));
            pool.setSchema(database == TestDatabase.H2 ? "IDS" : "ids");
        }
    }

    private void dropAll() {
        for (String statement : List.of("DROP SCHEMA IF EXISTS ids", "DROP SCHEMA IF EXISTS ids CASCADE")) {
            try {
                sql(statement);
            } catch (RuntimeException e) {
                assertThat(e).isNotNull(); // the other is what this database understands
            }
        }
        sql("DROP USER IF EXISTS " + USER);
    }

    private void sql(String statement) {
        new JdbcTemplate(administrator).execute(statement);
    }

    private static void drawOfEachKind(HikariDataSource pool, String acquireTimeout) {
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
                        "idgen.sequence.acquire-timeout=" + acquireTimeout,
                        "idgen.generators.tall.type=snowflake",
                        "idgen.generators.tall.acquire-timeout=" + acquireTimeout,
                        "idgen.generators.rows.type=counter",
                        "idgen.generators.rows.acquire-timeout=" + acquireTimeout,
                        "idgen.generators.runs.type=segment",
                        "idgen.generators.runs.segment.hand-back=true",
                        "idgen.generators.runs.acquire-timeout=" + acquireTimeout,
                        "idgen.generators.invoice.type=counter",
                        "idgen.generators.invoice.transactional=true",
                        "idgen.generators.invoice.acquire-timeout=" + acquireTimeout)
                .run(LeastRightsIntegrationTests::drawOfEachKind);
    }

    private static void drawOfEachKind(ApplicationContext context) {
        context.getBean(IdService.class).nextIds("ORDR", 1000);
        IdGenerators generators = context.getBean(IdGenerators.class);
        for (String name : List.of("tall", "rows", "runs")) {
            assertThat(generators.getLong(name).nextLong()).isPositive();
        }
        LongIdGenerator invoice = generators.getLong("invoice");
        TransactionTemplate transaction = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        assertThat(transaction.<Long>execute(status -> invoice.nextLong())).isPositive();
        ((CountedIds) invoice).raiseTo(1000);
        assertThat(transaction.<Long>execute(status -> invoice.nextLong())).isGreaterThan(1000);
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void documentedRightsAreEnough(TestDatabase database) {
        try (HikariDataSource pool = poolOf(database, documented(database))) {
            drawOfEachKind(pool, "30s");
        }
    }

    static Stream<Arguments> rights() {
        return Stream.of(TestDatabase.POSTGRESQL, TestDatabase.MARIADB)
                .flatMap(database -> Stream.concat(
                        Stream.of("SELECT", "INSERT", "UPDATE")
                                .flatMap(right -> Stream.of("idgen_register", "idgen_counter")
                                        .map(table -> Arguments.of(database, right, table))),
                        Stream.of(Arguments.of(database, "INSERT", "idgen_counter_gap"))));
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("rights")
    void eachRightIsNeeded(TestDatabase database, String right, String table) {
        List<String> fewer = documented(database).stream()
                .map(statement -> statement.contains("ids." + table + " ")
                        ? statement.replaceFirst(right + ", |, " + right + "(?= ON)", "")
                        : statement)
                .toList();
        assertThat(fewer).isNotEqualTo(documented(database));
        try (HikariDataSource pool = poolOf(database, fewer)) {
            assertThatExceptionOfType(IdgenException.class)
                    .isThrownBy(() -> drawOfEachKind(pool, "300ms"))
                    .withStackTraceContaining(table);
        }
    }
}
