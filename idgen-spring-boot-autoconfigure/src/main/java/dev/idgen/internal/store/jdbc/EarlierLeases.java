package dev.idgen.internal.store.jdbc;

import dev.idgen.internal.time.TimeSource;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Leases of stored format 2, in the tables {@code idgen_bucket} and {@code idgen_node}, where these are. Only reads. A failed
 * statement shows in the database's log, so tables that were missing are not looked for again for a second.
 *
 * <p>Thread-safe.
 */
final class EarlierLeases {

    private static final String LATEST_OF_BUCKET =
            "SELECT MAX(GREATEST(last_granted + longest_ttl, end_0, end_1, end_2, end_3)) AS latest"
                    + " FROM idgen_bucket WHERE namespace = ? AND bucket = ?";
    private static final String LATEST_OF_POOL =
            "SELECT MAX(window_end) AS latest FROM idgen_node WHERE namespace = ? AND bits = ?";
    private static final Pattern BUCKET = Pattern.compile("(\\d+)");
    private static final Pattern NODES = Pattern.compile("nodes:(\\d+):\\d+");
    private static final long MISSING_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String namespace;
    private final TimeSource time;
    private volatile boolean missing;
    private volatile long missingSince;

    EarlierLeases(String namespace, TimeSource time) {
        this.namespace = namespace;
        this.time = time;
    }

    /** When the last lease of a group ends, of node ids that of the whole pool, in epoch milliseconds; 0 if none is open. */
    long end(JdbcTemplate jdbc, RegisterDialect dialect, String group) {
        Matcher bucket = BUCKET.matcher(group);
        if (bucket.matches()) {
            return end(jdbc, dialect, LATEST_OF_BUCKET, Integer.parseInt(bucket.group(1)));
        }
        Matcher nodes = NODES.matcher(group);
        return nodes.matches() ? end(jdbc, dialect, LATEST_OF_POOL, Integer.parseInt(nodes.group(1))) : 0;
    }

    private long end(JdbcTemplate jdbc, RegisterDialect dialect, String latest, int key) {
        if (missing && time.nanoTime() - missingSince < MISSING_NANOS) {
            return 0;
        }
        try {
            missing = false;
            return Objects.requireNonNull(jdbc.queryForObject(
                    "SELECT CASE WHEN latest > " + dialect.clock() + " THEN latest ELSE 0 END FROM (" + latest
                            + ") AS leases",
                    Long.class,
                    namespace,
                    key));
        } catch (BadSqlGrammarException e) {
            missingSince = time.nanoTime();
            missing = true;
            return 0;
        }
    }
}
