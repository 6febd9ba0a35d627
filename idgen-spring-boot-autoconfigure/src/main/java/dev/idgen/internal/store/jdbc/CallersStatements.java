package dev.idgen.internal.store.jdbc;

import java.sql.ResultSet;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.jdbc.core.ArgumentPreparedStatementSetter;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.PreparedStatementCallback;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Statements over the connection of the caller's transaction. The database ends their waits for locks, see {@link
 * Dialect#limited}, and no query timeout does. Thread-safe.
 */
/*
 * A query timeout has the driver send a cancel. PostgreSQL's driver sends BEGIN and the first statement together, so a
 * late cancel may hit BEGIN: the statement then commits by itself, although the caller gets an exception.
 */
final class CallersStatements extends JdbcTemplate {

    private final int mostSeconds;

    /** @param mostSeconds how long a statement may wait for a lock */
    CallersStatements(DataSource dataSource, int mostSeconds) {
        super(dataSource);
        this.mostSeconds = mostSeconds;
        setExceptionTranslator(SqlErrors.translator());
    }

    /**
     * How long the next statement may wait for a lock, at least 1 second: until the transaction's own timeout, if it
     * has one that ends sooner.
     *
     * @throws org.springframework.transaction.TransactionTimedOutException if that has passed
     */
    int waitSeconds() {
        Object bound = TransactionSynchronizationManager.getResource(Objects.requireNonNull(getDataSource()));
        return bound instanceof ConnectionHolder holder && holder.hasTimeout()
                ? Math.min(mostSeconds, holder.getTimeToLiveInSeconds())
                : mostSeconds;
    }

    /** Sets no query timeout, but checks the transaction's. */
    @Override
    protected void applyStatementSettings(Statement statement) {
        waitSeconds();
    }

    /** Executes one statement, or several. Returns the first column of the rows in which it is a number. */
    List<Long> numbers(String sql, Object... parameters) {
        PreparedStatementCallback<List<Long>> execution = sent -> {
            new ArgumentPreparedStatementSetter(parameters).setValues(sent);
            List<Long> numbers = new ArrayList<>();
            boolean hasRows = sent.execute();
            while (hasRows || sent.getUpdateCount() >= 0) {
                ResultSet rows = sent.getResultSet();
                while (hasRows && rows.getMetaData().getColumnType(1) == Types.BIGINT && rows.next()) {
                    numbers.add(rows.getLong(1));
                }
                hasRows = sent.getMoreResults();
            }
            return numbers;
        };
        return Objects.requireNonNull(execute(sql, execution));
    }
}
