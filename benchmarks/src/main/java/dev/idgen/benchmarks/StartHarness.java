package dev.idgen.benchmarks;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Measures the time of a fresh JVM with a Spring context until its first id. It compares that with one increment
 * without the product, and with classes prepared by an earlier run. It also measures the heap of string ids and of
 * unused generators. Results are medians of several alternating runs.
 *
 * <p>The system property {@code java.later} may name the home of a second JDK, 25 or later.
 */
public final class StartHarness {

    private static final int RUNS = Results.quick() ? 1 : 7;
    private static final int IDLE_GENERATORS = 100;
    private static final double KIBI = 1024;
    private static final int CONTEXT = 0;
    private static final int FIRST = 1;
    private static final int ALL = 2;
    private static final int HEAP = 3;

    private static final String WITHOUT = "without idgen, one `INCR`";
    private static final String WITH = "with idgen, one id";

    /** One type of each common kind. */
    private static final List<String> TYPES = List.of(
            "snowflake",
            "tsid",
            "sonyflake",
            "js-safe",
            "ulid",
            "uuid-v7",
            "object-id",
            "counter",
            "segment",
            "trace-id");

    private final LocalRedis redis;
    private final Results results;

    private StartHarness(LocalRedis redis, Results results) {
        this.redis = redis;
        this.results = results;
    }

    /** A JVM and the way to prepare its classes. */
    private record Setup(
            Path javaHome, String name, @Nullable Archive archive) {}

    /**
     * @param write the option, followed by the file, with which a JVM writes the archive at its end
     * @param read the option, followed by the file, with which a JVM uses it
     */
    private record Archive(String name, String write, String read) {

        /** Class data sharing. */
        static final Archive CDS = new Archive("CDS archive", "-XX:ArchiveClassesAtExit=", "-XX:SharedArchiveFile=");

        /** Ahead-of-time class loading, linking and profiles: JEP 483, 514 and 515. */
        static final Archive AOT = new Archive("AOT cache", "-XX:AOTCacheOutput=", "-XX:AOTCache=");
    }

    public static void main(String[] arguments) throws Exception {
        try (LocalRedis redis = LocalRedis.start()) {
            StartHarness harness = new StartHarness(redis, Results.of(StartHarness.class));
            Path present = Path.of(System.getProperty("java.home"));
            harness.starts(new Setup(present, version(present), null));
            harness.starts(new Setup(present, version(present), Archive.CDS));
            String later = System.getProperty("java.later");
            if (later != null) {
                harness.starts(new Setup(Path.of(later), version(Path.of(later)), null));
                harness.starts(new Setup(Path.of(later), version(Path.of(later)), Archive.AOT));
            }
            harness.memory(new Setup(present, version(present), null));
        }
    }

    /** Reads the version from the file {@code release} of a JDK. */
    private static String version(Path javaHome) throws IOException {
        Properties release = new Properties();
        try (Reader reader = Files.newBufferedReader(javaHome.resolve("release"))) {
            release.load(reader);
        }
        String version = release.getProperty("JAVA_VERSION").replace("\"", "");
        return "Java " + Runtime.Version.parse(version).feature();
    }

    private void starts(Setup setup) throws Exception {
        Map<String, String[]> applications = new LinkedHashMap<>();
        applications.put(WITHOUT, new String[] {"--idgen.enabled=false"});
        applications.put(WITH, new String[0]);
        applications.put("the same and " + TYPES.size() + " generators", generators(TYPES));
        Map<String, double[]> medians = medians(setup, applications);
        double without = medians.get(WITHOUT)[ALL];
        for (Map.Entry<String, double[]> median : medians.entrySet()) {
            results.add(
                    "start",
                    "Java",
                    setup.name(),
                    "classes",
                    setup.archive() == null ? "from jars" : setup.archive().name(),
                    "",
                    median.getKey(),
                    "context, ms",
                    median.getValue()[CONTEXT],
                    "first, ms",
                    median.getValue()[FIRST],
                    "all since the JVM began, ms",
                    median.getValue()[ALL],
                    "more than one `INCR`, ms",
                    median.getValue()[ALL] - without);
        }
    }

    private void memory(Setup setup) throws Exception {
        Map<String, String[]> applications = new LinkedHashMap<>();
        applications.put(WITHOUT, new String[] {"--idgen.enabled=false"});
        applications.put(WITH, new String[0]);
        applications.put("idle", generators(Collections.nCopies(IDLE_GENERATORS, "snowflake")));
        Map<String, double[]> medians = medians(setup, applications);
        double with = medians.get(WITH)[HEAP];
        results.add(
                "memory", "", "string ids with their stock", "heap, KiB", (with - medians.get(WITHOUT)[HEAP]) / KIBI);
        results.add(
                "memory",
                "",
                "one idle snowflake generator",
                "heap, KiB",
                (medians.get("idle")[HEAP] - with) / KIBI / IDLE_GENERATORS);
    }

    private static String[] generators(List<String> types) {
        List<String> properties = new ArrayList<>();
        for (String type : types) {
            properties.add("--idgen.generators.g" + properties.size() + ".type=" + type);
        }
        return properties.toArray(String[]::new);
    }

    private Map<String, double[]> medians(Setup setup, Map<String, String[]> applications) throws Exception {
        Map<String, List<String>> options = new LinkedHashMap<>();
        for (Map.Entry<String, String[]> application : applications.entrySet()) {
            options.put(application.getKey(), prepare(setup, application.getValue()));
        }
        Map<String, List<double[]>> runs = new LinkedHashMap<>();
        for (int run = 0; run < RUNS; run++) {
            for (Map.Entry<String, String[]> application : applications.entrySet()) {
                runs.computeIfAbsent(application.getKey(), its -> new ArrayList<>())
                        .add(run(setup, options.get(application.getKey()), application.getValue()));
            }
        }
        Map<String, double[]> medians = new LinkedHashMap<>();
        runs.forEach((application, all) -> medians.put(application, median(all)));
        return medians;
    }

    private static double[] median(List<double[]> runs) {
        double[] median = new double[runs.get(0).length];
        for (int i = 0; i < median.length; i++) {
            int value = i;
            median[i] = runs.stream().mapToDouble(run -> run[value]).sorted().toArray()[runs.size() / 2];
        }
        return median;
    }

    /** Runs an application once to write its classes, as Spring Boot recommends. Returns the option that uses them. */
    private List<String> prepare(Setup setup, String... properties) throws IOException {
        Archive archive = setup.archive();
        if (archive == null) {
            return List.of();
        }
        Path file = Files.createTempFile("start", ".archive");
        Files.delete(file);
        file.toFile().deleteOnExit();
        ChildJvm.start(
                        setup.javaHome(),
                        List.of(archive.write() + file, "-Dspring.context.exit=onRefresh"),
                        FirstId.class,
                        arguments(properties))
                .awaitEnd();
        if (Files.notExists(file)) {
            throw new IllegalStateException("no " + archive.name() + " was written by " + setup.javaHome());
        }
        return List.of(archive.read() + file);
    }

    private double[] run(Setup setup, List<String> options, String... properties) throws Exception {
        try (ChildJvm child = ChildJvm.start(setup.javaHome(), options, FirstId.class, arguments(properties))) {
            return Arrays.stream(child.await("measured").split(" ", -1))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
        }
    }

    private String[] arguments(String... properties) {
        List<String> arguments = new ArrayList<>(Arrays.asList(properties));
        arguments.add("--spring.data.redis.port=" + redis.port());
        arguments.add("--logging.level.root=warn");
        return arguments.toArray(String[]::new);
    }
}
