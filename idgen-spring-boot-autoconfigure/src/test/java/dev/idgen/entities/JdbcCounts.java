package dev.idgen.entities;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Counts what is asked of a {@link DataSource}. Thread-safe. */
final class JdbcCounts extends DelegatingDataSource {

    private final AtomicInteger prepared = new AtomicInteger();
    private final AtomicInteger executed = new AtomicInteger();
    private final AtomicInteger batches = new AtomicInteger();

    JdbcCounts(DataSource counted) {
        super(counted);
    }

    /** Statements that were prepared. */
    int prepared() {
        return prepared.get();
    }

    /** Statements that were executed, a batch being one. */
    int executed() {
        return executed.get();
    }

    int batches() {
        return batches.get();
    }

    void reset() {
        prepared.set(0);
        executed.set(0);
        batches.set(0);
    }

    @Override
    public Connection getConnection() throws SQLException {
        return counted(super.getConnection());
    }

    private Connection counted(Connection connection) {
        return proxy(Connection.class, connection, (name, result) -> {
            if (name.equals("prepareStatement")) {
                prepared.incrementAndGet();
                return counted((PreparedStatement) result);
            }
            return result;
        });
    }

    private PreparedStatement counted(PreparedStatement statement) {
        return proxy(PreparedStatement.class, statement, (name, result) -> {
            if (name.startsWith("execute")) {
                executed.incrementAndGet();
                if (name.equals("executeBatch")) {
                    batches.incrementAndGet();
                }
            }
            return result;
        });
    }

    /** Sees what a method returned, and says what it is to return. */
    private interface Observer {
        Object returned(String method, Object result);
    }

    private static <T> T proxy(Class<T> type, T target, Observer observer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    try {
                        return observer.returned(method.getName(), method.invoke(target, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
