package dev.idgen.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Measures a service in a container with a fifth of a core. It measures the time from the start of the JVM to the first
 * id, then the latency of 500 calls per second for a minute. The Redis server is not limited. Subjects run one after
 * the other, each with its own JVM, Spring context and limit.
 */
public final class LittleCpuHarness {

    private static final double CORES = 0.2;
    private static final Duration LOAD = Duration.ofSeconds(Results.quick() ? 10 : 60);

    /** Includes the start, and a first id that never comes. */
    private static final Duration LONGEST_RUN = Duration.ofMinutes(5).plus(LOAD);

    private static final double PERCENT = 100;
    private static final double MILLIS_OF_SECOND = 1e3;

    private LittleCpuHarness() {}

    /**
     * Measures.
     *
     * @param arguments names of {@link LittleCpuSubject}; none means all
     */
    public static void main(String[] arguments) throws Exception {
        Results results = Results.of(LittleCpuHarness.class);
        LittleCpuSubject[] subjects = LittleCpuSubject.values();
        if (arguments.length > 0) {
            subjects = Arrays.stream(arguments).map(LittleCpuSubject::valueOf).toArray(LittleCpuSubject[]::new);
        }
        try (LocalRedis redis = LocalRedis.start()) {
            for (LittleCpuSubject subject : subjects) {
                measure(subject, redis, results);
            }
        }
    }

    private static void measure(LittleCpuSubject subject, LocalRedis redis, Results results) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of(subject.name(), Long.toString(System.currentTimeMillis()), Long.toString(LOAD.toSeconds())));
        arguments.add(subject.property());
        arguments.add("--spring.data.redis.port=" + redis.port());
        arguments.add("--logging.level.root=warn");
        try (CpuLimit limit = CpuLimit.ofCores(CORES);
                ChildJvm child = ChildJvm.start(
                        limit.prefix(), LONGEST_RUN, LittleCpuService.class, arguments.toArray(String[]::new))) {
            double[] first = numbers(child.await("first"));
            CpuLimit.Usage before = limit.usage();
            double[] outcome = numbers(child.await("measured"));
            CpuLimit.Usage usage = limit.usage().since(before);
            results.add(
                    "littlecpu",
                    "",
                    subject.label(),
                    "context, s",
                    first[0] / MILLIS_OF_SECOND,
                    "first id, s",
                    first[1] / MILLIS_OF_SECOND,
                    "failed calls",
                    (long) outcome[0],
                    "ids per second",
                    outcome[1] / LOAD.toSeconds(),
                    "p99 of a call, ms",
                    outcome[2],
                    "longest call, ms",
                    outcome[3],
                    "p99 since it was due, ms",
                    outcome[4],
                    "longest since it was due, ms",
                    outcome[5],
                    "cores used",
                    outcome[6],
                    "periods stopped, %",
                    PERCENT * usage.throttled() / usage.periods());
        }
    }

    private static double[] numbers(String line) {
        return Arrays.stream(line.split(" ", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }
}
