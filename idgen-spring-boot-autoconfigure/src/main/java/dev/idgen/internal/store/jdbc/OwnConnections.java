package dev.idgen.internal.store.jdbc;

import dev.idgen.internal.time.TimeSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.AbstractDriverBasedDataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.SmartDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.util.ClassUtils;

/**
 * A few connections beside the application's pool, made as HikariCP makes those in it, see {@link HikariTwin}. So a caller may hold a
 * connection of the pool while it waits for an id. After an outage the first request connects at once, where a pool may pause for five
 * seconds between attempts.
 *
 * <p>As many are open as requests were under way at a time; those that were not needed for a while are closed.
 *
 * <p>Thread-safe: its monitor guards the connections that nobody uses; nothing is called while it is held.
 */
final class OwnConnections extends AbstractDataSource implements SmartDataSource, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(OwnConnections.class);

    private static final boolean IS_HIKARI_PRESENT =
            ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", OwnConnections.class.getClassLoader());

    private static final String SHARED =
            "idgen takes connections from the DataSource that your code uses: {} is no HikariDataSource whose connections idgen could"
                    + " make for itself. If threads that need an id hold all connections of that pool, they wait for each other until their"
                    + " deadlines. Declare a HikariDataSource for ids, with maximum-pool-size 1, and name it by"
                    + " 'idgen.jdbc.data-source'. A transactional counter needs the DataSource of your transactions: there have more"
                    + " connections in the pool than threads that use it";

    private static final int VALID_SECONDS = 1;
    private static final long TRUSTED_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(HikariTwin.UNUSED_SECONDS);

    private final HikariTwin maker;
    private final TimeSource time;
    private final Deque<Unused> unused = new ArrayDeque<>();
    private boolean closed;

    private record Unused(Connection connection, long since) {}

    private OwnConnections(HikariTwin maker, TimeSource time) {
        this.maker = maker;
        this.time = time;
    }

    /**
     * Connections beside those of a data source; or that data source, which is said if it may be a pool, if it is not HikariCP's or its
     * connections cannot be made beside it. Looks through proxies of Spring's that change nothing about connections.
     */
    static DataSource beside(DataSource application, TimeSource time) {
        DataSource pool = target(application);
        HikariTwin maker = IS_HIKARI_PRESENT ? HikariTwin.of(pool) : null;
        if (maker != null) {
            return new OwnConnections(maker, time);
        }
        if (!(pool instanceof AbstractDriverBasedDataSource || pool instanceof EmbeddedDatabase)) {
            log.warn(SHARED, pool.getClass().getName());
        }
        return application;
    }

    /** By class, since one that extends a proxy may mean something by it, such as a tenant. */
    private static DataSource target(DataSource given) {
        boolean transparent = given.getClass() == LazyConnectionDataSourceProxy.class
                || given.getClass() == TransactionAwareDataSourceProxy.class;
        DataSource target = transparent ? ((DelegatingDataSource) given).getTargetDataSource() : null;
        return target == null ? given : target(target);
    }

    @Override
    public Connection getConnection() throws SQLException {
        for (Unused candidate = take(); candidate != null; candidate = take()) {
            if (time.nanoTime() - candidate.since() < TRUSTED_NANOS || isValid(candidate.connection())) {
                return candidate.connection();
            }
            JdbcUtils.closeConnection(candidate.connection());
        }
        return maker.open();
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
