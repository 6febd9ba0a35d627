package dev.idgen.localredis;

import java.util.Map;
import java.util.TreeMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Prints why tests of a module were skipped, such as a missing server or program. JUnit's summary only counts them.
 * JUnit finds this class as a service. Thread-safe.
 */
public final class SkippedTests implements TestExecutionListener {

    private final Map<String, Integer> reasons = new TreeMap<>();

    @Override
    public synchronized void executionSkipped(TestIdentifier test, String reason) {
        String first = reason.lines().findFirst().orElse("for no reason that it gave");
        reasons.merge(first.replaceFirst("^Assumption failed: ", ""), 1, Integer::sum);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == Status.ABORTED) {
            String reason = result.getThrowable().map(Throwable::getMessage).orElse("");
            executionSkipped(test, reason);
        }
    }

    @Override
    public synchronized void testPlanExecutionFinished(TestPlan plan) {
        reasons.forEach((reason, tests) -> System.out.println("[WARNING] Skipped " + tests + ": " + reason));
        reasons.clear();
    }
}
