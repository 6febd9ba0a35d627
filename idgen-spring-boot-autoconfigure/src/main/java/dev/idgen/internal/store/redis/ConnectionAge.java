package dev.idgen.internal.store.redis;

/**
 * Since when a connection has been answered without a break, in the server's time. Where a server does not tell its run, a new
 * connection is the only sign of a failover: it may lead to another server. Thread-safe.
 */
final class ConnectionAge {

    /** Later than any time that was ever recorded. */
    private static final long NOT_ANSWERED = 1L << 52;

    private final ScriptRunner runner;
    private volatile Age age;

    /** @param connections what {@link ScriptRunner#connections} said */
    record Age(long connections, long since) {}

    ConnectionAge(ScriptRunner runner) {
        this.runner = runner;
        this.age = new Age(runner.connections(), NOT_ANSWERED);
    }

    /** The knowledge about the present connection. A request asks for it, and hands it back when it was answered. */
    Age now() {
        Age known = age;
        long connections = runner.connections();
        return known.connections() == connections ? known : new Age(connections, NOT_ANSWERED);
    }

    /**
     * A request was answered.
     *
     * @param asked what was known when it was sent
     * @param clock the server's time in the answer, in epoch milliseconds
     * @param expected the server's time as the asker knew it from before, likewise, or 0: a server that took over may be behind
     */
    void answered(Age asked, long clock, long expected) {
        // Of several first answers any will do.
        if (asked.since() == NOT_ANSWERED && asked.connections() == runner.connections()) {
            age = new Age(asked.connections(), Math.max(clock, expected));
        }
    }
}
