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
 * Writes what was measured into a page: a table for each class of benchmarks from JMH's JSON files and for each table of the
 * harnesses, and charts beside the page. Where there are no results, the page keeps what it has.
 */
public final class Report {

    private static final String CHARTS = "charts";

    /** Whose values lie orders of magnitude apart. */
    private static final Set<String> LOGARITHMIC = Set.of("LongIdBenchmark");

    /** Raw increments and what does nothing: limits of the harnesses. */
    private static final Set<String> LIMITS = Set.of("raw increments (`INCR`)", "nothing");

    private static final Set<String> OURS = Set.of("ids", "sequence only", "`nextId`");

    private final Path page;
    private final Page content;

    private Report(Path page) throws IOException {
        this.page = page;
        this.content = new Page(Files.readString(page));
    }

    /**
     * Writes the page.
     *
     * @param arguments the page; the folder of results, unless it is the usual one
     */
    public static void main(String[] arguments) throws IOException {
        write(Path.of(arguments[0]), arguments.length > 1 ? Path.of(arguments[1]) : Results.folder());
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
                put(table, chart(table, "99.99th percentile, µs", "p99.99, µs", List.of("", "Redis", "loop")));
            default -> content.put(table.name(), table.markdown());
        }
    }

    /** A bar for each row in which something was measured. */
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
