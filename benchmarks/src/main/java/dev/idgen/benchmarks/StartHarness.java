package dev.idgen.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The time that a fresh JVM with a Spring context takes to its first id, beside the same without the product and one increment; and
 * the heap of string ids and of a generator that nobody uses. Medians of several runs.
 */
public final class StartHarness {

    private static final int RUNS = Results.quick() ? 1 : 5;
    private static final int GENERATORS = 100;
    private static final double KIBI = 1024;

    private StartHarness() {}

    public static void main(String[] arguments) throws Exception {
        Results results = Results.of(StartHarness.class);
        try (LocalRedis redis = LocalRedis.start()) {
            double[] without = median(redis, "--idgen.enabled=false");
            double[] with = median(redis);
            double[] many = median(redis, generators());
            add(results, "without idgen, one `INCR`", without);
            add(results, "with idgen, one id", with);
            add(results, "the same and " + GENERATORS + " snowflake generators", many);
            results.add("memory", "", "string ids with their stock", "heap, KiB", (with[3] - without[3]) / KIBI);
            results.add(
                    "memory", "", "one idle snowflake generator", "heap, KiB", (many[3] - with[3]) / KIBI / GENERATORS);
        }
    }

    private static String[] generators() {
        List<String> properties = new ArrayList<>();
        for (int i = 0; i < GENERATORS; i++) {
            properties.add("--idgen.generators.g" + i + ".type=snowflake");
        }
        return properties.toArray(String[]::new);
    }

    private static void add(Results results, String what, double[] median) throws IOException {
        results.add(
                "start",
                "",
                what,
                "context, ms",
                median[0],
                "first id, ms",
                median[1],
                "all since the JVM began, ms",
                median[2]);
    }

    private static double[] median(LocalRedis redis, String... properties) throws Exception {
        List<double[]> runs = new ArrayList<>();
        for (int run = 0; run < RUNS; run++) {
            runs.add(run(redis, properties));
        }
        double[] median = new double[runs.get(0).length];
        for (int i = 0; i < median.length; i++) {
            int value = i;
            median[i] = runs.stream().mapToDouble(run -> run[value]).sorted().toArray()[RUNS / 2];
        }
        return median;
    }

    private static double[] run(LocalRedis redis, String... properties) throws Exception {
        List<String> arguments = new ArrayList<>(Arrays.asList(properties));
        arguments.add("--spring.data.redis.port=" + redis.port());
        arguments.add("--logging.level.root=warn");
        try (ChildJvm child = ChildJvm.start(FirstId.class, arguments.toArray(String[]::new))) {
            return Arrays.stream(child.await("measured").split(" ", -1))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
        }
    }
}
