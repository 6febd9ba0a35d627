package dev.idgen.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A Markdown page with places for results: {@code <!-- begin name -->} to {@code <!-- end name -->}. */
final class Page {

    private String text;

    Page(String text) {
        this.text = text;
    }

    /** The names of its places. */
    List<String> places() {
        List<String> names = new ArrayList<>();
        String mark = "<!-- begin ";
        int at = text.indexOf(mark);
        while (at >= 0) {
            names.add(text.substring(at + mark.length(), text.indexOf(" -->", at)));
            at = text.indexOf(mark, at + 1);
        }
        return names;
    }

    /**
     * Replaces the content of a place.
     *
     * @throws IllegalArgumentException if there is no such place
     */
    void put(String name, String content) {
        String begin = "<!-- begin " + name + " -->\n";
        String end = "<!-- end " + name + " -->";
        int from = text.indexOf(begin);
        int to = text.indexOf(end, from);
        if (from < 0 || to < 0) {
            throw new IllegalArgumentException("the page has no place '" + name + "', only " + places());
        }
        text = text.substring(0, from + begin.length()) + content + text.substring(to);
    }

    /** The cells of the table in a place, without the heading. */
    List<List<String>> rows(String name) {
        int from = text.indexOf("<!-- begin " + name + " -->");
        return text.substring(from, text.indexOf("<!-- end " + name + " -->", from))
                .lines()
                .filter(line -> line.startsWith("| "))
                .skip(1)
                .map(line ->
                        Arrays.stream(line.split("\\|", -1)).map(String::strip).toList())
                .map(cells -> cells.subList(1, cells.size() - 1))
                .toList();
    }

    @Override
    public String toString() {
        return text;
    }
}
