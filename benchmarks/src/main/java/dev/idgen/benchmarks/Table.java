package dev.idgen.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table of strings and numbers.
 *
 * @param name the name of its place on the page
 */
record Table(String name, List<String> headings, List<List<Object>> rows) {

    /** The table in Markdown. Numbers have enough digits to compare them. */
    String markdown() {
        return line(headings) + "|" + "---|".repeat(headings.size()) + "\n"
                + rows.stream()
                        .map(row -> line(row.stream().map(Table::text).toList()))
                        .collect(Collectors.joining());
    }

    private static String line(List<String> cells) {
        return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n")).replace("|  |", "| |");
    }

    static String text(Object value) {
        return value instanceof Number number ? text(number.doubleValue()) : value.toString();
    }

    private static String text(double value) {
        double size = Math.abs(value);
        if (Double.isNaN(value)) {
            return "–";
        }
        if (value == Math.rint(value) || size >= 100) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        if (size >= 0.1) {
            return String.format(Locale.ROOT, size >= 10 ? "%.1f" : "%.2f", value);
        }
        return String.format(Locale.ROOT, "%.2g", value);
    }

    /** The cells under a heading. */
    List<Object> column(String heading) {
        int at = headings.indexOf(heading);
        if (at < 0) {
            throw new IllegalArgumentException(
                    "table '" + name + "' has no column '" + heading + "', only " + headings);
        }
        return rows.stream().map(row -> row.get(at)).toList();
    }

    /** Selects columns. A first column joins those that name a row. */
    Table shown(List<String> naming, List<String> shown) {
        List<String> kept = new ArrayList<>(List.of(""));
        kept.addAll(shown);
        return new Table(
                name,
                kept,
                IntStream.range(0, rows.size())
                        .mapToObj(row -> {
                            List<Object> cells = new ArrayList<>(List.of(naming.stream()
                                    .map(heading -> text(column(heading).get(row)))
                                    .collect(Collectors.joining(", "))));
                            shown.forEach(heading -> cells.add(column(heading).get(row)));
                            return cells;
                        })
                        .toList());
    }

    /** The rows with a given string under a heading. */
    Table where(String heading, String text) {
        List<Object> column = column(heading);
        return new Table(
                name,
                headings,
                IntStream.range(0, rows.size())
                        .filter(row -> text(column.get(row)).equals(text))
                        .mapToObj(rows::get)
                        .toList());
    }
}
