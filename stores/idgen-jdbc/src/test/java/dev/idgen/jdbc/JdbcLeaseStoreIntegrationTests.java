package dev.idgen.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.internal.lease.LeaseStoreContract;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.localredis.Wait;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** The contract on a real database, with its own clock and run. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
class JdbcLeaseStoreIntegrationTests extends LeaseStoreContract {

    private final TestDatabase database;
    private final HikariDataSource pool;
    private final List<JdbcDatabase> opened = new ArrayList<>();

    JdbcLeaseStoreIntegrationTests(TestDatabase database) {
        this.database = database;
        this.pool = database.running().pool(database.running().port(), config -> config.setMaximumPoolSize(10));
    }

    @Override
    protected final LeaseStore open(String ofNamespace) {
        return open(pool, ofNamespace);
    }

    final LeaseStore open(DataSource dataSource, String ofNamespace) {
        JdbcDatabase made = new JdbcDatabase(dataSource, SchemaInitialization.ALWAYS, TimeSource.system());
        opened.add(made);
        return new JdbcLeaseStore(made, ofNamespace);
    }

    @AfterEach
    void close() {
        opened.forEach(JdbcDatabase::close);
        pool.close();
    }

    /** Statements by another user of the database. */
    final JdbcTemplate jdbc() {
        return new JdbcTemplate(pool);
    }

    @Test
    void timeIsTheRealTime() {
        long nowMillis = System.currentTimeMillis();
        assertThat(read().time())
                .isCloseTo(nowMillis, within(Duration.ofMinutes(1).toMillis()));
    }

    @Test
    void tableMadeAnewIsAnotherRun() {
        Snapshot before = stored("a");
        jdbc().execute("DROP TABLE idgen_register");
        if (database.isMysql()) {
            long dropped = seconds(); // the time of a table's creation is known in seconds
            await().atMost(Duration.ofSeconds(30)).until(() -> seconds() > dropped);
        }
        if (database == TestDatabase.H2) {
            jdbc().execute("DROP TABLE idgen_run"); // as when it is closed
        }
        Snapshot after = answer(open(namespace()).read(GROUP, List.of(NAME)));
        assertThat(after.run()).isNotEqualTo(before.run());
        assertThat(after.values()).isEmpty();
        Snapshot late = new Snapshot(after.time(), before.run(), 0, after.names(), after.values());
        assertRefused(late);
        write(register(), GROUP, "b");
    }

    private long seconds() {
        return jdbc().queryForObject("SELECT UNIX_TIMESTAMP()", Long.class);
    }

    /** Forbids: a swap that is compared with the clock, waits for its row, and writes when its time is up. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void swapThatWaitsForItsRowWritesInTimeOrNever(boolean present) throws Exception {
        Snapshot snapshot = present ? stored("a") : read();
        CompletableFuture<Boolean> wrote;
        try (Connection other = pool.getConnection()) {
            other.setAutoCommit(false);
            String sql = present
                    ? "UPDATE idgen_register SET stored_value = 'b' WHERE namespace = ? AND group_name = ? AND name = ?"
                    : "INSERT INTO idgen_register (namespace, group_name, name, stored_value) VALUES (?, ?, ?, 'b')";
            try (var statement = other.prepareStatement(sql)) {
                statement.setString(1, namespace());
                statement.setString(2, "4:" + GROUP);
                statement.setString(3, NAME);
                statement.executeUpdate();
            }
            CompletableFuture<Boolean> swap = register()
                    .compareAndSet(GROUP, snapshot, NAME, "late")
                    .thenApply(LeaseStore.Swapped::wrote)
                    .exceptionally(any -> false)
                    .toCompletableFuture();
            Wait.until(
                    "the snapshot's time to be up",
                    () -> swap.isDone() || read().time() > snapshot.time() + 2 * LeaseStore.SNAPSHOT_LIMIT_MILLIS);
            other.rollback();
            wrote = swap;
        }
        assertThat(answer(wrote)).isFalse();
        assertThat(read().values()).isEqualTo(snapshot.values());
    }

    @Override
    protected boolean comparesOtherValuesAsTheyAre() {
        return database.isPostgresql();
    }

    /** Forbids: a transaction that a client has open between two statements, with the row locked. */
    @Test
    void writtenRowIsNotLockedAfterTheAnswer() {
        stored("a");
        assertThat(jdbc().update("UPDATE idgen_register SET stored_value = 'b' WHERE namespace = ?", namespace()))
                .isEqualTo(1);
    }

