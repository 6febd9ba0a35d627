package dev.idgen.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
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
        return proxy(
                Connection.class,
                connection,
                call -> call.invoke() instanceof PreparedStatement statement
                        ? first(connection, statement)
                        : call.result());
    }

    private static PreparedStatement first(Connection connection, PreparedStatement statement) {
        boolean[] limited = new boolean[1];
        return proxy(PreparedStatement.class, statement, call -> {
            if (call.name().equals("setQueryTimeout")) {
                limited[0] = true;
                return null;
            }
            if (!limited[0] || !call.name().startsWith("execute")) {
                return call.invoke();
            }
            connection.setAutoCommit(true);
            call.invoke();
            connection.setAutoCommit(false);
            throw new SQLException("canceling statement due to user request", "57014");
        });
    }

    private interface Calls {
        Object answer(Call call) throws Throwable;
    }

    private static final class Call {

        private final java.lang.reflect.Method method;
        private final Object target;
        private final Object[] arguments;
        private Object result;

        Call(java.lang.reflect.Method method, Object target, Object[] arguments) {
            this.method = method;
            this.target = target;
            this.arguments = arguments;
        }

        String name() {
            return method.getName();
        }

        Object invoke() throws Throwable {
            try {
                result = method.invoke(target, arguments);
                return result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }

        Object result() {
            return result;
        }
    }

    private static <T> T proxy(Class<T> type, T target, Calls calls) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> calls.answer(new Call(method, target, arguments))));
    }
}
