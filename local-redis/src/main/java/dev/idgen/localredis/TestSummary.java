package dev.idgen.localredis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the tests of a build left out, and whether it may be left out. For one thread. */
public final class TestSummary {

    private static final String VERSIONS = ".versions";

    private final Map<TestRun, Integer> runs;
    private final Map<String, String> versions;

    TestSummary(Map<TestRun, Integer> runs, Map<String, String> versions) {
        this.runs = new TreeMap<>(runs);
        this.versions = new TreeMap<>(versions);
    }

    /** Keeps the version of a server that tests use, for the summary of the build. */
    public static void version(TestNeed server, String version) {
        String folder = System.getProperty("idgen.tests.runs");
        if (folder == null) {
            return;
        }
        try {
            Files.createDirectories(Path.of(folder));
            Files.writeString(
                    Path.of(folder, ProcessHandle.current().pid() + VERSIONS),
                    server + "\t" + version.replace('\n', ' ') + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What {@link SkippedTests} wrote in each JVM of a build. */
    public static TestSummary of(Path folder) throws IOException {
        Map<TestRun, Integer> runs = new TreeMap<>();
        Map<String, String> versions = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                for (String line : Files.readAllLines(file)) {
                    String[] parts = line.split("\t", 4);
                    if (file.toString().endsWith(VERSIONS)) {
                        versions.put(parts[0], parts[1]);
                        continue;
                    }
                    runs.merge(new TestRun(parts[0], parts[1], parts[3]), Integer.parseInt(parts[2]), Integer::sum);
                }
            }
        }
        return new TestSummary(runs, versions);
    }

    /** One line for each group of skipped tests: how many runs, of which classes, why, and how to run them. */
    public List<String> skipped() {
        Map<String, Integer> counts = new TreeMap<>();
        Map<String, Set<String>> classes = new TreeMap<>();
        runs.forEach((run, times) -> {
            if (!run.isPassed()) {
                counts.merge(run.outcome(), times, Integer::sum);
                classes.computeIfAbsent(run.outcome(), any -> new TreeSet<>()).add(run.testClass());
            }
        });
        return counts.entrySet().stream()
                .map(entry -> "Skipped " + entry.getValue() + " of "
                        + String.join(", ", classes.getOrDefault(entry.getKey(), Set.of())) + ": " + entry.getKey())
                .toList();
    }

    /** The runs that passed, by server and version, and by driver where there are several. */
    public Map<String, Integer> passed() {
        Map<String, Integer> passed = new TreeMap<>();
        runs.forEach((run, times) -> {
            if (run.isPassed() && !run.server().isEmpty()) {
                String[] parts = run.server().split(" ", 2);
                String name = versions.getOrDefault(parts[0], parts[0])
                        + (parts.length < 2 ? "" : " by " + (parts[1].equals("JEDIS") ? "Jedis" : "Lettuce"));
                passed.merge(name, times, Integer::sum);
            }
        });
        return passed;
    }

    /**
     * What must not be: tests that were skipped without naming a {@link TestNeed}, and groups that this build must run.
     *
     * @param required labels of needs, separated by commas; empty for none
     */
    public List<String> faults(String required) {
        Set<String> known =
                Arrays.stream(TestNeed.values()).map(TestNeed::label).collect(Collectors.toSet());
        Set<String> must = Stream.of(required.split(",", -1))
                .filter(label -> !label.isBlank())
                .collect(Collectors.toCollection(TreeSet::new));
        List<String> faults = new ArrayList<>();
        must.stream()
                .filter(label -> !known.contains(label))
                .forEach(label ->
                        faults.add("'" + label + "' is no group of tests: take some of " + new TreeSet<>(known)));
        Map<TestRun, Integer> skipped = new TreeMap<>();
        runs.forEach((run, times) -> {
            if (!run.isPassed()) {
                skipped.merge(new TestRun(run.testClass(), "", run.outcome()), times, Integer::sum);
            }
        });
        skipped.forEach((run, times) -> {
            if (!known.contains(run.group())) {
                faults.add(run.testClass() + " skips " + times + " without a TestNeed: " + run.outcome());
            } else if (must.contains(run.group())) {
                faults.add(run.testClass() + " must run here, but skips " + times + ": " + run.outcome());
            }
        });
        return faults;
    }
}
