package dev.idgen.autoconfigure;

import dev.idgen.autoconfigure.SoakWorker.Reading;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What the applications of {@link SoakTests} held over time: a panel for each figure, a line for each application. */
record SoakChart(List<Point> points, List<Accident> accidents) {

    private static final int LEFT = 60;
    private static final int WIDTH = 780;
    private static final int PANEL = 120;
    private static final int GAP = 44;
    private static final String[] COLORS = {"#0969da", "#1a7f37", "#bc4c00", "#8250df"};

    /** What an application held at a time. */
    record Point(int second, int worker, Reading reading) {}

    /** What happened at a time. */
    record Accident(int second, String name) {}

    static double megabytes(Reading reading) {
        return reading.heap() / (double) (1 << 20);
    }

    String svg() {
        int height = 4 * (PANEL + GAP) + 40;
        StringBuilder svg = new StringBuilder(String.format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 860 %d\" width=\"860\" height=\"%d\" role=\"img\">%n"
                        + "<title>Four applications under load, with an accident each minute</title>%n"
                        + "<style>%n  text { font: 13px sans-serif; fill: #1f2328 } .title { font-weight: bold }%n"
                        + "  .axis { stroke: #8c959f } .accident { stroke: #d0d7de }%n"
                        + "  @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } .accident { stroke: #3d444d } }%n"
                        + "</style>%n",
                height, height));
        panel(svg, 0, "Heap after a collection, MB", SoakChart::megabytes);
        panel(svg, 1, "Threads", Reading::threads);
        panel(svg, 2, "Open sockets", Reading::sockets);
        panel(svg, 3, "Ids issued since the start, thousands", reading -> reading.ids() / 1000.0);
        text(
                svg,
                LEFT,
                height - 10,
                "",
                "minutes; grey: master killed, application killed, application restarted, in turn");
        return svg.append("</svg>\n").toString();
    }

    private void panel(StringBuilder svg, int index, String title, ToDoubleFunction<Reading> figure) {
        int top = index * (PANEL + GAP) + 24;
        int end = points.stream().mapToInt(Point::second).max().orElse(1);
        double most = points.stream()
                        .mapToDouble(point -> figure.applyAsDouble(point.reading()))
                        .max()
                        .orElse(1)
                * 1.1;
        text(svg, 0, top - 8, " class=\"title\"", title);
        for (Accident accident : accidents) {
            double x = x(accident.second(), end);
            line(svg, "accident", x, top, x, top + PANEL);
        }
        line(svg, "axis", LEFT, top + PANEL, LEFT + WIDTH, top + PANEL);
        text(svg, 0, top + PANEL, "", "0");
        text(svg, 0, top + 12, "", String.format(Locale.ROOT, "%.0f", most));
        for (int minute = 0; minute * 60 <= end; minute += Math.max(1, end / 600)) {
            text(svg, (int) x(minute * 60, end), top + PANEL + 14, "", Integer.toString(minute));
        }
        for (int worker = 0; worker < COLORS.length; worker++) {
            lineOf(svg, worker, top, end, most, figure);
        }
    }

    private void lineOf(
            StringBuilder svg, int worker, int top, int end, double most, ToDoubleFunction<Reading> figure) {
        StringBuilder path = new StringBuilder();
        long before = -1;
        for (Point point : points) {
            if (point.worker() == worker) {
                boolean anew = point.reading().ids() < before || before < 0;
                double y = top + PANEL - figure.applyAsDouble(point.reading()) / most * PANEL;
                path.append(String.format(Locale.ROOT, "%s%.1f %.1f", anew ? "M" : "L", x(point.second(), end), y));
                before = point.reading().ids();
            }
        }
        svg.append(String.format("<path d=\"%s\" fill=\"none\" stroke=\"%s\"/>%n", path, COLORS[worker]));
    }

    private static double x(int second, int end) {
        return LEFT + (double) second / end * WIDTH;
    }

    private static void line(StringBuilder svg, String style, double x1, int y1, double x2, int y2) {
        svg.append(String.format(
                Locale.ROOT,
                "<line class=\"%s\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>%n",
                style,
                x1,
                y1,
                x2,
                y2));
    }

    private static void text(StringBuilder svg, int x, int y, String more, String text) {
        svg.append(String.format("<text x=\"%d\" y=\"%d\"%s>%s</text>%n", x, y, more, text));
    }
}
