package dev.idgen.benchmarks;

import dev.idgen.benchmarks.Subject.Kind;
import java.util.List;
import java.util.Locale;

/**
 * An SVG chart of horizontal bars with their values. It follows the reader's light or dark colour scheme, and has a
 * transparent background.
 *
 * @param logarithmic whether the scale is logarithmic
 * @param bars the bars, with values above 0
 */
record BarChart(String title, boolean logarithmic, List<Bar> bars) {

    /**
     * A bar.
     *
     * @param label the label; its Markdown code quotes are dropped
     */
    record Bar(String label, double value, Kind kind) {}

    private static final int WIDTH = 860;
    private static final int LABELS = 400;
    private static final int VALUES = 80;
    private static final int ROW = 24;
    private static final int TOP = 40;
    private static final int BAR = 14;
    private static final int SHORTEST = 2;
    private static final int BASELINE = 12;
    private static final String STYLE = """
            <style>
              text { font: 13px sans-serif; fill: #1f2328 }
              .title { font-weight: bold }
              .ours { fill: #0969da } .peer { fill: #8c959f } .limit { fill: #d0d7de } .cost { fill: #d0d7de }
              @media (prefers-color-scheme: dark) {
                text { fill: #e6edf3 }
                .ours { fill: #58a6ff } .peer { fill: #768390 } .limit { fill: #3d444d } .cost { fill: #3d444d }
              }
            </style>
            """;

    String svg() {
        int height = TOP + ROW * bars.size();
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">%n",
                WIDTH,
                height,
                WIDTH,
                height));
        svg.append("<title>").append(escape(title)).append("</title>\n").append(STYLE);
        svg.append(text(0, TOP - ROW, "title", "start", title + (logarithmic ? ", logarithmic scale" : "")));
        for (int i = 0; i < bars.size(); i++) {
            svg.append(bar(bars.get(i), TOP + ROW * i));
        }
        return svg.append("</svg>\n").toString();
    }

    private String bar(Bar bar, int top) {
        int length = length(bar.value());
        return text(LABELS - 10, top + BASELINE, "label", "end", bar.label())
                + String.format(
                        Locale.ROOT,
                        "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"2\"/>%n",
                        bar.kind().name().toLowerCase(Locale.ROOT),
                        LABELS,
                        top,
                        length,
                        BAR)
                + text(LABELS + length + 6, top + BASELINE, "value", "start", Table.text(bar.value()));
    }

    private int length(double value) {
        double longest = bars.stream().mapToDouble(Bar::value).max().orElseThrow();
        double share = value / longest;
        if (logarithmic) {
            double shortest = bars.stream().mapToDouble(Bar::value).min().orElseThrow();
            // A decade below the smallest value, so that it has a bar, too.
            double origin = Math.floor(Math.log10(shortest)) - 1;
            share = (Math.log10(value) - origin) / (Math.log10(longest) - origin);
        }
        return Math.max(SHORTEST, (int) Math.round(share * (WIDTH - LABELS - VALUES)));
    }

    private static String text(int x, int y, String style, String anchor, String content) {
        return String.format(
                Locale.ROOT,
                "<text class=\"%s\" x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>%n",
                style,
                x,
                y,
                anchor,
                escape(content));
    }

    private static String escape(String text) {
        return text.replace("`", "").replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
