package dev.idgen.jdbc;

import dev.idgen.InvalidSettingException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.ClassPathResource;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.core.ArgumentPreparedStatementSetter;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementCallback;
import org.springframework.jdbc.core.PreparedStatementCreator;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.datasource.init.DatabasePopulator;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.jdbc.support.KeyHolder;
import org.springframework.transaction.TransactionDefinition;

/**
 * Everything that differs by database. To add one, add a constant, and a schema if needed. Then add the database to
 * {@link #of}, {@link #requireSupport} and {@link #timeouts}, and its errors to {@link SqlErrors}.
 *
 * <p>Methods for counters run in a transaction, those for the register outside of any. The register asks for the
 * database's <i>run</i>. It changes with each start of the server, with another server and, except in H2, when the
 * table is recreated. It is null on a standby, and if the database cannot tell.
 */
/*
 * Before a swap creates a value, it makes an empty row. An insert would read the clock, wait for another's uncommitted
 * insert, and might write much later. An update that waits for its row can read the clock afterwards; the constants say
 * how. While it waits, other writers wait, too, so the value does not change.
 */
enum Dialect {

    /**
     * Adds with one statement. A swap takes an advisory lock of the group before the statement that reads the clock and
     * compares. It sends all statements together, as one transaction, which ends on the server even if the client
     * stops. Only other programs can lock the row itself; a swap waits for them for at most 400 ms.
     */
    POSTGRESQL(
            Dialect.STANDARD_SCHEMA,
            Dialect.SECONDS,
            "(extract(epoch FROM clock_timestamp()) * 1000)::bigint",
            "(CASE WHEN NOT pg_is_in_recovery() THEN (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint"
                    + " || '/' || pg_relation_filenode(to_regclass('idgen_register')) END)") {
        /** Makes the commit wait for the disk, but keeps a stricter setting. */
        private static final String DURABLE = "CASE WHEN current_setting('synchronous_commit') = 'off'"
                + " THEN set_config('synchronous_commit', 'on', true) END";

        /** Both settings end with the transaction, because others may use the connection next, as behind PgBouncer. */
        private static final String SETTINGS =
                DURABLE + ", set_config('idle_in_transaction_session_timeout', '" + Dialect.IDLE_SECONDS + "s', true)";

        private static final String ADD = "INSERT INTO idgen_counter AS c (namespace, counter_name, last_number)"
                + " VALUES (?, ?, ?) ON CONFLICT (namespace, counter_name)"
                + " DO UPDATE SET last_number = GREATEST(c.last_number, ?) + ? WHERE c.last_number <= ?"
                + " RETURNING last_number, " + SETTINGS;

        private static final String TAKE = Dialect.TAKE_UPDATE.formatted("last_number + ?") + " RETURNING last_number";

        /** One round trip. The settings end with the statement, or with the transaction if the statement fails. */
        private static final String LIMITED = "SELECT " + DURABLE
                + ", set_config('idgen.lock_timeout', current_setting('lock_timeout'), true),"
                + " set_config('lock_timeout', '%ds', true); %s;"
                + " SELECT set_config('lock_timeout', current_setting('idgen.lock_timeout'), true)";

        /** The settings end with the transaction. */
        private static final String BEGIN_SWAP = "SELECT set_config('lock_timeout', '400ms', true),"
                + " set_config('statement_timeout', '450ms', true), " + DURABLE + ", pg_advisory_xact_lock("
                + "idgen".hashCode() + ", :lock); ";

        @Override
        Optional<Long> add(JdbcTemplate jdbc, String namespace, String counter, long delta, long floor, long most) {
            return numbers(jdbc, ADD, namespace, counter, floor + delta, floor, delta, most).stream()
                    .findFirst();
        }

        @Override
        int write(JdbcTemplate jdbc, String statement, Object... parameters) {
            return numbers(jdbc, statement + " RETURNING last_number, " + SETTINGS, parameters)
                    .size();
        }

        @Override
        List<Long> take(CallersTransaction jdbc, String namespace, String counter, long delta, long least, long most) {
            return limited(jdbc, TAKE, sql -> jdbc.numbers(sql, delta, namespace, counter, least, most));
        }

        @Override
        <T> T limited(CallersTransaction jdbc, String statement, Function<String, T> execution) {
            return execution.apply(LIMITED.formatted(jdbc.waitSeconds(), statement));
        }

        @Override
        boolean swap(
                NamedParameterJdbcTemplate jdbc, boolean isThere, String update, MapSqlParameterSource parameters) {
            parameters.addValue(
                    "lock", (parameters.getValue("namespace") + " " + parameters.getValue("group")).hashCode());
            PreparedStatementCallback<Boolean> isLastCountOne = all -> {
                all.execute();
                int last = 0;
                while (all.getMoreResults() || all.getUpdateCount() >= 0) {
                    last = all.getUpdateCount();
                }
                return last == 1;
            };
            String insert = isThere ? "" : EMPTY_ROW + " ON CONFLICT DO NOTHING; ";
            return Objects.requireNonNull(jdbc.execute(BEGIN_SWAP + insert + update, parameters, isLastCountOne));
        }
    },

