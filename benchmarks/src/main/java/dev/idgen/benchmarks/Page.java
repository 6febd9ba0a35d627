package dev.idgen.benchmarks;

import java.util.ArrayList;
import java.util.List;

/** A page of Markdown with places for what is measured: {@code <!-- begin name -->} to {@code <!-- end name -->}. */
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
     * Puts something in place of what is there.
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

    @Override
    public String toString() {
        return text;
    }
}
