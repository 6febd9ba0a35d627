package dev.idgen.internal.store.jdbc;

import dev.idgen.InvalidSettingException;
import java.util.Objects;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.ArgumentPreparedStatementSetter;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementCallback;

/**
 * How a database tells its clock and its run, and how it writes a value of {@code idgen_register}. A run changes with each start of
 * the server, with another server and, except in H2, where the table was made anew. It is null on a standby, which is not asked, and
 * where the database cannot tell.
 */
/*
 * A value that is not there has an empty row before it is swapped. An insert would read the clock, wait for another's that is not
 * committed, and write after that was rolled back, however long it took. An update that waits for its row can read the clock after it;
 * the entries say how. While it waits, others do, too, so the value does not change.
 */
enum RegisterDialect {

    /**
     * Holds a lock of the group before the statement that reads the clock and compares begins. All are sent together and are one
     * transaction, which ends on the server even if the client stops. The row itself can be locked by others than idgen only, for
     * whom it waits 400 ms at most.
     */
    POSTGRESQL(
            "(extract(epoch FROM clock_timestamp()) * 1000)::bigint",
            "(CASE WHEN NOT pg_is_in_recovery() THEN (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint"
                    + " || '/' || pg_relation_filenode(to_regclass('idgen_register')) END)",
            "INSERT " + RegisterDialect.EMPTY_ROW + " ON CONFLICT DO NOTHING") {
        /** The settings end with the transaction. What is committed has to be on disk. */
        private static final String BEGIN = "SELECT set_config('lock_timeout', '400ms', true),"
                + " set_config('statement_timeout', '450ms', true),"
                + " CASE WHEN current_setting('synchronous_commit') = 'off'"
                + " THEN set_config('synchronous_commit', 'on', true) END,"
                + " pg_advisory_xact_lock(" + "idgen".hashCode() + ", ?); ";

        @Override
        int write(JdbcTemplate jdbc, ValueKey key, boolean isThere, Sql update) {
            Sql all = new Sql(BEGIN, (key.namespace() + ' ' + key.group()).hashCode());
            if (!isThere) {
                all.add(make(key)).add("; ");
            }
            all.add(update);
            PreparedStatementCallback<Integer> lastCount = prepared -> {
                new ArgumentPreparedStatementSetter(all.parameters()).setValues(prepared);
                prepared.execute();
                int last = 0;
                while (prepared.getMoreResults() || prepared.getUpdateCount() >= 0) {
                    last = prepared.getUpdateCount();
                }
                return last;
            };
            return Objects.requireNonNull(jdbc.execute(all.text(), lastCount));
        }
    },

    /**
     * MySQL and MariaDB. The clock is the statement's begin, in UTC, and how long ago that is by {@code SYSDATE}, which is read when
     * the row is locked. The difference alone would be wrong in the hour in which clocks are set back. A look tells when it began, which
     * is never later than the values it reads.
     */
    MYSQL(
            "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000",
            // UUID_SHORT() begins with the second in which the server was started.
            "IF(@@global.read_only OR @@global.innodb_read_only, NULL,"
                    + " CONCAT(UUID_SHORT() >> 24, '/', @@hostname, ':', @@port, '/', (SELECT UNIX_TIMESTAMP(create_time)"
                    + " FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'idgen_register')))",
            "INSERT IGNORE " + RegisterDialect.EMPTY_ROW) {
        private static final String WAITED = "TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6))";

        @Override
        Sql isWithin(long millis, long time) {
            String now = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) + " + WAITED;
            return new Sql(
                    "ABS(" + now + " - ?) <= ? AND " + WAITED + " BETWEEN 0 AND ?",
                    time * 1000,
                    millis * 1000,
                    millis * 1000);
        }
    },

    /** Reads the clock when the statement begins, which therefore waits for its row half as long as it may be late. */
    H2(
            "DATEDIFF('MILLISECOND', TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00+00', CURRENT_TIMESTAMP)",
            "(SELECT run FROM idgen_run)", // of a table that is there until the database is closed
            "INSERT " + RegisterDialect.EMPTY_ROW) {
        private static final String CREATE_RUN = "CREATE GLOBAL TEMPORARY TABLE IF NOT EXISTS idgen_run NOT PERSISTENT"
                + " AS SELECT CAST(RANDOM_UUID() AS VARCHAR(64)) AS run";

        @Override
        boolean isPrepared(JdbcTemplate jdbc) {
            jdbc.execute(CREATE_RUN);
            return true;
        }

        @Override
        int write(JdbcTemplate jdbc, ValueKey key, boolean isThere, Sql update) {
            Long before = jdbc.queryForObject("SELECT LOCK_TIMEOUT()", Long.class);
            jdbc.execute("SET LOCK_TIMEOUT 250");
            try {
                return super.write(jdbc, key, isThere, update);
            } finally {
                jdbc.execute("SET LOCK_TIMEOUT " + before);
            }
        }
    };

    private static final String EMPTY_ROW =
            "INTO idgen_register (namespace, group_name, name, stored_value) VALUES (?, ?, ?, '')";

    private final String clock;
    private final String run;
    private final String insert;

    /** Where a value is. */
    record ValueKey(String namespace, String group, String name) {}

    RegisterDialect(String clock, String run, String insert) {
        this.clock = clock;
        this.run = run;
        this.insert = insert;
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

    /** A condition: whether the clock is that close to a time in epoch milliseconds. */
    Sql isWithin(long millis, long time) {
        return new Sql("ABS(" + clock + " - ?) <= ?", time, millis);
    }

    /**
     * Executes an update of a value, and returns how many rows it wrote.
     *
     * @param isThere whether the value is; otherwise its row is made empty first
     */
    int write(JdbcTemplate jdbc, ValueKey key, boolean isThere, Sql update) {
        if (!isThere) {
            Sql row = make(key);
            try {
                jdbc.update(row.text(), row.parameters());
            } catch (DuplicateKeyException e) {
                // Another has made it.
            }
        }
        return jdbc.update(update.text(), update.parameters());
    }

    /** The insert of an empty row. */
    Sql make(ValueKey key) {
        return new Sql(insert, key.namespace(), key.group(), key.name());
    }
}
