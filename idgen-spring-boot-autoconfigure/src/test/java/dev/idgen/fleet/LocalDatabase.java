package dev.idgen.fleet;

import dev.idgen.localredis.Ports;
import dev.idgen.localredis.ServerProgram;
import dev.idgen.localredis.TestNeed;
import dev.idgen.localredis.Wait;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.opentest4j.TestAbortedException;
import org.springframework.util.FileSystemUtils;

/** A database server of a test's own, which it kills, starts again, and puts back to an earlier state. For one thread. */
abstract class LocalDatabase implements AutoCloseable {

    final Path directory;
    final int port = Ports.free();

    private final String user;

    private LocalDatabase(Path directory, String user) {
        this.directory = directory;
        this.user = user;
    }

    /** A kind of database, which a test starts or is skipped. */
    enum Kind {
        POSTGRESQL,
        MARIADB;

        LocalDatabase start(Path directory) {
            LocalDatabase database = this == POSTGRESQL ? new Postgresql(directory) : new Mariadb(directory);
            database.start();
            return database;
        }
    }

    /** How applications reach it. */
    final List<String> properties() {
        return List.of("--spring.datasource.url=" + url(), "--spring.datasource.username=" + user);
    }

    abstract String url();

    abstract void launch() throws IOException;

    abstract long pid() throws IOException;

    final Connection connect() throws SQLException {
        return DriverManager.getConnection(url(), user, "");
    }

    /** Starts it, and returns when it answers. */
    final void start() {
        try {
            launch();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Wait.until("the database to answer", this::answers);
    }

    private boolean answers() {
        try (Connection connection = connect()) {
            return connection.isValid(1);
        } catch (SQLException e) {
            return false;
        }
    }

    /** The number that a query finds. */
    final long number(String sql) {
        try (Connection connection = connect();
                ResultSet row = connection.createStatement().executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Kills it, as a machine without power does. */
    final void kill() {
        try {
            long pid = pid();
            ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
            List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
            all.add(process);
            all.forEach(ProcessHandle::destroyForcibly);
            Wait.until("the database to end", () -> all.stream().noneMatch(ProcessHandle::isAlive));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Keeps what it has on its disk now; it must not run. */
    final void backUp() {
        copy(data(), directory.resolve("backup"));
    }

    /** Puts back what was kept; it must not run. */
    final void restore() {
        copy(directory.resolve("backup"), data());
    }

    final Path data() {
        return directory.resolve("data");
    }

    private static void copy(Path from, Path to) {
        try {
            FileSystemUtils.deleteRecursively(to);
            try (Stream<Path> files = Files.walk(from)) {
                for (Path file : (Iterable<Path>) files::iterator) {
                    if (Files.isDirectory(file) || Files.isRegularFile(file)) {
                        Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            ProcessHandle.of(pid()).ifPresent(process -> kill());
        } catch (IOException e) {
            // it has ended
        }
    }

    private static final class Postgresql extends LocalDatabase {

        /** How it was started, so that it can be started again without waiting for anything. */
        private List<String> command = List.of();

        Postgresql(Path directory) {
            super(directory, "postgres");
        }

        @Override
        void launch() throws IOException {
            if (command.isEmpty()) {
                initialize();
                return;
            }
            Files.deleteIfExists(data().resolve("postmaster.pid"));
            new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(Redirect.appendTo(directory.resolve("log").toFile()))
                    .start();
        }

        @SuppressWarnings("resource") // it is killed, not closed
        private void initialize() {
            try {
                EmbeddedPostgres.builder()
                        .setPort(port)
                        .setDataDirectory(data())
                        .setCleanDataDirectory(false)
                        .setRegisterShutdownHook(false)
                        .setServerConfig("max_connections", "200")
                        .setServerConfig("fsync", "on")
                        .start();
                ProcessHandle.Info process =
                        ProcessHandle.of(pid()).orElseThrow().info();
                List<String> again = new ArrayList<>(isRoot() ? List.of("unshare", "-U") : List.of());
                again.add(process.command().orElseThrow());
                again.addAll(List.of(process.arguments().orElseThrow()));
                command = again;
            } catch (IOException | RuntimeException e) {
                Assumptions.abort(TestNeed.POSTGRESQL.missing("it does not start: " + e));
            }
        }

        /** PostgreSQL does not run as such. */
        private static boolean isRoot() {
            return "root".equals(System.getProperty("user.name"));
        }

        @Override
        long pid() throws IOException {
            return Long.parseLong(
                    Files.readAllLines(data().resolve("postmaster.pid")).get(0).strip());
        }

        @Override
        String url() {
            return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?sslmode=disable";
        }
    }

    private static final class Mariadb extends LocalDatabase {

        private final Path program;

        Mariadb(Path directory) {
            super(directory, "root");
            try {
                program =
                        ServerProgram.mariadb().orElseThrow(() -> new TestAbortedException(TestNeed.MARIADB.missing()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        void launch() throws IOException {
            ServerProgram.startMariadb(program, directory, port);
        }

        @Override
        long pid() throws IOException {
            return Long.parseLong(Files.readString(directory.resolve("pid")).strip());
        }

        @Override
        String url() {
            return "jdbc:mariadb://127.0.0.1:" + port + "/mysql?sslMode=disable";
        }
    }
}
