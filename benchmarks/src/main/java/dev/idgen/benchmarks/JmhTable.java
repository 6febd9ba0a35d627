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

/** The results of one class of benchmarks: a row for each, with the numbers of threads side by side. */
final class JmhTable {

    /** At which the product is compared with others, if it was measured; otherwise at the most there are. */
    private static final int COMPARED_AT = 8;

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

    /** Limits and costs stand above; the product's and the peers are mixed, group by group. */
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
        threads.forEach(count -> headings.add(count == 1 ? "1 thread" : count + " threads"));
        headings.add("bytes");
        headings.add("spread, %");
        boolean limited = rows.stream().anyMatch(row -> row.any().kind() == Kind.LIMIT);
        boolean rivalled = rows.stream().anyMatch(row -> row.any().kind() == Kind.PEER);
        for (int count : comparisons()) {
            String at = count == 1 ? ", 1 thread" : ", " + count + " threads";
            if (limited) {
                headings.add("of the limit" + at);
            }
            if (rivalled) {
                headings.add("of the best peer" + at);
            }
        }
        return new Table(
                name,
                headings,
                rows.stream().map(row -> cells(row, limited, rivalled)).toList());
    }

    private NavigableSet<Integer> comparisons() {
        return new TreeSet<>(List.of(threads.first(), comparedAt()));
    }

    private List<Object> cells(Row row, boolean limited, boolean rivalled) {
        List<Object> cells = new ArrayList<>(List.of(row.any().label()));
        threads.forEach(count -> cells.add(row.at(count)));
        cells.add(row.any().bytes());
        cells.add(PERCENT * row.spread());
        for (int count : comparisons()) {
            if (limited) {
                cells.add(row.at(count) / best(Kind.LIMIT, "", count));
            }
            if (rivalled) {
                cells.add(
                        row.any().kind() == Kind.OURS
                                ? row.at(count) / best(Kind.PEER, row.any().group(), count)
                                : Double.NaN);
            }
        }
        return cells;
    }

    private double best(Kind kind, String group, int count) {
        return rows.stream()
                .filter(row -> row.any().kind() == kind && row.any().group().equals(group))
                .mapToDouble(row -> row.at(count))
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
