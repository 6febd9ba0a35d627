package dev.idgen.fleet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The table of faults in {@code docs/operations.md}. It is written with {@code -Didgen.faults.table=true}, a row at a time,
 * and not compared: it is measured.
 */
final class FaultTable {

    private static final Path PAGE = Path.of("..", "docs", "operations.md");
    private static final Pattern TABLE = Pattern.compile("(?<=<!-- faults -->\n).*?(?=<!-- end -->)", Pattern.DOTALL);
    private static final String HEAD = """
            | fault | lease-ttl | ids | errors | longest good call | longest failing call | duplicates | errors until |
            |---|---|---|---|---|---|---|---|
            """;

    private FaultTable() {}

    /** Whether the table is to be written, which also takes the faults that are left out of the build. */
    static boolean isWanted() {
        return Boolean.getBoolean("idgen.faults.table");
    }

    /** Puts an outcome into the table, in place of an older one of the same fault. */
    static void add(Trial.Outcome outcome) {
        if (!isWanted()) {
            return;
        }
        try {
            String page = Files.readString(PAGE);
            Map<String, String> rows = rows(page);
            rows.put(outcome.what(), row(outcome));
            String table = "Measured on " + LocalDate.now(ZoneOffset.UTC) + " with Redis "
                    + redisVersion() + " and "
                    + Runtime.getRuntime().availableProcessors()
                    + " processors for servers, instances and load together.\n\n"
                    + HEAD
                    + rows.values().stream().map(row -> row + "\n").collect(Collectors.joining());
            Files.writeString(PAGE, TABLE.matcher(page).replaceFirst(Matcher.quoteReplacement(table)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The rows that the page has, by fault. */
    private static Map<String, String> rows(String page) {
        Matcher table = TABLE.matcher(page);
        if (!table.find()) {
            throw new IllegalStateException(PAGE + " has no place for the table");
        }
        return table.group()
                .lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| fault "))
                .collect(Collectors.toMap(
                        line -> line.substring(2, line.indexOf(" |")),
                        line -> line,
                        (one, other) -> other,
                        LinkedHashMap::new));
    }

    private static String redisVersion() throws IOException {
        Process redis = new ProcessBuilder(
                        RedisProcess.executable(Files.createTempDirectory("redis"))
                                .getPath(),
                        "--version")
                .start();
        String version = new String(redis.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return version.replaceAll("(?s).* v=(\\S+).*", "$1");
    }

    private static String row(Trial.Outcome outcome) {
        String errors = outcome.errors().entrySet().stream()
                .map(error -> String.format(Locale.ROOT, "%,d `%s`", error.getValue(), error.getKey()))
                .collect(Collectors.joining(", "));
        boolean none = errors.isEmpty();
        return String.format(
                Locale.ROOT,
                "| %s | %d s | %,d | %s | %s | %s | %d | %s |",
                outcome.what(),
                outcome.leaseTtl().toSeconds(),
                outcome.ids(),
                none ? "none" : errors,
                millis(outcome.longestGood()),
                none ? "" : millis(outcome.longestFailing()),
                outcome.duplicates(),
                none
                        ? ""
                        : String.format(
                                Locale.ROOT, "%.1f s", outcome.recovery().toMillis() / 1e3));
    }

    private static String millis(Duration duration) {
        return String.format(Locale.ROOT, "%.1f ms", duration.toNanos() / 1e6);
    }
}
