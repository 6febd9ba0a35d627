package dev.idgen.internal.store.jdbc;

import dev.idgen.InvalidSettingException;
import java.util.Objects;
import org.springframework.jdbc.core.ArgumentPreparedStatementSetter;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementCallback;

/**
 * How a database tells its clock and its run, and how it writes a value of {@code idgen_register}. A run changes with each start of
 * the server, with another server and, except in H2, where the table was made anew. It is null on a standby, which is not asked, and
 * where the database cannot tell.
 */
/*
 * Each write is one statement that commits by itself. If it has to wait for its row, others wait for the same row and cannot change
 * the value meanwhile. The clock is to be read after the wait all the same; the entries say how.
 */
enum RegisterDialect {

    /**
     * Holds a lock of the group before the statement that reads the clock and compares begins. Both are sent together and are one
     * transaction, which ends on the server even if the client stops. The row itself can be locked by others than idgen only, for
     * whom the statement waits 400 ms at most.
     */
    POSTGRESQL(
            "(extract(epoch FROM clock_timestamp()) * 1000)::bigint",
            "(CASE WHEN NOT pg_is_in_recovery() THEN (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint"
                    + " || '/' || pg_relation_filenode(to_regclass('idgen_register')) END)",
            " ON CONFLICT DO NOTHING") {
        /** The settings end with the transaction. What is committed has to be on disk. */
        private static final String BEGIN = "SELECT set_config('lock_timeout', '400ms', true),"
                + " set_config('statement_timeout', '450ms', true),"
                + " CASE WHEN current_setting('synchronous_commit') = 'off'"
                + " THEN set_config('synchronous_commit', 'on', true) END,"
                + " pg_advisory_xact_lock(" + "idgen".hashCode() + ", ?); ";

        @Override
        int write(JdbcTemplate jdbc, String group, Sql statement) {
            Sql both = new Sql(BEGIN, group.hashCode()).add(statement);
            PreparedStatementCallback<Integer> lastCount = prepared -> {
                new ArgumentPreparedStatementSetter(both.parameters()).setValues(prepared);
                boolean rows = prepared.execute();
                while (rows) {
                    rows = prepared.getMoreResults();
                }
                return prepared.getUpdateCount();
            };
            return Objects.requireNonNull(jdbc.execute(both.text(), lastCount));
        }
    },

    /**
     * MySQL and MariaDB. The clock is the statement's begin, in UTC, and how long ago that is by {@code SYSDATE}, which is read when
     * the row is locked. The difference alone would be wrong in the hour in which clocks are set back.
     */
    MYSQL(
            "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000",
            // UUID_SHORT() begins with the second in which the server was started.
            "IF(@@global.read_only OR @@global.innodb_read_only, NULL,"
                    + " CONCAT(UUID_SHORT() >> 24, '/', @@hostname, ':', @@port, '/', (SELECT UNIX_TIMESTAMP(create_time)"
                    + " FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'idgen_register')))",
            "") {
        private static final String WAITED = "TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6))";

        @Override
        Sql isWithin(long millis, long time) {
            String now = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) + " + WAITED;
            return new Sql("ABS(" + now + " - ?) <= ? AND " + WAITED + " BETWEEN 0 AND ?", time * 1000, millis * 1000, millis * 1000);
        }
    },

    /** Reads the clock when the statement begins, which therefore waits for its row half as long as it may be late. */
    H2(
            "DATEDIFF('MILLISECOND', TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00+00', CURRENT_TIMESTAMP)",
            "(SELECT run FROM idgen_run)", // of a table that is there until the database is closed
            "") {
        private static final String CREATE_RUN = "CREATE GLOBAL TEMPORARY TABLE IF NOT EXISTS idgen_run NOT PERSISTENT"
                + " AS SELECT CAST(RANDOM_UUID() AS VARCHAR(64)) AS run";

        @Override
        boolean isPrepared(JdbcTemplate jdbc) {
            jdbc.execute(CREATE_RUN);
            return true;
        }

        @Override
        int write(JdbcTemplate jdbc, String group, Sql statement) {
            Long before = jdbc.queryForObject("SELECT LOCK_TIMEOUT()", Long.class);
            jdbc.execute("SET LOCK_TIMEOUT 250");
            try {
                return super.write(jdbc, group, statement);
            } finally {
                jdbc.execute("SET LOCK_TIMEOUT " + before);
            }
        }
    };

    private final String clock;
    private final String run;
    private final String unlessItIsThere;

    RegisterDialect(String clock, String run, String unlessItIsThere) {
        this.clock = clock;
        this.run = run;
        this.unlessItIsThere = unlessItIsThere;
    }

    /** @throws InvalidSettingException if leases cannot be kept in this database */
    static RegisterDialect of(Dialect dialect) {
        return switch (dialect) {
            case POSTGRESQL -> POSTGRESQL;
            case MYSQL -> MYSQL;
            case H2 -> H2;
            case STANDARD ->
                throw new InvalidSettingException(
                        "idgen.store",
                        "is 'jdbc', and the database is neither PostgreSQL, MySQL, MariaDB nor H2",
                        "Use one of these, or Redis: set 'idgen.store' to 'redis'.");
        };
    }

    /** Makes what the run is read from, if it is not there, and returns whether there is anything to make. */
    boolean isPrepared(JdbcTemplate jdbc) {
        return false;
    }

    /** An expression of its time in epoch milliseconds. */
    String clock() {
        return clock;
    }

    /** An expression of its run. */
    String run() {
        return run;
    }

    /** What ends an insert that is to be none if the row is there. Where it is empty, the insert fails. */
    String unlessItIsThere() {
        return unlessItIsThere;
    }

    /** A condition: whether the clock is that close to a time in epoch milliseconds. */
    Sql isWithin(long millis, long time) {
        return new Sql("ABS(" + clock + " - ?) <= ?", time, millis);
    }

    /**
     * Executes a statement that writes a value, and returns how many rows it wrote.
     *
     * @param group names the group among all namespaces
     */
    int write(JdbcTemplate jdbc, String group, Sql statement) {
        return jdbc.update(statement.text(), statement.parameters());
    }
}
