package dev.idgen.localredis;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What became of runs of a test class. Thread-safe.
 *
 * @param testClass its simple name
 * @param server the server it ran on, such as {@code MARIADB}, or empty
 * @param outcome {@value #PASSED}, or why the runs were skipped
 */
record TestRun(String testClass, String server, String outcome) implements Comparable<TestRun> {

    static final String PASSED = "passed";

    private static final Pattern SERVER = Pattern.compile(
            "\\b((?:EMBEDDED_REDIS|REDIS|VALKEY) (?:LETTUCE|JEDIS)|H2|POSTGRESQL|PGBOUNCER|MARIADB|MYSQL|MONGODB)\\b");
    private static final Pattern GROUP = Pattern.compile("\\[([a-z0-9-]+)] (.+)");

    /** The server that an argument of a parameterized test names, or empty. */
    static String server(String displayName) {
        Matcher server = SERVER.matcher(displayName);
        return server.find() ? server.group(1) : "";
    }

    boolean isPassed() {
        return outcome.equals(PASSED);
    }

    /** The label of the need that was not met, or empty if the test did not say. */
    String group() {
        Matcher group = GROUP.matcher(outcome);
        return group.matches() ? group.group(1) : "";
    }

    /** Why it was skipped. */
    String reason() {
        Matcher group = GROUP.matcher(outcome);
        return group.matches() ? group.group(2) : outcome;
    }

    String line(int times) {
        return String.join("\t", testClass, server, Integer.toString(times), outcome);
    }

    @Override
    public int compareTo(TestRun other) {
        return Comparator.comparing(TestRun::testClass)
                .thenComparing(TestRun::server)
                .thenComparing(TestRun::outcome)
                .compare(this, other);
    }
}
