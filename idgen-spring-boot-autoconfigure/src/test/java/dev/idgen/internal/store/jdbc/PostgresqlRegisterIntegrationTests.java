package dev.idgen.internal.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Register;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresqlRegisterIntegrationTests extends JdbcRegisterContract {

    @Override
    TestDatabase database() {
        return TestDatabase.POSTGRESQL;
    }

    /** Forbids: a lease that is given and forgotten, as the disk had not heard of it. */
    @ParameterizedTest
    @CsvSource({"off,on", "local,local", "remote_apply,remote_apply"})
    void swapWaitsForTheDiskWhateverTheApplicationDoes(String setting, String used) {
        stored("a");
        jdbc().execute("CREATE TABLE seen_settings (commits TEXT, lock_timeout TEXT)");
        jdbc().execute(
                        "CREATE FUNCTION see_settings() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO seen_settings VALUES"
                                + " (current_setting(''synchronous_commit''), current_setting(''lock_timeout'')); RETURN NEW; END'");
        jdbc().execute(
                        "CREATE TRIGGER see_settings BEFORE UPDATE ON idgen_register FOR EACH ROW WHEN (NEW.namespace = '"
                                + namespace() + "') EXECUTE FUNCTION see_settings()");
        Database running = database().running();
        try (HikariDataSource pool =
                running.pool(running.port(), it -> it.setConnectionInitSql("SET synchronous_commit = " + setting))) {
            Register client = open(pool, namespace());
            Look look = answer(client.look(GROUP, List.of(NAME)));
            assertThat(answer(client.swap(GROUP, look, NAME, "b")).wrote()).isTrue();
            assertThat(jdbc().queryForObject("SELECT commits || ' ' || lock_timeout FROM seen_settings", String.class))
                    .isEqualTo(used + " 400ms");
        } finally {
            jdbc().execute("DROP FUNCTION see_settings CASCADE");
            jdbc().execute("DROP TABLE seen_settings");
        }
    }

    @Test
    void restartIsAnotherRunAndAStandbyIsNotAsked(@TempDir Path folder) throws IOException {
        Path data = Files.createDirectory(folder.resolve("data"));
        Look before;
        try (EmbeddedPostgres server = start(data)) {
            Register client = open(server.getPostgresDatabase(), namespace());
            assertThat(answer(client.swap(GROUP, answer(client.look(GROUP, List.of(NAME))), NAME, "a"))
                            .wrote())
                    .isTrue();
            before = answer(client.look(GROUP, List.of(NAME)));
        }
        try (EmbeddedPostgres server = start(data)) {
            Register client = open(server.getPostgresDatabase(), namespace());
            Look after = answer(client.look(GROUP, List.of(NAME)));
            assertThat(after.values()).isEqualTo(before.values());
            assertThat(after.run()).isNotEqualTo(before.run());
            Look stale = new Look(after.time(), before.run(), before.epoch(), before.names(), before.values());
            assertThat(answer(client.swap(GROUP, stale, NAME, "b")).wrote()).isFalse();
            assertThat(answer(client.swap(GROUP, after, NAME, "c")).wrote()).isTrue();
        }
        Files.createFile(data.resolve("standby.signal"));
        try (EmbeddedPostgres server = start(data)) {
            Register client = open(server.getPostgresDatabase(), namespace());
            assertThatThrownBy(() -> answer(client.look(GROUP, List.of(NAME))))
                    .hasMessageContaining("it must take writes");
        }
    }

    private static EmbeddedPostgres start(Path data) throws IOException {
        return EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .start();
    }
}
