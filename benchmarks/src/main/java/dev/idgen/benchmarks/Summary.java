package dev.idgen.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Writes the main figures of the page of measurements, for users. */
final class Summary {

    /** The tables for users, with the labels of their rows. */
    private static final List<Map.Entry<String, List<String>>> MAIN = List.of(
            Map.entry("StringIdBenchmark", List.of("`nextId(\"ORDR\")`", "`nextIds(\"ORDR\", 100)`, per id")),
            Map.entry(
                    "LongIdBenchmark",
                    List.of("snowflake", "snowflake, `max-lead: 1h`", "tsid", "tsid, `max-lead: 1h`")),
            Map.entry("WideIdBenchmark", List.of("uuid-v7", "ulid", "object-id")),
            Map.entry("SegmentBenchmark", List.of("segment")));

    /** A smaller difference may be chance. */
    private static final double CLEARLY_SLOWER = 0.8;

    private static final String FAILOVER = "failover of a master, ";
    private static final String START = "Java 17, from jars, ";

    private final Page measured;

    private Summary(Page measured) {
        this.measured = measured;
    }

    /** Writes one page from the other. */
    static void write(Path measurements, Path page) throws IOException {
        Files.writeString(page, of(Files.readString(measurements), Files.readString(page)));
    }

    static String of(String measurements, String page) {
        Page content = new Page(page);
        Summary summary = new Summary(new Page(measurements));
        content.put("main", summary.main());
        content.put("redis", summary.redis());
        content.put("slower", summary.slower());
        return content.toString();
    }

    private String main() {
        return "| millions per second | 1 thread | 8 threads | times the best peer |\n|---|---|---|---|\n"
                + MAIN.stream()
                        .flatMap(table -> table.getValue().stream().map(label -> row(table.getKey(), label)))
                        .map(row -> "| %s | %s | %s | %s |\n".formatted(row.get(0), row.get(1), row.get(2), row.get(4)))
                        .collect(Collectors.joining());
    }

    private String redis() {
        List<String> ids = measured.rows("redis").stream()
                .filter(row -> row.get(0).equals("200") && row.get(1).equals("ids"))
                .findFirst()
                .orElseThrow();
        List<String> failover = row("service", FAILOVER + "`nextId`");
        List<String> start = row("start", START + "with idgen, one id");
        List<String> increment = row("start", START + "without idgen, one `INCR`");
        return """
                - **With Redis**, 200 threads take %s ids per second, %s times as many as raw `INCR`.
                - **While a master fails over**, a call in a service takes %s µs at p50 and %s µs at p99.9; failed calls: %s.
                - **The first id** is there %s ms after the JVM began, a single `INCR` after %s ms (Java 17).
                """.formatted(
                        ids.get(2),
                        ids.get(3),
                        failover.get(1),
                        failover.get(2),
                        failover.get(4),
                        start.get(2),
                        increment.get(2));
    }

    /** Lists what a peer does clearly faster, with any number of threads. */
    private String slower() {
        return MAIN.stream()
                .flatMap(table -> measured.rows(table.getKey()).stream())
                .filter(row -> Arrays.stream(row.get(4).split(", ", -1)).anyMatch(Summary::isSlower))
                .map(row -> "- %s: %s times the best peer\n".formatted(row.get(0), row.get(4)))
                .collect(Collectors.joining());
    }

    private static boolean isSlower(String ratio) {
        return !ratio.equals("–") && Double.parseDouble(ratio.replace(",", "")) < CLEARLY_SLOWER;
    }

    private List<String> row(String table, String label) {
        return measured.rows(table).stream()
                .filter(row -> row.get(0).equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("table '" + table + "' has no row '" + label + "'"));
    }
}
