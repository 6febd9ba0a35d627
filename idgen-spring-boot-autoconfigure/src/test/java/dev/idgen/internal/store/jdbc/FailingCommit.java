package dev.idgen.internal.store.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A data source whose first commit fails, carried out or rolled back. */
final class FailingCommit extends DelegatingDataSource {

    private final AtomicBoolean failed = new AtomicBoolean();
    private final boolean carriedOut;
    private final String state;

    FailingCommit(DataSource target, boolean carriedOut, String state) {
        super(target);
        this.carriedOut = carriedOut;
        this.state = state;
    }

    static SQLException failure(String state) {
        return new SQLException("commit failed", state);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("commit") && !failed.getAndSet(true)) {
                        if (carriedOut) {
                            connection.commit();
                        } else {
                            connection.rollback();
                        }
                        throw failure(state);
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
