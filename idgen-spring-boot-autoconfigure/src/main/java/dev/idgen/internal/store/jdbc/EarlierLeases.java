package dev.idgen.internal.store.jdbc;

import dev.idgen.internal.time.TimeSource;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Reads leases of stored format 2 from the tables {@code idgen_bucket} and {@code idgen_node}, if they exist. A failed
 * statement appears in the database's log, so after a missing table, this class does not look again for a second.
 *
 * <p>Thread-safe.
 */
final class EarlierLeases {

    private static final String LATEST_OF_BUCKET =
            "SELECT MAX(GREATEST(last_granted + longest_ttl, end_0, end_1, end_2, end_3)) AS latest"
                    + " FROM idgen_bucket WHERE namespace = ? AND bucket = ?";
    private static final String LATEST_OF_POOL =
            "SELECT MAX(window_end) AS latest FROM idgen_node WHERE namespace = ? AND bits = ?";
    private static final Pattern GROUP = Pattern.compile("(\\d+)|nodes:(\\d+):\\d+");
    private static final long MISSING_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String namespace;
    private final TimeSource time;
    private volatile long nextTry;

    EarlierLeases(String namespace, TimeSource time) {
        this.namespace = namespace;
        this.time = time;
        this.nextTry = time.nanoTime();
    }

    /**
     * The end of the last lease of a bucket, or of a whole pool of node ids, in epoch milliseconds; 0 if all have
     * ended.
     */
    long end(JdbcTemplate jdbc, Dialect dialect, String group) {
        Matcher key = GROUP.matcher(group);
        if (!key.matches() || time.nanoTime() - nextTry < 0) {
            return 0;
        }
        boolean isBucket = key.group(1) != null;
        try {
            return Objects.requireNonNull(jdbc.queryForObject(
                    "SELECT CASE WHEN latest > " + dialect.clock + " THEN latest ELSE 0 END FROM ("
                            + (isBucket ? LATEST_OF_BUCKET : LATEST_OF_POOL) + ") AS leases",
                    Long.class,
                    namespace,
                    Integer.parseInt(key.group(isBucket ? 1 : 2))));
        } catch (BadSqlGrammarException e) {
            nextTry = time.nanoTime() + MISSING_NANOS;
            return 0;
        }
    }
}
