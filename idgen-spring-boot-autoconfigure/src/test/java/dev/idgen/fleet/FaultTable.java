package dev.idgen.fleet;

import dev.idgen.localredis.RedisProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
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
 * The table of faults in {@code docs/measurements.md}: what running instances see of them, and when an instance that starts afterwards
 * has its first ids. It is written with {@code -Didgen.faults.table=true}, a row at a time, and not compared: it is measured.
 */
final class FaultTable {

    private static final Path PAGE = Path.of("..", "docs", "measurements.md");
    private static final Pattern TABLE = Pattern.compile("(?<=<!-- faults -->\n).*?(?=<!-- end -->)", Pattern.DOTALL);
    private static final String HEAD = """
            | fault | errors | longest call | ids ahead by | a new instance's first string id, snowflake id after |
            |---|---|---|---|---|
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
            Files.writeString(PAGE, with(row(outcome), Files.readString(PAGE)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String with(String row, String page) {
        Map<String, String> rows = rows(page);
        rows.put(fault(row), row);
        String text = "Measured on " + LocalDate.now(ZoneOffset.UTC) + " with "
                + RedisProgram.version() + " and "
                + Runtime.getRuntime().availableProcessors()
                + " processors for servers, instances and load together.\n\n"
                + HEAD
                + rows.values().stream().map(line -> line + "\n").collect(Collectors.joining());
        return TABLE.matcher(page).replaceFirst(Matcher.quoteReplacement(text));
    }

    private static String fault(String row) {
        return row.substring(0, row.indexOf(" |"));
    }

    /** The rows that the page has. */
    private static Map<String, String> rows(String page) {
        Matcher found = TABLE.matcher(page);
        if (!found.find()) {
            throw new IllegalStateException(PAGE + " has no place for the table");
        }
        return found.group()
                .lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| fault "))
                .collect(Collectors.toMap(FaultTable::fault, line -> line, (one, other) -> other, LinkedHashMap::new));
    }

    private static String row(Trial.Outcome outcome) {
        String errors = outcome.errors().entrySet().stream()
                .map(error -> String.format(Locale.ROOT, "%,d `%s`", error.getValue(), error.getKey()))
                .collect(Collectors.joining(", "));
        Duration strings = outcome.firstString();
        Duration numbers = outcome.firstNumber();
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %s |",
                outcome.what(),
                errors.isEmpty() ? "none" : errors + ", until " + seconds(outcome.recovery()),
                millis(outcome.longestGood()),
                seconds(outcome.lead()),
                strings == null || numbers == null ? "" : seconds(strings) + ", " + seconds(numbers));
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1e3);
    }

    private static String millis(Duration duration) {
        return String.format(Locale.ROOT, "%.1f ms", duration.toNanos() / 1e6);
    }
}
