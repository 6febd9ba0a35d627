package dev.idgen.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.store.NumberSequence;
import dev.idgen.store.Progression;
import dev.idgen.store.TransactionalStore.Counting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What differs in H2: its file, and what it says of itself. */
@ExtendWith(OutputCaptureExtension.class)
class H2FileIntegrationTests {

    @TempDir
    private Path folder;

    private static HikariDataSource pool(String url, String user) {
        HikariDataSource pool = new HikariDataSource();
        // Named, since tests with class loaders of their own may have hidden it from the DriverManager of this JVM.
        pool.setDriverClassName("org.h2.Driver");
        pool.setJdbcUrl(url);
        pool.setUsername(user);
        pool.setPassword("");
        return pool;
    }

    private static <T> T with(String url, String user, Function<JdbcDatabase, T> work) {
        try (HikariDataSource pool = pool(url, user);
                JdbcDatabase database = new JdbcDatabase(pool, SchemaInitialization.EMBEDDED, TimeSource.system())) {
            return work.apply(database);
        }
    }

    private static long add(JdbcDatabase database, long delta) {
        return new JdbcCounterStore(database, "files", Duration.ofDays(7))
                .add("orders", delta, 0, Long.MAX_VALUE)
                .toCompletableFuture()
                .join();
    }

    private String file(String name) {
        return "jdbc:h2:file:" + folder.resolve(name);
    }

    /** As if the process were killed: what is in the file then is all that is left. */
    @Test
    void numbersThatWereIssuedAreInTheFile() {
        long last = with(file("alive"), "sa", database -> {
            for (int i = 1; i < 100; i++) {
                add(database, 1);
            }
            long issued = add(database, 1);
            assertThatCode(() -> Files.copy(folder.resolve("alive.mv.db"), folder.resolve("killed.mv.db")))
                    .doesNotThrowAnyException();
            return issued;
        });
        assertThat(last).isEqualTo(100);
        assertThat(H2FileIntegrationTests.<Long>with(file("killed"), "sa", database -> add(database, 1)))
                .isEqualTo(101);
    }

    @Test
    void userWhoMayNotSetTheWriteDelayGetsNumbersAndAWarning(CapturedOutput output) {
        String url = file("shared");
        with(url, "sa", database -> add(database, 1));
        try (HikariDataSource pool = pool(url, "sa")) {
            JdbcTemplate jdbc = new JdbcTemplate(pool);
            jdbc.execute("SET WRITE_DELAY 500");
            jdbc.execute("CREATE USER shop PASSWORD ''");
            jdbc.execute("GRANT SELECT, INSERT, UPDATE ON SCHEMA PUBLIC TO shop");
        }
        assertThat(H2FileIntegrationTests.<Long>with(url, "shop", database -> add(database, 1)))
                .isEqualTo(2);
        assertThat(output).contains("SET WRITE_DELAY 0");
    }

    /** Forbids: a thread that finds the table of the run before another one has filled it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE",
                ";MODE=MySQL;DATABASE_TO_LOWER=TRUE",
                ";MODE=Oracle",
                ";MODE=MSSQLServer"
            })
    void requestsThatComeFirstTogetherFindOneRun(String mode) {
        for (int i = 0; i < 8; i++) {
            String url = file(UUID.randomUUID() + mode);
            List<String> runs = with(url, "sa", database -> {
                LeaseStore leaseStore = new JdbcLeaseStore(database, "first");
                List<CompletableFuture<Snapshot>> looks = Stream.generate(
                                () -> leaseStore.read("0", List.of("lease")).toCompletableFuture())
                        .limit(8)
                        .toList();
                return looks.stream()
                        .map(CompletableFuture::join)
                        .map(Snapshot::run)
                        .distinct()
                        .toList();
            });
            assertThat(runs).hasSize(1);
        }
    }

    /** Forbids: statements that only some of H2's modes understand. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Regular",
                "LEGACY",
                "STRICT",
                "DB2",
                "Derby",
                "HSQLDB",
                "MSSQLServer",
                "MariaDB",
                "MySQL",
                "Oracle",
                "PostgreSQL"
            })
    void eachModeCountsAndAllButOraclesLease(String mode) {
        String url = file(UUID.randomUUID() + ";MODE=" + mode);
        try (HikariDataSource pool = pool(url, "sa");
                JdbcDatabase database = new JdbcDatabase(pool, SchemaInitialization.EMBEDDED, TimeSource.system())) {
            assertThat(add(database, 2)).isEqualTo(2);
            assertThat(request(pool, database, "a")).isEqualTo("1");
            assertThat(request(pool, database, "a")).isEqualTo("1");
            assertThat(request(pool, database, "b")).isEqualTo("2");
            LeaseStore leaseStore = new JdbcLeaseStore(database, "modes");
            CompletableFuture<Boolean> lease = leaseStore
                    .read("0", List.of("lease"))
                    .thenCompose(snapshot -> leaseStore.compareAndSet("0", snapshot, "lease", "mine"))
                    .thenApply(LeaseStore.Swapped::wrote)
                    .toCompletableFuture();
            if (mode.equals("Oracle")) {
                assertThat(lease)
                        .failsWithin(Duration.ofSeconds(10))
                        .withThrowableThat()
                        .withMessageContaining("empty text")
                        .withMessageContaining("MODE=Oracle");
            } else {
                assertThat(lease).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(true);
            }
        }
    }

    private static String request(HikariDataSource pool, JdbcDatabase database, String requestKey) {
        NumberSequence counter = new JdbcCounterStore(database, "modes", Duration.ofDays(7))
                .inTransaction(new Counting("invoice", Duration.ofSeconds(5), 0, new Progression(1, 1, 1000)))
                .of("invoice", Long.MAX_VALUE);
        return new TransactionTemplate(new DataSourceTransactionManager(pool))
                .execute(status -> counter.nextForRequest("invoice", requestKey, Long::toString)
                        .orElseThrow());
    }

    /** Forbids: two keys that differ in case, and share a counter. */
    @Test
    void tablesThatIgnoreCaseAreRefused() {
        String url = file("caseless");
        with(url, "sa", database -> add(database, 1));
        try (HikariDataSource pool = pool(url, "sa")) {
            new JdbcTemplate(pool).execute("SET IGNORECASE TRUE");
            new JdbcTemplate(pool).execute("DROP TABLE idgen_counter");
        }
        assertThatThrownBy(() -> with(url, "sa", database -> add(database, 1)))
                .hasMessageContaining("IGNORECASE")
                .hasMessageContaining("VARCHAR_CASESENSITIVE");
        try (HikariDataSource pool = pool(url, "sa")) {
            JdbcTemplate jdbc = new JdbcTemplate(pool);
            jdbc.execute("DROP TABLE idgen_counter");
            jdbc.execute(
                    "CREATE TABLE idgen_counter (namespace VARCHAR_CASESENSITIVE(64),"
                            + " counter_name VARCHAR_CASESENSITIVE(128), last_number BIGINT, PRIMARY KEY (namespace, counter_name))");
        }
        assertThat(H2FileIntegrationTests.<Long>with(url, "sa", database -> add(database, 1)))
                .isEqualTo(1);
    }
}