    /**
     * MySQL and MariaDB. A swap's time is the statement's start in UTC, plus the time since then by {@code SYSDATE},
     * which it reads once the row is locked. That difference is in local time. It is wrong if local time changes
     * meanwhile, so it must be from 0 to the limit. A look returns the time at which it began, which is never later
     * than the values that it reads.
     */
    MYSQL(
            "schema-mysql.sql",
            Dialect.SECONDS,
            "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000",
            // The first bits of UUID_SHORT() are the second in which the server started.
            "IF(@@global.read_only OR @@global.innodb_read_only, NULL,"
                    + " CONCAT(UUID_SHORT() >> 24, '/', @@hostname, ':', @@port, '/', (SELECT UNIX_TIMESTAMP(create_time)"
                    + " FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'idgen_register')))") {
        private static final String WAITED = "TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6))";

        /** The server's answer to the update carries the value of LAST_INSERT_ID, which drivers return as a key. */
        private static final String TAKE = Dialect.TAKE_UPDATE.formatted("LAST_INSERT_ID(last_number + ?)");

        @Override
        List<Long> take(CallersTransaction jdbc, String namespace, String counter, long delta, long least, long most) {
            KeyHolder value = new GeneratedKeyHolder();
            Function<String, PreparedStatementCreator> update = sql -> connection -> {
                PreparedStatement made = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS);
                new ArgumentPreparedStatementSetter(new Object[] {delta, namespace, counter, least, most})
                        .setValues(made);
                return made;
            };
            return limited(jdbc, TAKE, sql -> jdbc.update(update.apply(sql), value)) == 0
                    ? List.of()
                    : List.of(Objects.requireNonNull(value.getKey()).longValue());
        }

        /** Only MariaDB can limit one statement. MySQL takes two more round trips. */
        @Override
        <T> T limited(CallersTransaction jdbc, String statement, Function<String, T> execution) {
            String limit = "innodb_lock_wait_timeout = " + jdbc.waitSeconds();
            ConnectionCallback<String> version = used -> used.getMetaData().getDatabaseProductVersion();
            if (String.valueOf(jdbc.execute(version)).contains("MariaDB")) {
                return execution.apply("SET STATEMENT " + limit + " FOR " + statement);
            }
            jdbc.execute("SET @idgen_lock_wait = @@innodb_lock_wait_timeout, " + limit);
            try {
                return execution.apply(statement);
            } finally {
                jdbc.execute("SET innodb_lock_wait_timeout = @idgen_lock_wait");
            }
        }

        @Override
        String isWithin() {
            return "ABS(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) + " + WAITED
                    + " - :time * 1000) <= :limit * 1000 AND " + WAITED + " BETWEEN 0 AND :limit * 1000";
        }

