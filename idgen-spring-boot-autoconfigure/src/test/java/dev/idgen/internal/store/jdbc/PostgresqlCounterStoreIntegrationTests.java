package dev.idgen.internal.store.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;

/**
 * On the server that {@code idgen.test.postgresql.url}, {@code .user} and {@code .password} name, else on one of its own;
 * skipped where that does not run.
 */
class PostgresqlCounterStoreIntegrationTests extends JdbcCounterStoreContract {

    private static EmbeddedPostgres server;
    private static Database database;

    @BeforeAll
    static void start() {
        database = Database.given("postgresql", "sslmode=disable");
        if (database == null) {
            try {
                server = EmbeddedPostgres.builder()
                        .setServerConfig("max_connections", "200")
                        .start();
            } catch (IOException | RuntimeException e) {
                Assumptions.abort("PostgreSQL does not start: " + e);
            }
            database = new Database("jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres", "postgres", "");
        }
    }

    @AfterAll
    static void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    @Override
    Database database() {
        return database;
    }

    @Override
    String schema() {
        return "dev/idgen/jdbc/schema-postgresql.sql";
    }
}
