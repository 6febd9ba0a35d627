package dev.idgen.samples.browser;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/** Prints which tests of a module were skipped, and why, before the summary that only counts them. Found by JUnit. Thread-safe. */
public final class SkippedTests implements TestExecutionListener {

    private final Queue<String> skipped = new ConcurrentLinkedQueue<>();

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        skipped.add(test.getLegacyReportingName() + ": " + reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == Status.ABORTED) {
            executionSkipped(
                    test, result.getThrowable().map(Throwable::getMessage).orElse("for no reason that it gave"));
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        skipped.forEach(test -> System.out.println("[WARNING] Skipped: " + test));
        skipped.clear();
    }
}
