package dev.idgen.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.idgen.localredis.Ports;
import dev.idgen.localredis.ServerProgram;
import dev.idgen.localredis.TestNeed;
import dev.idgen.localredis.TestSummary;
import dev.idgen.localredis.Wait;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.h2.tools.Server;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.Executable;
import org.opentest4j.TestAbortedException;

/**
 * The databases that tests run on, each started once and ended with the JVM. {@link TestNeed} says where they come
 * from.
 */
public enum TestDatabase {

    /** What serves every database that has no statements of its own, too. */
    H2("schema.sql", "") {
        @Override
        Optional<Database> start() throws SQLException {
            Server server = Server.createTcpServer("-tcpPort", "0", "-tcpDaemon", "-ifNotExists")
                    .start();
            String name = "mem:it;DB_CLOSE_DELAY=-1";
            return Optional.of(new Database(
                    "jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/" + name, "jdbc:h2:" + name, "sa", ""));
        }
    },

    POSTGRESQL("schema.sql", "sslmode=disable") {
        @Override
        Optional<Database> start() throws IOException {
            EmbeddedPostgres server = EmbeddedPostgres.builder()
                    .setServerConfig("max_connections", "200")
                    .start();
            return Optional.of(
                    new Database("jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres", "postgres", ""));
        }
    },

    /** PostgreSQL behind a pool in transaction mode. */
    PGBOUNCER("schema.sql", "sslmode=disable") {
        @Override
        Optional<Database> start() throws IOException {
            Optional<Path> program = TestNeed.PGBOUNCER.program();
            if (program.isEmpty()) {
                return Optional.empty();
            }
            int port = Ports.free();
            int postgresql = POSTGRESQL.running().port();
            Path folder = ServerProgram.folder(TestNeed.PGBOUNCER);
            Process process = ServerProgram.startPgbouncer(program.get(), folder, port, postgresql);
            // PgBouncer passes on no prepared statements before 1.21.
            return answering(
                    process,
                    folder,
                    "jdbc:postgresql://127.0.0.1:" + port + "/postgres?prepareThreshold=0",
                    "postgres");
        }
    },

    MARIADB("schema-mysql.sql", "sslMode=disable") {
        @Override
        Optional<Database> start() throws IOException, SQLException {
            Optional<Path> program = ServerProgram.mariadb();
            if (program.isEmpty()) {
                return Optional.empty();
            }
            int port = Ports.free();
            Path folder = ServerProgram.folder(TestNeed.MARIADB);
            Process process = ServerProgram.startMariadb(program.get(), folder, port);
            String url = "jdbc:mariadb://127.0.0.1:" + port + "/%s?sslMode=disable";
            Optional<Database> database = answering(process, folder, url, "root");
            try (Connection connection = DriverManager.getConnection(url.formatted("test"), "root", "")) {
                // Users without a name come first at this machine, before those that tests create.
                connection.createStatement().execute("DELETE FROM mysql.global_priv WHERE User = ''");
                connection.createStatement().execute("FLUSH PRIVILEGES");
            }
            return database;
        }
    },

    /** By MySQL's own driver. */
    MYSQL("schema-mysql.sql", "sslMode=DISABLED&allowPublicKeyRetrieval=true") {
        @Override
        Optional<Database> start() throws IOException {
            Optional<Path> program = TestNeed.MYSQL.program();
            if (program.isEmpty()) {
                return Optional.empty();
            }
            int port = Ports.free();
            Path folder = ServerProgram.folder(TestNeed.MYSQL);
            Process process = ServerProgram.startMysql(program.get(), folder, port);
            return answering(
                    process,
                    folder,
                    "jdbc:mysql://127.0.0.1:" + port + "/%s?sslMode=DISABLED&allowPublicKeyRetrieval=true",
                    "root");
        }
    };

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

    public boolean isMysql() {
        return this == MARIADB || this == MYSQL;
    }

    /** Lets a pool's connections be in a schema of the database, by a name in lower case. */
    void useSchema(HikariDataSource pool, String name) {
        if (isMysql()) {
            pool.setCatalog(name);
        } else {
            pool.setSchema(this == H2 ? name.toUpperCase(Locale.ROOT) : name);
        }
    }

    public boolean isPostgresql() {
        return this == POSTGRESQL || this == PGBOUNCER;
    }

    /** A test that applies to some databases, which the others do not even have. For a method with {@code @TestFactory}. */
    Stream<DynamicTest> only(Set<TestDatabase> databases, Executable test) {
        return databases.contains(this) ? Stream.of(DynamicTest.dynamicTest(toString(), test)) : Stream.empty();
    }

    /** The databases that keep what a connection sets. PgBouncer passes it on to others in transaction mode. */
    static Set<TestDatabase> withSessions() {
        return EnumSet.complementOf(EnumSet.of(PGBOUNCER));
    }

    /** The server, or the test is skipped. */
    public Database running() {
        synchronized (RUNNING) {
            return RUNNING.computeIfAbsent(this, TestDatabase::givenOrStarted);
        }
    }

    private Database givenOrStarted() {
        TestNeed need = TestNeed.valueOf(name());
        Optional<String> address = need.address();
        try {
            Database database = address.isPresent()
                    ? Database.given(address.get(), unencrypted)
                    : start().orElseThrow(() -> new TestAbortedException(need.missing()));
            TestSummary.version(need, version(database));
            return database;
        } catch (IOException | SQLException e) {
            if (address.isPresent()) {
                throw new IllegalStateException("the server at " + address.get() + " does not answer", e);
            }
            throw new TestAbortedException(need.missing("it does not start: " + e), e);
        }
    }

    private String version(Database database) throws SQLException {
        try (Connection connection =
                DriverManager.getConnection(database.direct(), database.user(), database.password())) {
            DatabaseMetaData server = connection.getMetaData();
            String product = server.getDatabaseProductName() + " "
                    + server.getDatabaseProductVersion().replaceFirst("[- ].*", "");
            return this == PGBOUNCER ? product + " behind PgBouncer" : product;
        }
    }

    /** Empty if there is none on this machine. */
    abstract Optional<Database> start() throws IOException, SQLException;

    /**
     * Waits for a server that was started. An installed server that does not start is a failure.
     *
     * @param url with {@code %s} for a database to create, where there is none to begin with
     */
    private static Optional<Database> answering(Process process, Path folder, String url, String user)
            throws IOException {
        Wait.until("a server at " + url, () -> {
            try (Connection connection = DriverManager.getConnection(url.replace("%s", "mysql"), user, "")) {
                if (url.contains("%s")) {
                    connection.createStatement().execute("CREATE DATABASE IF NOT EXISTS test");
                }
                return connection.isValid(1);
            } catch (SQLException e) {
                return !process.isAlive();
            }
        });
        if (!process.isAlive()) {
            throw new IllegalStateException("a server ended. It said: " + Files.readString(folder.resolve("log")));
        }
        return Optional.of(new Database(url.replace("%s", "test"), user, ""));
    }
}
