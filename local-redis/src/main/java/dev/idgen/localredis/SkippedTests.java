package dev.idgen.localredis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Counts the runs of this JVM's tests, and keeps why others were skipped. Surefire merges runs of one name, and says no
 * reason. In a build, the folder that {@code idgen.tests.runs} names collects them for {@link TestSummary}. Elsewhere,
 * this class prints them. JUnit finds this class as a service. Thread-safe.
 */
public final class SkippedTests implements TestExecutionListener {

    private final @Nullable String folder;
    private final Map<TestRun, Integer> runs = new TreeMap<>();
    private @Nullable TestPlan plan;

    /** As JUnit makes it. */
    public SkippedTests() {
        this(System.getProperty("idgen.tests.runs"));
    }

    SkippedTests(@Nullable String folder) {
        this.folder = folder;
    }

    @Override
    public synchronized void testPlanExecutionStarted(TestPlan started) {
        plan = started;
    }

    @Override
    public synchronized void executionSkipped(TestIdentifier test, String reason) {
        long tests = plan == null
                ? 0
                : plan.getDescendants(test).stream()
                        .filter(TestIdentifier::isTest)
                        .count();
        count(test, reason, Math.max(1, (int) tests));
    }

    @Override
    public synchronized void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == Status.ABORTED) {
            count(test, result.getThrowable().map(Throwable::getMessage).orElse(""), 1);
        } else if (test.isTest() && result.getStatus() == Status.SUCCESSFUL) {
            count(test, TestRun.PASSED, 1);
        }
    }

    private void count(TestIdentifier test, @Nullable String reason, int times) {
        String first = reason == null || reason.isBlank()
                ? "no reason"
                : reason.lines().findFirst().orElseThrow();
        TestRun run = new TestRun(
                testClass(test),
                server(test),
                first.replaceFirst("^(Assumption failed: |.* ==> )", "").replace('\t', ' '));
        runs.merge(run, times, Integer::sum);
    }

    private static String testClass(TestIdentifier test) {
        return test.getSource()
                .map(source -> source instanceof MethodSource method
                        ? method.getClassName()
                        : source instanceof ClassSource type ? type.getClassName() : test.getDisplayName())
                .orElse(test.getDisplayName())
                .replaceFirst(".*\\.", "");
    }

    /** What a parameter of the class, or else of the test, names: the server, and with it perhaps the driver. */
    private String server(TestIdentifier test) {
        String outermost = "";
        for (TestIdentifier of = test; of != null; of = parent(of)) {
            String server = TestRun.server(of.getDisplayName());
            outermost = server.isEmpty() ? outermost : server;
        }
        return outermost;
    }

    private @Nullable TestIdentifier parent(TestIdentifier test) {
        return plan == null ? null : plan.getParent(test).orElse(null);
    }

    @Override
    public synchronized void testPlanExecutionFinished(TestPlan finished) {
        if (folder == null) {
            new TestSummary(runs, Map.of()).skipped().forEach(line -> System.out.println("[WARNING] " + line));
        } else {
            write(Path.of(folder));
        }
        runs.clear();
    }

    private void write(Path to) {
        try {
            Files.createDirectories(to);
            Files.write(
                    to.resolve(ProcessHandle.current().pid() + ".tsv"),
                    runs.entrySet().stream()
                            .map(entry -> entry.getKey().line(entry.getValue()))
                            .toList(),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
