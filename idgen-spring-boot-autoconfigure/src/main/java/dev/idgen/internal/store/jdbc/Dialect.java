package dev.idgen.internal.store.jdbc;

import dev.idgen.InvalidSettingException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.DatabasePopulator;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.transaction.TransactionDefinition;

/** The statements that differ by database; each method runs in a transaction. */
enum Dialect {

    /** Adds with one statement. */
    POSTGRESQL("schema-postgresql.sql", Dialect.SECONDS) {
        /** The commit waits for the disk; a setting that asks for more than that is left alone. */
        private static final String DURABLE = "CASE WHEN current_setting('synchronous_commit') = 'off'"
                + " THEN set_config('synchronous_commit', 'on', true) END";

        /** Both until the transaction ends, so that nothing stays on a connection that others use, as behind PgBouncer. */
        private static final String SETTINGS =
                DURABLE + ", set_config('idle_in_transaction_session_timeout', '" + Dialect.IDLE_SECONDS + "s', true)";

        private static final String ADD = "INSERT INTO idgen_counter AS c (namespace, counter_name, counter_value)"
                + " VALUES (?, ?, ?) ON CONFLICT (namespace, counter_name)"
                + " DO UPDATE SET counter_value = GREATEST(c.counter_value, ?) + ? RETURNING counter_value, "
                + SETTINGS;

        private static final String LOCK = "SELECT counter_value, " + DURABLE
                + " FROM idgen_counter WHERE namespace = ? AND counter_name = ? FOR UPDATE";

        @Override
        long add(JdbcTemplate jdbc, String namespace, String counter, long delta, long floor) {
            return Rows.numbers(jdbc, ADD, namespace, counter, floor + delta, floor, delta)
                    .get(0);
        }

        @Override
        int write(JdbcTemplate jdbc, String statement, Object... parameters) {
            return Rows.numbers(jdbc, statement + " RETURNING counter_value, " + SETTINGS, parameters)
                    .size();
        }

        @Override
        List<Long> lock(JdbcTemplate jdbc, String namespace, String counter) {
            return Rows.numbers(jdbc, LOCK, namespace, counter);
        }
    },

    /** MySQL and MariaDB. */
    MYSQL("schema-mysql.sql", Dialect.SECONDS),

    /**
     * H2, whose commits reach its file up to a second later unless it is told otherwise. It would keep a statement's timeout for the
     * connection's next user.
     */
    H2("schema-h2.sql", TransactionDefinition.TIMEOUT_DEFAULT) {

        private static final String CREATE_RUN = "CREATE GLOBAL TEMPORARY TABLE IF NOT EXISTS idgen_run NOT PERSISTENT"
                + " AS SELECT CAST(RANDOM_UUID() AS VARCHAR(64)) AS run";

        private static final String IS_DELAYED = "SELECT COUNT(*) FROM INFORMATION_SCHEMA.SETTINGS"
                + " WHERE DATABASE_PATH() IS NOT NULL AND SETTING_NAME = 'WRITE_DELAY' AND SETTING_VALUE <> '0'";

        @Override
        void prepare(JdbcTemplate jdbc) {
            try {
                if (number(jdbc, IS_DELAYED) > 0) {
                    jdbc.execute(NO_DELAY);
                }
            } catch (UncategorizedSQLException e) {
                log.warn(
                        "idgen's user may not say '{}' to H2: if the process is killed, up to a second of numbers comes again. Say it"
                                + " once as an administrator",
                        NO_DELAY);
            }
            try {
                jdbc.execute(CREATE_RUN);
            } catch (DataAccessException e) {
                log.debug("leases will fail for that, counters will not", e);
            }
        }
    },

    /** Any other database, within its own limits. */
    STANDARD("schema-h2.sql", TransactionDefinition.TIMEOUT_DEFAULT);

    private static final Logger log = LoggerFactory.getLogger(Dialect.class);
    private static final String NO_DELAY = "SET WRITE_DELAY 0";
    private static final int SECONDS = 2;

    /** How long a transaction of idgen's own may be silent until the database ends it, where it can. */
    static final int IDLE_SECONDS = 5;

    private static final String ADD = "UPDATE idgen_counter"
            + " SET counter_value = CASE WHEN counter_value < ? THEN ? ELSE counter_value + ? END"
            + " WHERE namespace = ? AND counter_name = ?";
    private static final String INSERT =
            "INSERT INTO idgen_counter (namespace, counter_name, counter_value) VALUES (?, ?, ?)";
    private static final String TAKE_BACK = "UPDATE idgen_counter SET counter_value = ?"
            + " WHERE namespace = ? AND counter_name = ? AND counter_value = ?";
    private static final String VALUE =
            "SELECT COALESCE(MAX(counter_value), 0) FROM idgen_counter WHERE namespace = ? AND counter_name = ?";

