package dev.idgen.benchmarks;

import dev.idgen.benchmarks.Subject.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The results of one benchmark class: a row for each benchmark, with a column for each number of threads. */
final class JmhTable {

    /** The preferred number of threads for comparisons; if it was not measured, the table uses the greatest. */
    private static final int COMPARED_AT = 8;

    /** The heading of the ratios to the best peer, one ratio for each number of threads. */
    private static final String BEST_PEER = "times the best peer";

    private static final double PERCENT = 100;

    private final String name;
    private final NavigableSet<Integer> threads = new TreeSet<>();
    private final List<Row> rows;

    /** One benchmark with all numbers of threads. */
    private record Row(JmhResult any, Map<Integer, JmhResult> byThreads) {

        double at(int threads) {
            JmhResult result = byThreads.get(threads);
            return result == null ? Double.NaN : result.millionsPerSecond();
        }

        double spread() {
            return byThreads.values().stream()
                    .mapToDouble(JmhResult::spread)
                    .max()
                    .orElse(Double.NaN);
        }
    }

    JmhTable(String name, List<JmhResult> results) {
        this.name = name;
        results.forEach(result -> threads.add(result.threads()));
        Map<String, List<JmhResult>> byLabel =
                results.stream().collect(Collectors.groupingBy(JmhResult::label, TreeMap::new, Collectors.toList()));
        rows = byLabel.values().stream()
                .map(same -> new Row(
                        same.get(0),
                        same.stream()
                                .collect(Collectors.toMap(
                                        JmhResult::threads, result -> result, (first, second) -> second))))
                .sorted(Comparator.<Row>comparingInt(row -> rank(row.any().kind()))
                        .thenComparing(row -> row.any().group())
                        .thenComparing(row -> row.any().kind())
                        .thenComparing(row -> -row.at(comparedAt())))
                .toList();
    }

    /** Limits and costs come first, then the product and its peers by group. */
    private static int rank(Kind kind) {
        return switch (kind) {
            case LIMIT -> 0;
            case COST -> 1;
            case OURS, PEER -> 2;
        };
    }

    private int comparedAt() {
        return threads.contains(COMPARED_AT) ? COMPARED_AT : threads.last();
    }

    Table table() {
        List<String> headings = new ArrayList<>(List.of(""));
        comparisons().forEach(count -> headings.add(count == 1 ? "1 thread" : count + " threads"));
        headings.add("spread, %");
        boolean rivalled = rows.stream().anyMatch(row -> row.any().kind() == Kind.PEER);
        if (rivalled) {
            headings.add(BEST_PEER);
        }
        return new Table(
                name, headings, rows.stream().map(row -> cells(row, rivalled)).toList());
    }

    private NavigableSet<Integer> comparisons() {
        return new TreeSet<>(List.of(threads.first(), comparedAt()));
    }

    private List<Object> cells(Row row, boolean rivalled) {
        List<Object> cells = new ArrayList<>(List.of(row.any().label()));
        comparisons().forEach(count -> cells.add(row.at(count)));
        cells.add(PERCENT * row.spread());
        if (rivalled) {
            cells.add(ratios(row));
        }
        return cells;
    }

    /** The ratios to the best peer; NaN if there is none, or for rows of others. */
    private Object ratios(Row row) {
        List<Double> ratios = comparisons().stream()
                .map(count -> row.at(count) / bestPeer(row, count))
                .toList();
        return row.any().kind() != Kind.OURS || ratios.stream().allMatch(ratio -> ratio.isNaN())
                ? Double.NaN
                : ratios.stream().map(Table::text).collect(Collectors.joining(", "));
    }

    private double bestPeer(Row row, int count) {
        return rows.stream()
                .filter(other -> other.any().kind() == Kind.PEER
                        && other.any().group().equals(row.any().group()))
                .mapToDouble(other -> other.at(count))
                .max()
                .orElse(Double.NaN);
    }

    BarChart chart(boolean logarithmic) {
        int count = comparedAt();
        return new BarChart(
                "Millions per second with " + count + (count == 1 ? " thread" : " threads"),
                logarithmic,
                rows.stream()
                        .filter(row -> row.at(count) > 0)
                        .map(row -> new BarChart.Bar(
                                row.any().label(), row.at(count), row.any().kind()))
                        .toList());
    }
}
