package dev.idgen.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.ArgumentPreparedStatementSetter;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementCallback;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.datasource.init.DatabasePopulator;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/**
 * Everything that differs by database, here in standard SQL. To add one, add a class, and a schema if needed. Then add
 * the database to {@link KnownDialects}, and its errors to {@link SqlErrors}. Stateless.
 *
 * <p>Methods for counters run in a transaction, those for leases outside of any. The lease store asks for the
 * database's <i>run</i>. It changes with each start of the server, with another server and, except in H2, when the
 * table is recreated. It is null on a standby, and if the database cannot tell.
 */
/*
 * Before a swap creates a value, it makes an empty row. An insert would read the clock, wait for another's uncommitted
 * insert, and might write much later. An update that waits for its row can read the clock afterwards; the classes say
 * how. While it waits, other writers wait, too, so the value does not change.
 */
abstract class Dialect {

    static final String STANDARD_SCHEMA = "schema.sql";
    static final int SECONDS = 2;

    /** Seconds after which the database ends a silent transaction of idgen's own, if it can. */
    static final int IDLE_SECONDS = 5;

    /**
     * Seconds for which idgen keeps its own unused connection. MySQL has no limit for transactions alone, so it
     * closes such connections after the same time.
     */
    static final int UNUSED_SECONDS = 30;

    private static final String ROW = " WHERE namespace = ? AND counter_name = ?";
    private static final String UPDATE = "UPDATE idgen_counter SET last_number = ";
    private static final String ADD =
            UPDATE + "CASE WHEN last_number < ? THEN ? ELSE last_number + ? END" + ROW + " AND last_number <= ?";
    private static final String INSERT =
            "INSERT INTO idgen_counter (namespace, counter_name, last_number) VALUES (?, ?, ?)";
    private static final String VALUE = "SELECT last_number FROM idgen_counter" + ROW;
    private static final String LOCK = VALUE + " FOR UPDATE";
    static final String WRITE = UPDATE + "?" + ROW;
    static final String TAKE_UPDATE = UPDATE + "%s" + ROW + " AND last_number BETWEEN ? AND ?";
    static final String EMPTY_ROW =
            "INSERT INTO idgen_register (namespace, group_name, name, stored_value) VALUES (:namespace, :group, :name, '')";

    /** The script that creates the tables. */
    final String schema;

    /** Seconds that a transaction's statements may take together, or {@code TIMEOUT_DEFAULT} for no limit. */
    final int timeout;

    /** An SQL expression of the database's time in epoch milliseconds. */
    final String clock;

    /** An SQL expression of the database's run. */
    final String run;

    Dialect(String schema, int timeout, String clock, String run) {
        this.schema = schema;
        this.timeout = timeout;
        this.clock = clock;
        this.run = run;
    }

    /**
     * Requires a database that keeps row locks until the transaction ends, and has a run.
     *
     * @throws dev.idgen.InvalidSettingException for any other database
     */
    Dialect requireSupport() {
        return this;
    }

    // Connections

    /** Whether idgen creates its tables by default. */
    boolean isEmbedded() {
        return false;
    }

    /** A statement to run on each new connection of idgen's own, or empty. */
    String session() {
        return "";
    }

    /** Prepares the database before the first request, by statements that commit by themselves. */
    void prepare(JdbcTemplate jdbc) {}

    DatabasePopulator tables() {
        return new ResourceDatabasePopulator(new ClassPathResource("/dev/idgen/jdbc/" + schema, Dialect.class));
    }

    /**
     * The schema in which the database looks for idgen's tables, for messages. Empty if there is none, as in MySQL.
     */
    String place(JdbcTemplate jdbc) {
        ConnectionCallback<String> schema = connection -> Objects.requireNonNullElse(connection.getSchema(), "");
        String place = Objects.requireNonNull(jdbc.execute(schema));
        return place.isEmpty() ? "" : " in schema '" + place + "'";
    }

    // Counters

    /**
     * Adds to a counter, if its value is at most {@code most}.
     *
     * @param floor at most {@code most}
     * @throws org.springframework.dao.DuplicateKeyException if another instance inserted the row meanwhile
     */
    Optional<Long> add(JdbcTemplate jdbc, String namespace, String counter, long delta, long floor, long most) {
        if (jdbc.update(ADD, floor, floor + delta, delta, namespace, counter, most) == 0) {
            Optional<Long> found = value(jdbc, namespace, counter);
            if (found.filter(value -> value > most).isPresent()) {
                return Optional.empty();
            }
            if (delta > 0 || found.filter(value -> value >= floor).isEmpty()) { // else the row keeps its value
                write(jdbc, INSERT, namespace, counter, floor + delta);
            }
        }
        return value(jdbc, namespace, counter);
    }

