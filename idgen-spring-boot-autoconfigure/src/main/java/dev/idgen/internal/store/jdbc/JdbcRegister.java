package dev.idgen.internal.store.jdbc;

import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.setting.StoreNames;
import dev.idgen.internal.store.jdbc.RegisterDialect.ValueKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.ResultSetExtractor;

/**
 * A register in a database: a row of {@code idgen_register} for each value, which is empty if the value is not there. Statements
 * commit by themselves, so that a client that stops has no row locked.
 *
 * <p>The value that is swapped is compared when its row is locked. The other values are compared as they were committed when the
 * statement began: except in PostgreSQL, two swaps of different values that compare each other may both write.
 *
 * <p>A swap that has written tells the time of the look before it.
 *
 * <p>Thread-safe.
 */
public final class JdbcRegister implements Register {

    /** No lock in time, in PostgreSQL (or the statement's time is up) and in H2: the statement was rolled back. */
    private static final Set<String> NO_LOCK = Set.of("55P03", "57014", "HYT00");

    private static final String IN_GROUP = " namespace = ? AND group_name = ? AND name";
    private static final String COUNT = "(SELECT n FROM (SELECT COUNT(*) AS n FROM idgen_register WHERE" + IN_GROUP;

    private final JdbcDatabase database;
    private final String namespace;
    private final EarlierLeases earlier;

    private JdbcRegister(JdbcDatabase database, String namespace) {
        this.database = database;
        this.namespace = namespace;
        this.earlier = new EarlierLeases(namespace, database.time());
    }

    /**
     * The register of a namespace.
     *
     * @param namespace 1 to 64 characters {@code [0-9A-Za-z._-]}
     * @throws dev.idgen.InvalidSettingException if the namespace is malformed
     */
    public static JdbcRegister create(JdbcDatabase database, String namespace) {
        return new JdbcRegister(database, StoreNames.namespace(namespace));
    }

    @Override
    public String name() {
        return "jdbc";
    }

    @Override
    public CompletionStage<Look> look(String group, List<String> names) {
        return database.runCommitting((jdbc, dialect) -> lookAt(jdbc, RegisterDialect.of(dialect), group, names));
    }

    @Override
    public CompletionStage<Swapped> swap(String group, Look looked, String name, String next) {
        return database.runCommitting((jdbc, dialect) -> {
            RegisterDialect its = RegisterDialect.of(dialect);
            boolean wrote = isWritten(jdbc, its, new ValueKey(namespace, group, name), looked, next);
            return new Swapped(wrote, wrote ? after(looked, name, next) : lookAt(jdbc, its, group, looked.names()));
        });
    }

    @Override
    public CompletionStage<Long> earlierFormatEnds(String group) {
        return database.runCommitting((jdbc, dialect) -> earlier.end(jdbc, RegisterDialect.of(dialect), group));
    }

    private Look lookAt(JdbcTemplate jdbc, RegisterDialect dialect, String group, List<String> names) {
        Sql query = new Sql(
                        "SELECT " + dialect.clock() + ", " + dialect.run() + ", name, stored_value"
                                + " FROM (SELECT 1 AS n) AS one LEFT JOIN idgen_register ON" + IN_GROUP + " IN ",
                        namespace,
                        group)
                .addList(names);
        try {
            return look(jdbc, query, names);
        } catch (BadSqlGrammarException e) {
            if (!dialect.isPrepared(jdbc)) {
                throw e;
            }
            return look(jdbc, query, names);
        }
    }

    private static Look look(JdbcTemplate jdbc, Sql query, List<String> names) {
        ResultSetExtractor<Look> extractor = rows -> look(rows, names);
        return Objects.requireNonNull(jdbc.query(query.text(), extractor, query.parameters()));
    }

    /** At least one row, which has no name if nothing is there. */
    private static Look look(ResultSet rows, List<String> names) throws SQLException {
        rows.next();
        long time = rows.getLong(1);
        String run = rows.getString(2);
        if (run == null) {
            throw new IllegalStateException(
                    "the database does not tell whether it is the one that it was, and idgen_register the"
                            + " table: it must take writes, and idgen_register must be a table, not a view or partitioned, and visible to"
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
        return new Look(time, run, Look.UNKNOWN_EPOCH, names, values);
    }

    private static Look after(Look looked, String name, String next) {
        Map<String, String> values = new HashMap<>(looked.values());
        values.put(name, next);
        return new Look(looked.time(), looked.run(), looked.epoch(), looked.names(), values);
    }

    private boolean isWritten(JdbcTemplate jdbc, RegisterDialect dialect, ValueKey key, Look looked, String next) {
        String expected = looked.value(key.name());
        Sql update = new Sql(
                        "UPDATE idgen_register SET stored_value = ? WHERE" + IN_GROUP
                                + " = ? AND stored_value = ? AND ",
                        next,
                        key.namespace(),
                        key.group(),
                        key.name(),
                        expected == null ? "" : expected)
                .add(isUnchanged(dialect, key.group(), looked));
        try {
            return dialect.write(jdbc, key, expected != null, update) == 1;
        } catch (PessimisticLockingFailureException e) {
            return false;
        } catch (DataAccessException e) {
            if (NestedExceptionUtils.getMostSpecificCause(e) instanceof SQLException cause
                    && NO_LOCK.contains(cause.getSQLState())) {
                return false;
            }
            throw e;
        }
    }

    /** A condition: of the values that were looked at there are as many, and as many of them are the same. */
    private Sql isUnchanged(RegisterDialect dialect, String group, Look looked) {
        int count = looked.values().size();
        Sql condition = new Sql(dialect.run() + " = ? AND ", looked.run())
                .add(dialect.isWithin(SWAP_LIMIT_MILLIS, looked.time()))
                .add(" AND " + COUNT + " IN ", namespace, group)
                .addList(looked.names())
                .add(" AND stored_value <> '') AS present) = ?", count);
        if (count > 0) {
            Sql same = new Sql(" AND " + COUNT + " IN ", namespace, group)
                    .addList(looked.values().keySet())
                    .add(" AND (1 = 0");
            looked.values().forEach((name, value) -> same.add(" OR name = ? AND stored_value = ?", name, value));
            condition.add(same.add(")) AS same) = ?", count));
        }
        return condition;
    }
}