        /**
         * Limits how long a client that freezes in a transaction keeps its rows locked. Only MySQL runs the first
         * comment, and only MariaDB the second.
         */
        @Override
        String session() {
            return "SET SESSION /*!50700 wait_timeout = " + UNUSED_SECONDS + " */ /*M! idle_transaction_timeout = "
                    + IDLE_SECONDS + " */";
        }
    },

    /**
     * H2. By default, its commits reach the file up to a second late. It would keep a statement's timeout for the
     * connection's next user. It reads the clock when a statement begins, so a swap waits for its row for only half of
     * its limit.
     */
    H2(
            Dialect.STANDARD_SCHEMA,
            TransactionDefinition.TIMEOUT_DEFAULT,
            "DATEDIFF('MILLISECOND', TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00+00', CURRENT_TIMESTAMP)",
            "(SELECT run FROM idgen_run)") {
        private static final String NO_DELAY = "SET WRITE_DELAY 0";

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
                        "idgen's user may not run '{}' in H2: if the process is killed, up to a second of numbers may repeat. Run it"
                                + " once as an administrator",
                        NO_DELAY);
            }
            try {
                isRunMade(jdbc);
            } catch (DataAccessException e) {
                log.debug("leases will fail, but counters will not", e);
            }
        }

        /** Creates a table that lasts until the database closes. */
        @Override
        boolean isRunMade(JdbcTemplate jdbc) {
            jdbc.execute("CREATE GLOBAL TEMPORARY TABLE IF NOT EXISTS idgen_run NOT PERSISTENT"
                    + " AS SELECT CAST(RANDOM_UUID() AS VARCHAR(64)) AS run");
            return true;
        }

        @Override
        boolean swap(
                NamedParameterJdbcTemplate jdbc, boolean isThere, String update, MapSqlParameterSource parameters) {
            long before = number(jdbc.getJdbcTemplate(), "SELECT LOCK_TIMEOUT()");
            jdbc.getJdbcTemplate().execute("SET LOCK_TIMEOUT 250");
            try {
                return super.swap(jdbc, isThere, update, parameters);
            } finally {
                jdbc.getJdbcTemplate().execute("SET LOCK_TIMEOUT " + before);
            }
        }
    },

    /** Any other database. It counts within the database's own limits, and leases nothing. */
    STANDARD(Dialect.STANDARD_SCHEMA, TransactionDefinition.TIMEOUT_DEFAULT, "", "");

    private static final Logger log = LoggerFactory.getLogger(Dialect.class);
    private static final String STANDARD_SCHEMA = "schema.sql";
    private static final int SECONDS = 2;

    /** Seconds after which the database ends a silent transaction of idgen's own, if it can. */
    private static final int IDLE_SECONDS = 5;

    /**
     * Seconds for which idgen keeps an unused connection of its own. MySQL has no limit for transactions alone, so it
     * closes such connections after the same time.
     */
    static final int UNUSED_SECONDS = 30;

    private static final String ADD = "UPDATE idgen_counter"
            + " SET last_number = CASE WHEN last_number < ? THEN ? ELSE last_number + ? END"
            + " WHERE namespace = ? AND counter_name = ? AND last_number <= ?";
    private static final String INSERT =
            "INSERT INTO idgen_counter (namespace, counter_name, last_number) VALUES (?, ?, ?)";
    private static final String TAKE_BACK = "UPDATE idgen_counter SET last_number = ?"
            + " WHERE namespace = ? AND counter_name = ? AND last_number = ?";
    private static final String VALUE =
            "SELECT last_number FROM idgen_counter WHERE namespace = ? AND counter_name = ?";
    private static final String LOCK =
            "SELECT last_number FROM idgen_counter WHERE namespace = ? AND counter_name = ? FOR UPDATE";
    private static final String TAKE_UPDATE = "UPDATE idgen_counter SET last_number = %s"
            + " WHERE namespace = ? AND counter_name = ? AND last_number BETWEEN ? AND ?";
    private static final String TAKE =
            "SELECT last_number FROM FINAL TABLE (" + TAKE_UPDATE.formatted("last_number + ?") + ")";
    private static final String EMPTY_ROW =
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

    /** Connects, and returns the dialect of the database. */
    static Dialect of(JdbcTemplate jdbc) {
        ConnectionCallback<Dialect> dialect = Dialect::of;
        return Objects.requireNonNull(jdbc.execute(dialect));
    }

    static Dialect of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
        if (product.contains("postgresql")) {
            return POSTGRESQL;
        }
        if (product.contains("mysql") || product.contains("mariadb")) {
            return MYSQL;
        }
        return product.equals("h2") ? H2 : STANDARD;
    }

    /**
     * Requires a database that keeps row locks until the transaction ends, and has a run.
     *
     * @throws InvalidSettingException for any other database
     */
    Dialect requireSupport() {
        if (this == STANDARD) {
            throw new InvalidSettingException(
                    "idgen.store",
                    "is 'jdbc', and the database is neither PostgreSQL, MySQL, MariaDB nor H2",
                    "Use one of these, or Redis: set 'idgen.store' to 'redis'.");
        }
        return this;
    }

    // Connections

    /**
     * The driver's properties that limit connecting to 2 seconds, and each answer to 3, from the login on. Without
     * those that the URL sets, and empty for other drivers.
     */
    static Map<String, String> timeouts(String url) {
        Map<String, String> limits = new HashMap<>();
        if (url.startsWith("jdbc:postgresql:")) {
            limits.putAll(Map.of("connectTimeout", "2", "socketTimeout", "3"));
        } else if (url.startsWith("jdbc:mysql:") || url.startsWith("jdbc:mariadb:")) {
            limits.putAll(Map.of("connectTimeout", "2000", "socketTimeout", "3000"));
        } else if (url.startsWith("jdbc:h2:tcp:") || url.startsWith("jdbc:h2:ssl:")) {
            limits.put("NETWORK_TIMEOUT", "3000");
        }
        limits.keySet().removeIf(url::contains);
        return limits;
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
     * The schema in which the database looks for idgen's tables, for messages. MySQL has no schemas, and PostgreSQL
     * returns none if the schema does not exist.
     */
    String place(JdbcTemplate jdbc) {
        ConnectionCallback<String> schema = connection -> Objects.requireNonNullElse(connection.getSchema(), "");
        String place = Objects.requireNonNull(jdbc.execute(schema));
        if (place.isEmpty()) {
            return this == POSTGRESQL ? ", because its schema does not exist, or idgen's user may not use it" : "";
        }
        return " in schema '" + place + "'";
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
            Optional<Long> found = value(jdbc, namespace, counter).stream().findFirst();
            if (found.filter(value -> value > most).isPresent()) {
                return Optional.empty();
            }
            if (delta > 0 || found.filter(value -> value >= floor).isEmpty()) { // else the row keeps its value
                write(jdbc, INSERT, namespace, counter, floor + delta);
            }
        }
        return value(jdbc, namespace, counter).stream().findFirst();
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

    private static List<Long> value(JdbcTemplate jdbc, String namespace, String counter) {
        return numbers(jdbc, VALUE, namespace, counter);
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
        return jdbc.numbers(TAKE, delta, namespace, counter, least, most);
    }

    /**
     * Locks a counter's row, in the caller's transaction or another. Returns its value, or nothing if the transaction
     * cannot see it.
     */
    List<Long> lock(JdbcTemplate jdbc, String namespace, String counter) {
        return jdbc instanceof CallersTransaction caller
                ? limited(caller, LOCK, sql -> caller.numbers(sql, namespace, counter))
                : numbers(jdbc, LOCK, namespace, counter);
    }

    /**
     * Executes a statement in the caller's transaction. The database ends its waits for locks after the template's
     * time, H2 after its own. The caller's other statements keep their limit.
     *
     * @param execution executes the SQL that it gets
     */
    <T> T limited(CallersTransaction jdbc, String statement, Function<String, T> execution) {
        return execution.apply(statement);
    }

    /** Lowers a counter if its value is as expected. */
    boolean giveBack(JdbcTemplate jdbc, String namespace, String counter, long expected, long value) {
        return value == expected
                ? value(jdbc, namespace, counter).equals(List.of(expected))
                : write(jdbc, TAKE_BACK, value, namespace, counter, expected) == 1;
    }

    private static long number(JdbcTemplate jdbc, String query, Object... parameters) {
        return numbers(jdbc, query, parameters).get(0);
    }

    /** The first column of all rows. */
    private static List<Long> numbers(JdbcTemplate jdbc, String query, Object... parameters) {
        return jdbc.query(query, (row, number) -> row.getLong(1), parameters);
    }

    // The register

    /** Creates the table that holds the run, if this database needs one. Returns whether it does. */
    boolean isRunMade(JdbcTemplate jdbc) {
        return false;
    }

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
