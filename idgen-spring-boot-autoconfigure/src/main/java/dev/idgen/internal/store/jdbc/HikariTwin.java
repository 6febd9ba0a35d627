package dev.idgen.internal.store.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import com.zaxxer.hikari.util.DriverDataSource;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.jdbc.support.JdbcUtils;

/**
 * Makes connections as HikariCP makes those in a pool. They commit by hand, at read committed, and an answer that takes longer than
 * {@value #ANSWER_MILLIS} ms breaks them.
 *
 * <p>Thread-safe. Loaded only where HikariCP is there.
 */
final class HikariTwin {

    /** Longer than a statement may take. */
    private static final int ANSWER_MILLIS = 3000;

    private static final int CONNECT_SECONDS = 2;

    /** As long as a connection is kept that no request needs: MySQL has no limit for transactions alone. */
    static final int UNUSED_SECONDS = 30;

    /** How drivers that would wait for minutes are told how long a connection may take to come about. */
    private static final Map<String, String> CONNECT_TIMEOUTS = Map.of(
            "jdbc:postgresql:", String.valueOf(CONNECT_SECONDS),
            "jdbc:mysql:", String.valueOf(TimeUnit.SECONDS.toMillis(CONNECT_SECONDS)),
            "jdbc:mariadb:", String.valueOf(TimeUnit.SECONDS.toMillis(CONNECT_SECONDS)));

    private final HikariDataSource application;

    private HikariTwin(HikariDataSource application) {
        this.application = application;
    }

    /** What makes connections as a pool does, or null if that is not HikariCP's, or makes them as it cannot be done beside it. */
    static @Nullable HikariTwin of(DataSource pool) {
        return pool instanceof HikariDataSource hikari && isRepeatable(hikari) ? new HikariTwin(hikari) : null;
    }

    private static boolean isRepeatable(HikariDataSource hikari) {
        String url = hikari.getJdbcUrl();
        boolean known = hikari.getDataSource() != null || url != null;
        boolean privateMemory = url != null && url.matches("jdbc:h2:mem:(;.*)?");
        return known && !privateMemory && !hasCredentialsProvider(hikari);
    }

    /** Not a property of each release of HikariCP that Spring Boot comes with. */
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
            limitSilence(connection);
            initialize(connection);
            // Only if it must: behind PgBouncer the setting would stay on a connection that others use.
            if (connection.getTransactionIsolation() != Connection.TRANSACTION_READ_COMMITTED) {
                connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            }
            // Last, since a statement before would begin a transaction, and PostgreSQL sets no isolation level in one.
            connection.setAutoCommit(false);
            return connection;
        } catch (SQLException | RuntimeException e) {
            JdbcUtils.closeConnection(connection);
            throw e;
        }
    }

    private void initialize(Connection connection) throws SQLException {
        String sql = application.getConnectionInitSql();
        if (sql != null) {
            execute(connection, sql);
        }
    }

    /** A client that is frozen in a transaction keeps its rows locked for so long; PostgreSQL is told in each transaction. */
    private static void limitSilence(Connection connection) throws SQLException {
        DatabaseMetaData database = connection.getMetaData();
        String product = database.getDatabaseProductName() + database.getDatabaseProductVersion();
        if (product.contains("MariaDB")) {
            execute(connection, "SET SESSION idle_transaction_timeout = " + Dialect.IDLE_SECONDS);
        } else if (product.startsWith("MySQL")) {
            execute(connection, "SET SESSION wait_timeout = " + UNUSED_SECONDS);
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void limitAnswers(Connection connection) throws SQLException {
        try {
            connection.setNetworkTimeout(Runnable::run, ANSWER_MILLIS);
        } catch (SQLFeatureNotSupportedException e) {
            // Then it is the database's own limits that count.
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
        CONNECT_TIMEOUTS.forEach((prefix, timeout) -> {
            if (url.startsWith(prefix) && !url.contains("connectTimeout")) {
                properties.setProperty("connectTimeout", timeout);
            }
        });
        properties.putAll(application.getDataSourceProperties());
        return new DriverDataSource(url, application.getDriverClassName(), properties, user, credentials.getPassword())
                .getConnection();
    }
}
