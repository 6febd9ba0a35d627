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
 * The tables of faults in {@code docs/operations.md}: what instances that run see of them, and what instances that start afterwards do.
 * They are written with {@code -Didgen.faults.table=true}, a row at a time, and not compared: they are measured.
 */
final class FaultTable {

    private static final Path PAGE = Path.of("..", "docs", "operations.md");
    private static final FaultTable RUNNING = new FaultTable("faults", """
            | fault | ids/s | lease-ttl | ids | errors | longest call | longest failing call | ids' time ahead by at most | duplicates | errors until |
            |---|---|---|---|---|---|---|---|---|---|
            """);
    private static final FaultTable STARTING = new FaultTable("starting", """
            | fault | ids/s of the others | first string id after | first snowflake id after |
            |---|---|---|---|
            """);

    private final Pattern table;
    private final String head;

    private FaultTable(String name, String head) {
        this.table = Pattern.compile("(?<=<!-- " + name + " -->\n).*?(?=<!-- end -->)", Pattern.DOTALL);
        this.head = head;
    }

    /** Whether the table is to be written, which also takes the faults that are left out of the build. */
    static boolean isWanted() {
        return Boolean.getBoolean("idgen.faults.table");
    }

    /** Puts an outcome into the tables, in place of an older one of the same fault at the same rate. */
    static void add(Trial.Outcome outcome) {
        if (!isWanted()) {
            return;
        }
        try {
            String page = RUNNING.with(running(outcome), Files.readString(PAGE));
            Duration strings = outcome.firstString();
            Duration numbers = outcome.firstNumber();
            if (strings != null && numbers != null) {
                page = STARTING.with(starting(outcome, strings, numbers), page);
            }
            Files.writeString(PAGE, page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String with(String row, String page) {
        Map<String, String> rows = rows(page);
        rows.put(key(row), row);
        String text = "Measured on " + LocalDate.now(ZoneOffset.UTC) + " with "
                + RedisProgram.version() + " and "
                + Runtime.getRuntime().availableProcessors()
                + " processors for servers, instances and load together.\n\n"
                + head
                + rows.values().stream().map(line -> line + "\n").collect(Collectors.joining());
        return table.matcher(page).replaceFirst(Matcher.quoteReplacement(text));
    }

    /** Fault and rate. */
    private static String key(String row) {
        return row.substring(0, row.indexOf(" |", row.indexOf(" |") + 1));
    }

    /** The rows that the page has. */
    private Map<String, String> rows(String page) {
        Matcher found = table.matcher(page);
        if (!found.find()) {
            throw new IllegalStateException(PAGE + " has no place for the table");
        }
        return found.group()
                .lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| fault "))
                .collect(Collectors.toMap(FaultTable::key, line -> line, (one, other) -> other, LinkedHashMap::new));
    }

    private static String running(Trial.Outcome outcome) {
        String errors = outcome.errors().entrySet().stream()
                .map(error -> String.format(Locale.ROOT, "%,d `%s`", error.getValue(), error.getKey()))
                .collect(Collectors.joining(", "));
        boolean none = errors.isEmpty();
        return String.format(
                Locale.ROOT,
                "| %s | %,d | %d s | %,d | %s | %s | %s | %s | %d | %s |",
                outcome.what(),
                outcome.perSecond(),
                outcome.leaseTtl().toSeconds(),
                outcome.ids(),
                none ? "none" : errors,
                millis(outcome.longestGood()),
                none ? "" : millis(outcome.longestFailing()),
                seconds(outcome.lead()),
                outcome.duplicates(),
                none ? "" : seconds(outcome.recovery()));
    }

    private static String starting(Trial.Outcome outcome, Duration strings, Duration numbers) {
        return String.format(
                Locale.ROOT,
                "| %s | %,d | %s | %s |",
                outcome.what(),
                outcome.perSecond(),
                seconds(strings),
                seconds(numbers));
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1e3);
    }

    private static String millis(Duration duration) {
        return String.format(Locale.ROOT, "%.1f ms", duration.toNanos() / 1e6);
    }
}
