package dev.idgen.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Counts the calls of statements. */
public final class JdbcCounts extends DelegatingDataSource {

    private final Map<String, Integer> calls = new ConcurrentHashMap<>();

    public JdbcCounts(DataSource counted) {
        super(counted);
    }

    public void clear() {
        calls.clear();
    }

    /** Calls since then of methods whose names begin so. */
    public int of(String prefix) {
        return calls.entrySet().stream()
                .filter(call -> call.getKey().startsWith(prefix))
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    @Override
    public Connection getConnection() throws SQLException {
        return counted(Connection.class, super.getConnection());
    }

    private <T> T counted(Class<T> type, T target) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    calls.merge(method.getName(), 1, Integer::sum);
                    try {
                        Object result = method.invoke(target, arguments);
                        return result instanceof PreparedStatement statement
                                ? counted(PreparedStatement.class, statement)
                                : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
