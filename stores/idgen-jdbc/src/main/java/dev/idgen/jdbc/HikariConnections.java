package dev.idgen.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import com.zaxxer.hikari.util.DriverDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.jdbc.support.JdbcUtils;

/**
 * Opens connections like those of a HikariCP pool, without auto-commit, at isolation level read committed. A connection
 * breaks if an answer takes longer than {@value #ANSWER_MILLIS} ms, or than the application's own limit.
 *
 * <p>Thread-safe. Loaded only if HikariCP is present.
 */
record HikariConnections(HikariDataSource application) {

    /** Longer than the timeout of a statement. */
    private static final int ANSWER_MILLIS = 3000;

    /** Returns a twin of the pool; null if it is not HikariCP's, or if its connections cannot be opened outside it. */
    static @Nullable HikariConnections of(DataSource pool) {
        if (!(pool instanceof HikariDataSource hikari) || hasCredentialsProvider(hikari)) {
            return null;
        }
        String url = hikari.getJdbcUrl();
        boolean isRepeatable = url == null ? hikari.getDataSource() != null : !url.matches("jdbc:h2:mem:(;.*)?");
        return isRepeatable ? new HikariConnections(hikari) : null;
    }

    /** Not every HikariCP release that Spring Boot ships has this property. */
    private static boolean hasCredentialsProvider(HikariDataSource hikari) {
        var properties = PropertyAccessorFactory.forBeanPropertyAccess(hikari);
        return properties.isReadableProperty("credentialsProvider")
                && properties.getPropertyValue("credentialsProvider") != null;
    }

    Connection open() throws SQLException {
        Connection connection = connect();
        try {
            if (application.getCatalog() != null) {
                connection.setCatalog(application.getCatalog());
            }
            if (application.getSchema() != null) {
                connection.setSchema(application.getSchema());
            }
            limitAnswers(connection);
            execute(connection, KnownDialects.of(connection).session());
            execute(connection, application.getConnectionInitSql());
            // Only if needed: behind PgBouncer, the setting would stay on a connection that others use.
            if (connection.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED) {
                connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            }
            // Last, because statements would then begin a transaction, in which PostgreSQL cannot set the isolation
            // level.
            connection.setAutoCommit(false);
            return connection;
        } catch (SQLException | RuntimeException e) {
            JdbcUtils.closeConnection(connection);
            throw e;
        }
    }

    private static void execute(Connection connection, @Nullable String sql) throws SQLException {
        if (sql != null && !sql.isEmpty()) {
            try (var statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }
    }

    private static void limitAnswers(Connection connection) throws SQLException {
        try {
            if (connection.getNetworkTimeout() == 0) { // else by the application's own properties
                connection.setNetworkTimeout(Runnable::run, ANSWER_MILLIS);
            }
        } catch (SQLFeatureNotSupportedException e) {
            // Then the database's own limits apply.
        }
    }

    private Connection connect() throws SQLException {
        Credentials credentials = application.getCredentials();
        String user = credentials.getUsername();
        DataSource given = application.getDataSource();
        if (given != null) {
            return user == null ? given.getConnection() : given.getConnection(user, credentials.getPassword());
        }
        String url = application.getJdbcUrl();
        Properties properties = new Properties();
        properties.putAll(KnownDialects.timeouts(url));
        properties.putAll(application.getDataSourceProperties());
        return new DriverDataSource(url, application.getDriverClassName(), properties, user, credentials.getPassword())
                .getConnection();
    }
}
