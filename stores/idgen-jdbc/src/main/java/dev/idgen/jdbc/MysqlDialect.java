package dev.idgen.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import javax.sql.DataSource;
import org.springframework.jdbc.core.ArgumentPreparedStatementSetter;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.PreparedStatementCreator;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.jdbc.support.KeyHolder;

/**
 * MySQL and MariaDB. A swap's time is the statement's start in UTC, plus the time since then by {@code SYSDATE}, which
 * it reads once the row is locked. That difference is in local time. It is wrong if local time changes meanwhile, so it
 * must be from 0 to the limit. A look returns the time at which it began, which is never later than the values that it
 * reads. Stateless.
 */
final class MysqlDialect extends Dialect {

    private static final String MICROS = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";
    private static final String WAITED = "TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6))";

    /** The server's answer to the update carries the value of LAST_INSERT_ID, which drivers return as a key. */
    private static final String TAKE = TAKE_UPDATE.formatted("LAST_INSERT_ID(last_number + ?)");

    MysqlDialect() {
        super(
                "schema-mysql.sql",
                SECONDS,
                MICROS + " DIV 1000",
                // The first bits of UUID_SHORT() are the second in which the server started. Its last 24 bits count
                // calls, so each 16.8 million calls of anyone on the server look like a restart. Nothing else that each
                // user may read changes with each start. Leases that hold go on, and new ones wait, as after a restart.
                "IF(@@global.read_only OR @@global.innodb_read_only, NULL,"
                        + " CONCAT(UUID_SHORT() >> 24, '/', @@hostname, ':', @@port, '/', (SELECT UNIX_TIMESTAMP(create_time)"
                        + " FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'idgen_register')))");
    }

    /**
     * Limits how long a client that freezes in a transaction keeps its rows locked. Only MySQL runs the first comment,
     * and only MariaDB the second.
     */
    @Override
    String session() {
        return "SET SESSION /*!50700 wait_timeout = " + UNUSED_SECONDS + " */ /*M! idle_transaction_timeout = "
                + IDLE_SECONDS + " */";
    }

    @Override
    List<Long> take(CallersTransaction jdbc, String namespace, String counter, long delta, long least, long most) {
        KeyHolder value = new GeneratedKeyHolder();
        Function<String, PreparedStatementCreator> update = sql -> connection -> {
            PreparedStatement made = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS);
            new ArgumentPreparedStatementSetter(new Object[] {delta, namespace, counter, least, most}).setValues(made);
            return made;
        };
        return limited(jdbc, TAKE, sql -> jdbc.update(update.apply(sql), value)) == 0
                ? List.of()
                : List.of(Objects.requireNonNull(value.getKey()).longValue());
    }

    @Override
    List<Long> limited(CallersTransaction jdbc, String statement, Object... parameters) {
        return limited(jdbc, statement, (String sql) -> numbers(jdbc, sql, parameters));
    }

    /** Only MariaDB can limit one statement. MySQL takes two more round trips. */
    private static <T> T limited(CallersTransaction jdbc, String statement, Function<String, T> execution) {
        String limit = "innodb_lock_wait_timeout = " + jdbc.waitSeconds();
        ConnectionCallback<String> version = used -> used.getMetaData().getDatabaseProductVersion();
        if (String.valueOf(jdbc.execute(version)).contains("MariaDB")) {
            return execution.apply("SET STATEMENT " + limit + " FOR " + statement);
        }
        jdbc.execute("SET @idgen_lock_wait = @@innodb_lock_wait_timeout, " + limit);
        try {
            return execution.apply(statement);
        } finally {
            restore(Objects.requireNonNull(jdbc.getDataSource()));
        }
    }

    /** Not by a template, which refuses after the transaction's deadline. */
    private static void restore(DataSource application) {
        Connection callers = DataSourceUtils.getConnection(application);
        try (Statement statement = callers.createStatement()) {
            statement.execute("SET innodb_lock_wait_timeout = @idgen_lock_wait");
        } catch (SQLException e) {
            // The connection is broken, so its pool drops it.
        } finally {
            DataSourceUtils.releaseConnection(callers, application);
        }
    }

    @Override
    String first(int rows) {
        return " LIMIT " + rows;
    }

    @Override
    String isWithin() {
        return "ABS(" + MICROS + " + " + WAITED + " - :time * 1000) <= :limit * 1000 AND " + WAITED
                + " BETWEEN 0 AND :limit * 1000";
    }
}
