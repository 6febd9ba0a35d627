package dev.idgen.internal.store.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import com.zaxxer.hikari.util.DriverDataSource;
import dev.idgen.internal.time.TimeSource;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.SmartDataSource;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.util.ClassUtils;

/**
 * A few connections beside the application's pool, made as HikariCP makes those in it. A caller that holds a connection of the pool
 * while it waits for an id thus waits for nobody who waits for that pool; and after an outage the first request connects at once,
 * where a pool may pause for five seconds between attempts.
 *
 * <p>As many are open as requests were under way at a time; those that were not needed for a while are closed. They commit by
 * hand, at read committed, and an answer that takes longer than {@value #ANSWER_MILLIS} ms breaks them.
 *
 * <p>Thread-safe: its monitor guards the connections that nobody uses; nothing is called while it is held.
 */
final class OwnConnections extends AbstractDataSource implements SmartDataSource, AutoCloseable {

    /** Longer than a statement may take. */
    private static final int ANSWER_MILLIS = 3000;

    private static final int CONNECT_SECONDS = 2;
    private static final int VALID_SECONDS = 1;
    private static final long TRUSTED_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** How drivers that would wait for minutes are told how long a connection may take to come about. */
    private static final Map<String, String> CONNECT_TIMEOUTS = Map.of(
            "jdbc:postgresql:", String.valueOf(CONNECT_SECONDS),
            "jdbc:mysql:", String.valueOf(TimeUnit.SECONDS.toMillis(CONNECT_SECONDS)),
            "jdbc:mariadb:", String.valueOf(TimeUnit.SECONDS.toMillis(CONNECT_SECONDS)));

    private final HikariDataSource application;
    private final TimeSource time;
    private final Deque<Unused> unused = new ArrayDeque<>();
    private boolean closed;

    private record Unused(Connection connection, long since) {}

    private OwnConnections(HikariDataSource application, TimeSource time) {
        this.application = application;
        this.time = time;
    }

    /**
     * Connections beside those of a data source, or that data source if it is not HikariCP's, or one whose connections cannot be made
     * beside it.
     */
    static DataSource beside(DataSource application, TimeSource time) {
        return ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", OwnConnections.class.getClassLoader())
                ? Hikari.beside(application, time)
                : application;
    }

    /** Loaded only where HikariCP is there. */
    private static final class Hikari {

        static DataSource beside(DataSource application, TimeSource time) {
            return application instanceof HikariDataSource hikari && isRepeatable(hikari)
                    ? new OwnConnections(hikari, time)
                    : application;
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
    }

    @Override
    public Connection getConnection() throws SQLException {
        for (Unused candidate = take(); candidate != null; candidate = take()) {
            if (time.nanoTime() - candidate.since() < TRUSTED_NANOS || isValid(candidate.connection())) {
                return candidate.connection();
            }
            JdbcUtils.closeConnection(candidate.connection());
        }
        return open();
    }

    private static boolean isValid(Connection connection) {
        try {
            return connection.isValid(VALID_SECONDS);
        } catch (SQLException e) {
            return false;
        }
    }

    private synchronized @Nullable Unused take() {
        return unused.pollFirst();
    }

    private Connection open() throws SQLException {
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
        } else if (product.startsWith("MySQL")) { // which has only a limit for all connections that are not used
            execute(connection, "SET SESSION wait_timeout = " + TimeUnit.NANOSECONDS.toSeconds(IDLE_NANOS));
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

    /** Keeps a connection that its user gives back, unless it is of no use any more. */
    @Override
    public boolean shouldClose(Connection connection) {
        List<Unused> surplus = new ArrayList<>();
        boolean kept = keep(connection, surplus);
        surplus.forEach(old -> JdbcUtils.closeConnection(old.connection()));
        return !kept;
    }

    private boolean keep(Connection connection, List<Unused> surplus) {
        long now = time.nanoTime();
        boolean open = isOpen(connection);
        synchronized (this) {
            if (!open || closed) {
                return false;
            }
            unused.addFirst(new Unused(connection, now));
            while (now - unused.getLast().since() > IDLE_NANOS) {
                surplus.add(unused.removeLast());
            }
            return true;
        }
    }

    private static boolean isOpen(Connection connection) {
        try {
            return !connection.isClosed();
        } catch (SQLException e) {
            return false;
        }
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("connections of other users");
    }

    /** Closes the connections that nobody uses, since one of them failed. */
    void forget() {
        List<Unused> all;
        synchronized (this) {
            all = new ArrayList<>(unused);
            unused.clear();
        }
        all.forEach(one -> JdbcUtils.closeConnection(one.connection()));
    }

    /** Closes the connections that nobody uses; those in use are closed when they are given back. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        forget();
    }

    /** Keeps connections again, after {@link #close}. */
    synchronized void start() {
        closed = false;
    }
}
