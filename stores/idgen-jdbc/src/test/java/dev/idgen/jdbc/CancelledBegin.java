package dev.idgen.jdbc;

import static org.mockito.AdditionalAnswers.delegatesTo;
import static org.mockito.Mockito.mock;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * A driver that sends a cancel once a statement has a query timeout, and the cancel hits the BEGIN that PostgreSQL's
 * driver sends with a transaction's first statement. So that statement commits by itself, and the caller gets an
 * exception. Only in the thread that made this, because idgen's own threads use the driver, too.
 */
final class CancelledBegin extends DelegatingDataSource {

    private final Thread caller = Thread.currentThread();

    CancelledBegin(DataSource target) {
        super(target);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        if (Thread.currentThread() != caller) {
            return connection;
        }
        return mock(Connection.class, call -> {
            Object result = delegatesTo(connection).answer(call);
            return result instanceof PreparedStatement statement ? cancelled(connection, statement) : result;
        });
    }

    private static PreparedStatement cancelled(Connection connection, PreparedStatement statement) {
        AtomicBoolean limited = new AtomicBoolean();
        return mock(PreparedStatement.class, call -> {
            String method = call.getMethod().getName();
            if (method.equals("setQueryTimeout")) {
                limited.set(true);
                return null;
            }
            if (!limited.get() || !method.startsWith("execute")) {
                return delegatesTo(statement).answer(call);
            }
            connection.setAutoCommit(true);
            delegatesTo(statement).answer(call);
            connection.setAutoCommit(false);
            throw new SQLException("canceling statement due to user request", "57014");
        });
    }
}