    /**
     * Creates a counter with a value, if it does not exist.
     *
     * @throws org.springframework.dao.DuplicateKeyException if another instance inserted the row meanwhile
     */
    void create(JdbcTemplate jdbc, String namespace, String counter, long value) {
        // A failing insert would wait for transactions that have locked the row.
        if (value(jdbc, namespace, counter).isEmpty()) {
            write(jdbc, INSERT, namespace, counter, value);
        }
    }

    /**
     * Creates a counter in the caller's transaction.
     *
     * @throws org.springframework.dao.DuplicateKeyException if there is one that the transaction cannot see
     */
    void create(CallersTransaction jdbc, String namespace, String counter, long value) {
        limited(jdbc, INSERT, namespace, counter, value);
    }

    /** The value of a counter, if it has a row. Locks nothing. */
    static Optional<Long> value(JdbcTemplate jdbc, String namespace, String counter) {
        return numbers(jdbc, VALUE, namespace, counter).stream().findFirst();
    }

    /** Writes rows of counters in a transaction of idgen's own, and returns their number. */
    int write(JdbcTemplate jdbc, String statement, Object... parameters) {
        return jdbc.update(statement, parameters);
    }

    /**
     * Adds to a counter in the caller's transaction, which locks its row. Returns the new value, or nothing and changes
     * nothing if the value was not from {@code least} to {@code most} or the transaction cannot see the row.
     */
    List<Long> take(CallersTransaction jdbc, String namespace, String counter, long delta, long least, long most) {
        return limited(
                jdbc, returning(TAKE_UPDATE.formatted("last_number + ?")), delta, namespace, counter, least, most);
    }

    /** Has an update of a counter return the new value. */
    String returning(String update) {
        return "SELECT last_number FROM FINAL TABLE (" + update + ")";
    }

    /**
     * Locks a counter's row, in the caller's transaction or another. Returns its value, or nothing if the transaction
     * cannot see it.
     */
    List<Long> lock(JdbcTemplate jdbc, String namespace, String counter) {
        return jdbc instanceof CallersTransaction caller
                ? limited(caller, LOCK, namespace, counter)
                : numbers(jdbc, inOwnTransaction(LOCK), namespace, counter);
    }

    /** A first statement of a transaction of idgen's own, with the settings that the database needs there. */
    String inOwnTransaction(String statement) {
        return statement;
    }

    /**
     * Executes a statement in the caller's transaction, and returns the numbers that it returns. The database ends its
     * waits for locks after the template's time, H2 after its own. The caller's other statements keep their limit.
     */
    List<Long> limited(CallersTransaction jdbc, String statement, Object... parameters) {
        return numbers(jdbc, statement, parameters);
    }

    /** Ends a query, so that it returns no more rows. */
    String first(int rows) {
        return " FETCH FIRST " + rows + " ROWS ONLY";
    }

    /** Lowers a counter if its value is as expected. */
    boolean giveBack(JdbcTemplate jdbc, String namespace, String counter, long expected, long value) {
        return value == expected
                ? value(jdbc, namespace, counter).equals(Optional.of(expected))
                : write(jdbc, WRITE + " AND last_number = ?", value, namespace, counter, expected) == 1;
    }

    /** Executes one statement, or several. Returns the first column of the rows in which it is a number. */
    static List<Long> numbers(JdbcTemplate jdbc, String sql, Object... parameters) {
        PreparedStatementCallback<List<Long>> execution = statement -> {
            new ArgumentPreparedStatementSetter(parameters).setValues(statement);
            return executed(statement);
        };
        return Objects.requireNonNull(jdbc.execute(sql, execution));
    }

    /** Executes the statement, and returns the numbers. */
    static List<Long> executed(PreparedStatement statement) throws SQLException {
        List<Long> numbers = new ArrayList<>();
        boolean hasRows = statement.execute();
        while (hasRows || statement.getUpdateCount() >= 0) {
            ResultSet rows = statement.getResultSet();
            while (hasRows && rows.getMetaData().getColumnType(1) != Types.VARCHAR && rows.next()) {
                numbers.add(rows.getLong(1));
            }
            hasRows = statement.getMoreResults();
        }
        return numbers;
    }

    // Leases

    /** An SQL condition: the clock is within {@code :limit} of {@code :time}, both in milliseconds. */
    String isWithin() {
        return "ABS(" + clock + " - :time) <= :limit";
    }

    /**
     * Executes the update of a value, and returns whether it wrote.
     *
     * @param isThere whether the value exists; if not, this first inserts an empty row
     * @param parameters {@code namespace}, {@code group}, {@code name}, and the update's own
     */
    boolean swap(NamedParameterJdbcTemplate jdbc, boolean isThere, String update, MapSqlParameterSource parameters) {
        if (!isThere) {
            try {
                jdbc.update(EMPTY_ROW, parameters);
            } catch (DuplicateKeyException e) {
                // Another instance has inserted it.
            }
        }
        return jdbc.update(update, parameters) == 1;
    }
}
