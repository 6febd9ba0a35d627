package dev.idgen.benchmarks;

import dev.idgen.benchmarks.Subject.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Writes results into a page: a table for each benchmark class from JMH's JSON files, and for each table of the
 * harnesses. Writes charts beside the page. Without results, a place of the page stays unchanged.
 */
public final class Report {

    private static final String CHARTS = "charts";

    /** Benchmarks whose values differ by orders of magnitude. */
    private static final Set<String> LOGARITHMIC = Set.of("LongIdBenchmark");

    /** The limits of the harnesses: raw increments and empty calls. */
    private static final Set<String> LIMITS = Set.of("raw increments (`INCR`)", "nothing");

    private static final Set<String> OURS = Set.of("ids", "sequence only", "`nextId`");

    /** For tables with more than five columns: the columns that name a row, and the columns to show. */
    private static final Map<String, List<List<String>>> SHOWN = Map.of(
            "burst",
            List.of(
                    List.of("threads"),
                    List.of("ids per second", "ratio", "calls of Redis per 1,000 ids", "refused calls")),
            "latency",
            List.of(List.of("loop", "Redis", ""), List.of("p50, µs", "p99.9, µs", "max, µs", "failed")),
            "service",
            List.of(List.of("Redis", ""), List.of("p50, µs", "p99.9, µs", "max, µs", "failed")),
            "start",
            List.of(
                    List.of("Java", "classes", ""),
                    List.of("context, ms", "all since the JVM began, ms", "more than one `INCR`, ms")),
            "littlecpu",
            List.of(List.of(""), List.of("first id, s", "p99 of a call, ms", "longest call, ms", "cores used")),
            "lag",
            List.of(List.of("ids", "rate", "threads"), List.of("within 1 ms, %", "max, ms")),
            "virtual",
            List.of(
                    List.of(""),
                    List.of(
                            "ids per second, 10,000 virtual threads",
                            "ids per second, 200 platform threads",
                            "p99, µs",
                            "max, µs")));

    private final Path page;
    private final Page content;

    private Report(Path page) throws IOException {
        this.page = page;
        this.content = new Page(Files.readString(page));
    }

    /**
     * Writes the pages.
     *
     * @param arguments the page of all measurements; the page of the main figures; the folder of results, if not the
     *     default
     */
    public static void main(String[] arguments) throws IOException {
        Path page = Path.of(arguments[0]);
        write(page, arguments.length > 2 ? Path.of(arguments[2]) : Results.folder());
        Summary.write(page, Path.of(arguments[1]));
    }

    static void write(Path page, Path folder) throws IOException {
        Report report = new Report(page);
        report.content.put("machine", Machine.describe());
        report.benchmarks(JmhResult.in(folder));
        for (Table table : HarnessResults.tables(folder)) {
            report.harness(table);
        }
        Files.writeString(page, report.content.toString());
    }

    private void benchmarks(List<JmhResult> results) throws IOException {
        Map<String, List<JmhResult>> byType =
                results.stream().collect(Collectors.groupingBy(JmhResult::type, TreeMap::new, Collectors.toList()));
        for (Map.Entry<String, List<JmhResult>> type : byType.entrySet()) {
            JmhTable table = new JmhTable(type.getKey(), type.getValue());
            put(table.table(), table.chart(LOGARITHMIC.contains(type.getKey())));
        }
    }

    private void harness(Table table) throws IOException {
        switch (table.name()) {
            case "redis" ->
                put(
                        table,
                        chart(table.where("threads", "200"), "Per second with 200 threads", "per second", List.of("")));
            case "latency" ->
                put(shown(table), chart(table, "99.99th percentile, µs", "p99.99, µs", List.of("", "Redis", "loop")));
            default -> content.put(table.name(), shown(table).markdown());
        }
    }

    private static Table shown(Table table) {
        List<List<String>> columns = SHOWN.get(table.name());
        return columns == null ? table : table.shown(columns.get(0), columns.get(1));
    }

    /** A chart with a bar for each row that has a value. */
    private static BarChart chart(Table table, String title, String value, List<String> labels) {
        List<BarChart.Bar> bars = new ArrayList<>();
        List<Object> values = table.column(value);
        for (int row = 0; row < values.size(); row++) {
            if (values.get(row) instanceof Number number && number.doubleValue() > 0) {
                int at = row;
                List<String> parts = labels.stream()
                        .map(heading -> Table.text(table.column(heading).get(at)))
                        .toList();
                bars.add(new BarChart.Bar(String.join(", ", parts), number.doubleValue(), kind(parts.get(0))));
            }
        }
        return new BarChart(title, true, bars);
    }

    private static Kind kind(String what) {
        if (LIMITS.contains(what)) {
            return Kind.LIMIT;
        }
        return OURS.contains(what) ? Kind.OURS : Kind.PEER;
    }

    private void put(Table table, BarChart chart) throws IOException {
        Path charts = page.resolveSibling(CHARTS);
        Files.createDirectories(charts);
        Files.writeString(charts.resolve(table.name() + ".svg"), chart.svg());
        content.put(
                table.name(),
                table.markdown() + "\n![" + chart.title() + "](" + CHARTS + "/" + table.name() + ".svg)\n");
    }
}