    /** Forbids: a lease that is given and forgotten, as the disk had not heard of it. */
    @TestFactory
    Stream<DynamicTest> swapWaitsForTheDiskWhateverTheApplicationDoes() {
        return Stream.of("off,on", "local,local", "remote_apply,remote_apply")
                .map(row -> row.split(",", 2))
                .flatMap(row -> database.only(Set.of(TestDatabase.POSTGRESQL), () -> assertUsed(row[0], row[1])));
    }

    private void assertUsed(String setting, String used) {
        stored("a");
        jdbc().execute("CREATE TABLE seen_settings (commits TEXT, lock_timeout TEXT)");
        jdbc().execute(
                        "CREATE FUNCTION see_settings() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO seen_settings VALUES"
                                + " (current_setting(''synchronous_commit''), current_setting(''lock_timeout'')); RETURN NEW; END'");
        jdbc().execute(
                        "CREATE TRIGGER see_settings BEFORE UPDATE ON idgen_register FOR EACH ROW WHEN (NEW.namespace = '"
                                + namespace() + "') EXECUTE FUNCTION see_settings()");
        Database running = database.running();
        try (HikariDataSource pool = running.pool(
                running.port(), config -> config.setConnectionInitSql("SET synchronous_commit = " + setting))) {
            write(open(pool, namespace()), GROUP, "b");
            assertThat(jdbc().queryForObject(
                                    "SELECT DISTINCT commits || ' ' || lock_timeout FROM seen_settings", String.class))
                    .isEqualTo(used + " 400ms");
        } finally {
            jdbc().execute("DROP FUNCTION see_settings CASCADE");
            jdbc().execute("DROP TABLE seen_settings");
        }
    }

    @TestFactory
    Stream<DynamicTest> restartIsAnotherRunAndLookAtAStandbyFails(@TempDir Path folder) {
        return database.only(Set.of(TestDatabase.POSTGRESQL), () -> restart(folder));
    }

    private void restart(Path folder) throws IOException {
        Path data = Files.createDirectory(folder.resolve("data"));
        Snapshot before;
        try (EmbeddedPostgres server = start(data)) {
            LeaseStore client = open(server.getPostgresDatabase(), namespace());
            write(client, GROUP, "a");
            before = answer(client.read(GROUP, List.of(NAME)));
        }
        try (EmbeddedPostgres server = start(data)) {
            LeaseStore client = open(server.getPostgresDatabase(), namespace());
            Snapshot after = answer(client.read(GROUP, List.of(NAME)));
            assertThat(after.values()).isEqualTo(before.values());
            assertThat(after.run()).isNotEqualTo(before.run());
            Snapshot stale = new Snapshot(after.time(), before.run(), before.epoch(), before.names(), before.values());
            assertThat(answer(client.compareAndSet(GROUP, stale, NAME, "b")).wrote())
                    .isFalse();
            write(client, GROUP, "c");
        }
        Files.createFile(data.resolve("standby.signal"));
        try (EmbeddedPostgres server = start(data)) {
            LeaseStore client = open(server.getPostgresDatabase(), namespace());
            assertThatThrownBy(() -> answer(client.read(GROUP, List.of(NAME))))
                    .hasMessageContaining("It must accept writes");
        }
    }

    private static EmbeddedPostgres start(Path data) throws IOException {
        return EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .start();
    }
}
