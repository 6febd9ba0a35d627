package dev.idgen.benchmarks;

import dev.idgen.benchmarks.Subject.Kind;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One result of JMH.
 *
 * @param type the benchmark's class, without its package
 * @param label its label in the report
 * @param threads the number of threads
 * @param millionsPerSecond millions of operations per second, of all threads together
 * @param bytes allocated bytes per operation, NaN if not measured
 * @param spread the range from the slowest iteration to the fastest, as a share of the mean
 */
record JmhResult(
        String type,
        String label,
        Kind kind,
        String group,
        int threads,
        double millionsPerSecond,
        double bytes,
        double spread) {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int MOST_THREADS_THAT_WAIT = 8;

    /** All results in the {@code .json} files of a folder. */
    static List<JmhResult> in(Path folder) throws IOException {
        List<JmhResult> results = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.json")) {
            for (Path file : files) {
                String text = Files.readString(file);
                // A run without success leaves an empty file.
                if (!text.isBlank()) {
                    JSON.readTree(text).forEach(node -> of(node).ifPresent(results::add));
                }
            }
        }
        return results;
    }

    /** Empty if the result has no meaning: see {@link Subject#waits}. */
    private static Optional<JmhResult> of(JsonNode node) {
        String benchmark = node.path("benchmark").asString();
        int dot = benchmark.lastIndexOf('.');
        String type = benchmark.substring(0, dot);
        String method = benchmark.substring(dot + 1);
        Optional<Subject> subject = subject(type, method);
        String parameters = String.join(
                " ",
                StreamSupport.stream(node.path("params").spliterator(), false)
                        .map(JsonNode::asString)
                        .toList());
        JsonNode metric = node.path("primaryMetric");
        int threads = node.path("threads").asInt();
        if (threads > MOST_THREADS_THAT_WAIT && subject.filter(Subject::waits).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(new JmhResult(
                type.substring(type.lastIndexOf('.') + 1),
                (subject.map(Subject::value).orElse(method) + " " + parameters).trim(),
                subject.map(Subject::kind).orElse(Kind.OURS),
                subject.map(Subject::group).orElse(""),
                threads,
                millionsPerSecond(metric),
                bytes(node.path("secondaryMetrics")),
                spread(metric.path("rawData"))));
    }

    private static double millionsPerSecond(JsonNode metric) {
        String unit = metric.path("scoreUnit").asString();
        if (!unit.equals("ops/us")) {
            throw new IllegalArgumentException("benchmarks are to count operations per microsecond, not " + unit);
        }
        return metric.path("score").asDouble();
    }

    private static double bytes(JsonNode metrics) {
        for (String name : List.of("gc.alloc.rate.norm", "·gc.alloc.rate.norm")) {
            if (metrics.has(name)) {
                return Math.rint(metrics.path(name).path("score").asDouble());
            }
        }
        return Double.NaN;
    }

    private static double spread(JsonNode forks) {
        DoubleSummaryStatistics scores = StreamSupport.stream(forks.spliterator(), false)
                .flatMap(fork -> StreamSupport.stream(fork.spliterator(), false))
                .mapToDouble(JsonNode::asDouble)
                .summaryStatistics();
        return scores.getCount() < 2 ? Double.NaN : (scores.getMax() - scores.getMin()) / scores.getAverage();
    }

    private static Optional<Subject> subject(String type, String method) {
        try {
            return Arrays.stream(Class.forName(type, false, JmhResult.class.getClassLoader())
                            .getMethods())
                    .filter(candidate -> candidate.getName().equals(method))
                    .findFirst()
                    .map((Method found) -> found.getAnnotation(Subject.class));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }
}