    private static final String COUNT = "SELECT COUNT(*) FROM idgen_counter WHERE namespace = ? AND counter_name = ?";
    private static final String LOCK =
            "SELECT counter_value FROM idgen_counter WHERE namespace = ? AND counter_name = ? FOR UPDATE";

    private final String schema;
    private final int timeout;

    Dialect(String schema, int timeout) {
        this.schema = schema;
        this.timeout = timeout;
    }

    /** The dialect of the database that is reached. */
    static Dialect of(JdbcTemplate jdbc) {
        ConnectionCallback<String> name = connection -> connection.getMetaData().getDatabaseProductName();
        String product = Objects.requireNonNull(jdbc.execute(name)).toLowerCase(Locale.ROOT);
        if (product.contains("postgresql")) {
            return POSTGRESQL;
        }
        if (product.contains("mysql") || product.contains("mariadb")) {
            return MYSQL;
        }
        return product.equals("h2") ? H2 : STANDARD;
    }

    /** Sets what is to be set in the database before the first request, by statements that commit themselves. */
    void prepare(JdbcTemplate jdbc) {}

    /** The script that creates the tables. */
    DatabasePopulator schema() {
        return new ResourceDatabasePopulator(new ClassPathResource("/dev/idgen/jdbc/" + schema, Dialect.class));
    }

    String schemaName() {
        return schema;
    }

    /** How many seconds a transaction's statements may take together, or that there is no such limit. */
    int timeout() {
        return timeout;
    }

    /**
     * Adds to a counter.
     *
     * @param floor at most {@code Long.MAX_VALUE - delta}
     * @throws org.springframework.dao.DuplicateKeyException if another inserted the row meanwhile
     * @throws org.springframework.dao.DataIntegrityViolationException if the sum exceeds a {@code long}
     */
    long add(JdbcTemplate jdbc, String namespace, String counter, long delta, long floor) {
        if (jdbc.update(ADD, floor, floor + delta, delta, namespace, counter) == 0) {
            write(jdbc, INSERT, namespace, counter, floor + delta);
        }
        return number(jdbc, VALUE, namespace, counter);
    }

    /**
     * Makes a counter that is not there, at 0.
     *
     * @throws org.springframework.dao.DuplicateKeyException if another inserted the row meanwhile
     */
    void create(JdbcTemplate jdbc, String namespace, String counter) {
        // An insert that fails would wait for those who have locked the row.
        if (number(jdbc, COUNT, namespace, counter) == 0) {
            write(jdbc, INSERT, namespace, counter, 0);
        }
    }

    /** Writes rows of counters in a transaction of idgen's own, and returns how many. */
    int write(JdbcTemplate jdbc, String statement, Object... parameters) {
        return jdbc.update(statement, parameters);
    }

    /** Locks a counter's row in a caller's transaction, and returns its value, or nothing if the row cannot be seen. */
    List<Long> lock(JdbcTemplate jdbc, String namespace, String counter) {
        return Rows.numbers(jdbc, LOCK, namespace, counter);
    }

    /** Whether a statement's timeout ends with the statement. */
    boolean hasStatementTimeouts() {
        return timeout != TransactionDefinition.TIMEOUT_DEFAULT;
    }

    /** Lowers a counter if its value is as expected. */
    boolean takeBack(JdbcTemplate jdbc, String namespace, String counter, long expected, long value) {
        return value == expected
                ? number(jdbc, VALUE, namespace, counter) == expected
                : write(jdbc, TAKE_BACK, value, namespace, counter, expected) == 1;
    }

    /**
     * Requires a database that is known to keep the lock of a row until the transaction ends.
     *
     * @throws InvalidSettingException if it is not
     */
    void requireSupport() {
        if (this == STANDARD) {
            throw unsupported();
        }
    }

    private static InvalidSettingException unsupported() {
        return new InvalidSettingException(
                "idgen.store",
                "is 'jdbc', and the database is neither PostgreSQL, MySQL, MariaDB nor H2",
                "Use one of these, or Redis: set 'idgen.store' to 'redis'.");
    }

    private static long number(JdbcTemplate jdbc, String query, Object... parameters) {
        return Objects.requireNonNull(jdbc.queryForObject(query, Long.class, parameters));
    }
}
