package dev.idgen.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.h2.tools.Server;
import org.opentest4j.TestAbortedException;

/** The databases that tests run on, each started once and ended with the JVM. */
public enum TestDatabase {

    /** What serves every database that has no statements of its own, too. */
    H2("schema.sql", "") {
        @Override
        Database start() throws SQLException {
            Server server = Server.createTcpServer("-tcpPort", "0", "-tcpDaemon", "-ifNotExists")
                    .start();
            String name = "mem:it;DB_CLOSE_DELAY=-1";
            return new Database(
                    "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/" + name, "jdbc:h2:" + name, "sa", "");
        }
    },

    /** The server that {@code idgen.test.postgresql.url}, {@code .user} and {@code .password} name, else one of its own. */
    POSTGRESQL("schema.sql", "sslmode=disable") {
        @Override
        Database start() throws IOException {
            EmbeddedPostgres server = EmbeddedPostgres.builder()
                    .setServerConfig("max_connections", "200")
                    .start();
            return new Database("jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres", "postgres", "");
        }
    },

    /** The server that {@code idgen.test.mariadb.url}, {@code .user} and {@code .password} name. */
    MARIADB("schema-mysql.sql", "sslMode=disable"),

    /** The server that {@code idgen.test.mysql.url}, {@code .user} and {@code .password} name, by MySQL's own driver. */
    MYSQL("schema-mysql.sql", "sslMode=DISABLED&allowPublicKeyRetrieval=true");

    private final String schema;
    private final String unencrypted;

    private static final Map<TestDatabase, Database> RUNNING = new EnumMap<>(TestDatabase.class);

    TestDatabase(String schema, String unencrypted) {
        this.schema = schema;
        this.unencrypted = unencrypted;
    }

    /** The path of its schema's file. */
    String schema() {
        return "dev/idgen/jdbc/" + schema;
    }

    /** The server, or the test is skipped. */
    public Database running() {
        synchronized (RUNNING) {
            return RUNNING.computeIfAbsent(this, TestDatabase::givenOrStarted);
        }
    }

    private Database givenOrStarted() {
        Database given = Database.given(name().toLowerCase(Locale.ROOT), unencrypted);
        if (given != null) {
            return given;
        }
        try {
            return start();
        } catch (IOException | SQLException | RuntimeException e) {
            throw new TestAbortedException(this + " does not start: " + e, e);
        }
    }

    Database start() throws IOException, SQLException {
        throw new IOException("no server is named");
    }
}
