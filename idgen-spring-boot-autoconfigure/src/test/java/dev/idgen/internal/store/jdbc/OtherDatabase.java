package dev.idgen.internal.store.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A database by a name that idgen does not know. */
final class OtherDatabase extends DelegatingDataSource {

    OtherDatabase(DataSource target) {
        super(target);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        DatabaseMetaData named =
                with(DatabaseMetaData.class, connection.getMetaData(), "getDatabaseProductName", "Other SQL");
        return with(Connection.class, connection, "getMetaData", named);
    }

    private static <T> T with(Class<T> type, T target, String question, Object answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    try {
                        return method.getName().equals(question) ? answer : method.invoke(target, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
