package dev.idgen.localredis;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What tests need beyond a JDK, and may not find. First come the servers. The environment variable of a server has the
 * address of one that runs; otherwise tests start the installed program. A short build starts none that is installed,
 * so that it takes equally long everywhere.
 *
 * <p>This file uses only the JDK: {@code java TestNeed.java} lists what this machine has. Thread-safe.
 */
public enum TestNeed {
    /** In the JVM. */
    H2("always there"),
    /** Redis 6.2 from a library. */
    EMBEDDED_REDIS("needs OpenSSL 3 on Linux"),
    REDIS("localhost:6379", "Redis server v=", "redis-server"),
    VALKEY("localhost:6379", "Valkey server v=", "valkey-server"),
    /** Comes from a library. The variable names another version. */
    POSTGRESQL("jdbc:postgresql://localhost/test?user=...&password=...", "never the installed one", new String[0]),
    /** With {@code -Pfull}, a library brings one where none is installed. */
    MARIADB("jdbc:mariadb://localhost/test?user=...&password=...", "MariaDB", "mariadbd", "mysqld"),
    /** By MySQL's own driver. */
    MYSQL("jdbc:mysql://localhost/test?user=...&password=...", "!MariaDB", "mysqld"),
    MONGODB("mongodb://localhost", "db version v", "mongod"),
    /** Before PostgreSQL, in transaction mode. */
    PGBOUNCER("", "PgBouncer ", "pgbouncer"),

    /** Browsers of the samples' pages. */
    CHROMIUM("install chromium and chromedriver"),
    JAVA_21("use a JDK 21 or later"),
    /** Eight hours in simulated time: see docs/releasing.md. */
    SOAK("add -Psoak"),
    /** Faults that only benchmarks/measurements.md lists. */
    FAULT_TABLE("add -Didgen.faults.table=true"),
    Z3("use a system for which z3-turnkey has a library"),
    POSIX("use a system with sh");

    /** Whether tests that take minutes run, too: as {@code Extent} says. */
    private static final boolean ALL =
            System.getProperty("idgen.tests.not-run", "some").isEmpty();

    private final boolean server;
    private final String marker;

    @SuppressWarnings("ImmutableEnumChecker") // an immutable list
    private final List<String> programs;

    private final String remedy;

    TestNeed(String remedy) {
        this.server = false;
        this.marker = "";
        this.programs = List.of();
        this.remedy = remedy;
    }

    TestNeed(String example, String marker, String... programs) {
        this.server = true;
        this.marker = marker;
        this.programs = List.of(programs);
        this.remedy = (example.isEmpty() ? "" : "set " + variable() + " to " + example + ", or ")
                + (programs.length == 0 ? "unset it" : "install " + programs[0] + " and add -Pfull");
    }

    /** The name in reports, and in {@code idgen.tests.require}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private String variable() {
        return "IDGEN_TEST_" + name();
    }

    /** The address that the environment gives. */
    public Optional<String> address() {
        return Optional.ofNullable(System.getenv(variable())).filter(value -> server && !value.isBlank());
    }

    /** The installed program, if tests may start it. */
    public Optional<Path> program() {
        return ALL ? installed() : Optional.empty();
    }

    /** The installed program. Several kinds of server share names, so its version must have a word, or not have one. */
    private Optional<Path> installed() {
        return programs.stream()
                .flatMap(name -> Stream.concat(
                                Stream.of(
                                        System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)),
                                Stream.of("/usr/sbin", "/usr/local/sbin"))
                        .map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .filter(path -> marker.startsWith("!")
                        ? !version(path).contains(marker.substring(1))
                        : version(path).contains(marker))
                .findFirst();
    }

    private static String version(Path program) {
        try {
            Process asked = new ProcessBuilder(program.toString(), "--version")
                    .redirectErrorStream(true)
                    .start();
            return new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    /** Why a test is skipped that needs this, and how to run the test. {@link SkippedTests} reads the group back. */
    public String missing(String why) {
        return "[" + label() + "] " + why + ". To run: " + remedy;
    }

    /** Like {@link #missing(String)}, of a server that has neither an address nor a program. */
    public String missing() {
        return missing(installed()
                .map(path -> path + " is not started in a short build")
                .orElse("no such server"));
    }

    /** Lists the servers of this machine. */
    public static void main(String[] arguments) {
        Function<TestNeed, String> found = need -> need.address()
                .or(() -> need.installed()
                        .map(path -> path + ": "
                                + version(path).strip().lines().findFirst().orElse("")))
                .orElse("not found. " + need.remedy);
        for (TestNeed need : values()) {
            if (need.server && need != POSTGRESQL) {
                System.out.printf("%-12s %s%n", need.label(), found.apply(need));
            }
        }
        System.out.println("H2, Redis 6.2 and PostgreSQL come with the tests. -Pfull brings MariaDB.");
    }
}
