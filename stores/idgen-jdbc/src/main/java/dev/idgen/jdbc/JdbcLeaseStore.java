package dev.idgen.jdbc;

import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.store.AllowedNames;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.ResultSetExtractor;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/**
 * A lease store in a database: each value has a row of {@code idgen_register}, and an empty row means no value. Each
 * statement commits by itself, so a client that stops keeps no row locked.
 *
 * <p>A swap compares its own value once the row is locked. It compares the other values as committed when the statement
 * began. So two swaps of different values that compare each other may both write, except in PostgreSQL. A grant may
 * then be written just after a doubt was noted. That is as safe as one just before the doubt: its window closes in
 * time, and its own value was compared exactly.
 *
 * <p>After a swap that wrote, the returned time is that of the look before it.
 *
 * <p>Thread-safe.
 */
public final class JdbcLeaseStore implements LeaseStore {

    /** Begins each group's name in the table: the version of the stored format of leases. */
    private static final String FORMAT = "4:";

    private static final String GROUP = " namespace = :namespace AND group_name = :group AND name";
    private static final String COUNT =
            "(SELECT n FROM (SELECT COUNT(*) AS n FROM idgen_register WHERE stored_value <> '' AND" + GROUP
                    + " IN (:names)";

    /** Replaces an empty list of names, because {@code IN} must list something. */
    private static final String NONE = "";

    private final JdbcDatabase database;
    private final String namespace;

    /**
     * Opens the lease store of a namespace.
     *
     * @param namespace 1 to 64 characters {@code [0-9A-Za-z._-]}
     * @throws dev.idgen.InvalidSettingException if the namespace is malformed
     */
    public JdbcLeaseStore(JdbcDatabase database, String namespace) {
        this.database = database;
        this.namespace = AllowedNames.namespace(namespace);
    }

    @Override
    public String name() {
        return "jdbc";
    }

    @Override
    public CompletionStage<Snapshot> read(String group, List<String> names) {
        return database.runCommitting((jdbc, dialect) -> lookAt(jdbc, dialect.requireSupport(), group, names));
    }

    @Override
    public CompletionStage<Swapped> compareAndSet(String group, Snapshot looked, String name, String next) {
        return database.runCommitting((jdbc, dialect) -> {
            boolean wrote = isWritten(jdbc, dialect.requireSupport(), group, looked, name, next);
            return new Swapped(wrote, wrote ? after(looked, name, next) : lookAt(jdbc, dialect, group, looked.names()));
        });
    }

    private Snapshot lookAt(JdbcTemplate jdbc, Dialect dialect, String group, List<String> names) {
        String query = "SELECT " + dialect.clock + ", " + dialect.run + ", name, stored_value"
                + " FROM (SELECT 1 AS n) AS one LEFT JOIN idgen_register ON" + GROUP + " IN (:names)";
        ResultSetExtractor<Snapshot> snapshot = rows -> read(rows, names);
        return Objects.requireNonNull(
                new NamedParameterJdbcTemplate(jdbc).query(query, parameters(group, names), snapshot));
    }

    private MapSqlParameterSource parameters(String group, List<String> names) {
        return new MapSqlParameterSource("namespace", namespace)
                .addValue("group", FORMAT + group)
                .addValue("names", names.isEmpty() ? List.of(NONE) : names);
    }

    /** Reads at least one row, whose name is null if there is no value. */
    private static Snapshot read(ResultSet rows, List<String> names) throws SQLException {
        rows.next();
        long time = rows.getLong(1);
        String run = rows.getString(2);
        if (run == null) {
            throw new IllegalStateException(
                    "the database does not tell whether it restarted or lost data, so idgen leases nothing from it. It must"
                            + " accept writes, and idgen_register must be a table, not a view or partitioned, and visible to"
                            + " idgen's user");
        }
        Map<String, String> values = new HashMap<>();
        do {
            String name = rows.getString(3);
            String value = rows.getString(4);
            if (name != null && value != null && !value.isEmpty()) {
                values.put(name, value);
            }
        } while (rows.next());
        return new Snapshot(time, run, Snapshot.UNKNOWN_EPOCH, names, values);
    }

    private static Snapshot after(Snapshot looked, String name, String next) {
        Map<String, String> values = new HashMap<>(looked.values());
        values.put(name, next);
        return new Snapshot(looked.time(), looked.run(), looked.epoch(), looked.names(), values);
    }

    /** Writes only if as many of the looked-at values exist as before, and all of those are unchanged. */
    private boolean isWritten(
            JdbcTemplate jdbc, Dialect dialect, String group, Snapshot looked, String name, String next) {
        String expected = looked.value(name);
        String update = "UPDATE idgen_register SET stored_value = :next WHERE" + GROUP
                + " = :name AND stored_value = :expected AND " + dialect.run + " = :run AND " + dialect.isWithin()
                + " AND " + COUNT + ") AS present) = :count"
                + " AND " + COUNT + " AND (1 = 0" + anyOf(looked.values().size()) + ")) AS same) = :count";
        MapSqlParameterSource parameters = parameters(group, looked.names())
                .addValue("name", name)
                .addValue("next", next)
                .addValue("expected", expected == null ? "" : expected)
                .addValue("run", looked.run())
                .addValue("time", looked.time())
                .addValue("limit", SNAPSHOT_LIMIT_MILLIS)
                .addValue("count", looked.values().size());
        int index = 0;
        for (Map.Entry<String, String> value : looked.values().entrySet()) {
            parameters.addValue("name" + index, value.getKey());
            parameters.addValue("value" + index++, value.getValue());
        }
        try {
            return dialect.swap(new NamedParameterJdbcTemplate(jdbc), expected != null, update, parameters);
        } catch (PessimisticLockingFailureException | QueryTimeoutException e) {
            return false; // the row was locked for too long, so the database rolled back
        }
    }

    /** An SQL condition: a row has one of the values. Not every database compares pairs by {@code IN}. */
    private static String anyOf(int values) {
        return IntStream.range(0, values)
                .mapToObj(index -> " OR (name = :name%1$s AND stored_value = :value%1$s)".formatted(index))
                .collect(Collectors.joining());
    }
}
