package dev.idgen.jdbc;

import dev.idgen.store.Clocks;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
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
 * Opens a few connections beside the application's pool, like those of the pool, see {@link HikariConnections}. So a
 * caller may hold a connection of the pool while it waits for an id. After an outage, the first request connects at
 * once, while a pool may pause for five seconds between attempts.
 *
 * <p>There are as many connections as requests run at a time. Connections that stay unused for a while close.
 *
 * <p>Thread-safe. {@link #close} misses no connection: a thread that returns one adds it, then reads {@code closed},
 * while {@link #close} sets {@code closed}, then takes all that were added.
 */
final class OwnConnections extends AbstractDataSource implements SmartDataSource, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(OwnConnections.class);

    private static final boolean IS_HIKARI_PRESENT =
            ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", OwnConnections.class.getClassLoader());

    private static final String SHARED =
            "idgen shares connections with your code, because it cannot open its own beside this {}. If threads that need"
                    + " an id hold all connections of that pool, they wait for each other until their deadlines. Declare a"
                    + " HikariDataSource for ids, with maximum-pool-size 1, and name it in 'idgen.jdbc.data-source'. A"
                    + " transactional counter needs the DataSource of your transactions: give that pool more connections than"
                    + " threads use it";

    private static final int VALID_SECONDS = 1;
    private static final long TRUSTED_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(Dialect.UNUSED_SECONDS);

    private final HikariConnections maker;
    private final Clocks time;
    private final Deque<Unused> unused = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    private record Unused(Connection connection, long since) {}

    private OwnConnections(HikariConnections maker, Clocks time) {
        this.maker = maker;
        this.time = time;
    }

    /**
     * Returns connections beside those of a HikariCP pool. For other data sources, or if that is impossible, returns
     * the data source, and logs a warning if it may be a pool. Unwraps Spring's proxies that do not change connections.
     */
    static DataSource beside(DataSource application, Clocks time) {
        DataSource pool = target(application);
        HikariConnections maker = IS_HIKARI_PRESENT ? HikariConnections.of(pool) : null;
        if (maker != null) {
            return new OwnConnections(maker, time);
        }
        if (!(pool instanceof AbstractDriverBasedDataSource || pool instanceof EmbeddedDatabase)) {
            log.warn(SHARED, pool.getClass().getName());
        }
        return application;
    }

    /** Compares the exact class, because a subclass of a proxy may have a purpose, such as choosing a tenant. */
    private static DataSource target(DataSource given) {
        boolean transparent = given.getClass() == LazyConnectionDataSourceProxy.class
                || given.getClass() == TransactionAwareDataSourceProxy.class;
        DataSource target = transparent ? ((DelegatingDataSource) given).getTargetDataSource() : null;
        return target == null ? given : target(target);
    }

    @Override
    public Connection getConnection() throws SQLException {
        for (Unused next = unused.pollFirst(); next != null; next = unused.pollFirst()) {
            if (isUsable(next)) {
                return next.connection();
            }
            JdbcUtils.closeConnection(next.connection());
        }
        return maker.open();
    }

    private boolean isUsable(Unused candidate) {
        try {
            return time.nanoTime() - candidate.since() < TRUSTED_NANOS
                    ? !candidate.connection().isClosed()
                    : candidate.connection().isValid(VALID_SECONDS);
        } catch (SQLException e) {
            return false;
        }
    }

    /** Keeps each returned connection. {@link #getConnection()} checks it before it is used again. */
    @Override
    public boolean shouldClose(Connection connection) {
        unused.addFirst(new Unused(connection, time.nanoTime()));
        closeUnused(closed ? 0 : IDLE_NANOS);
        return false;
    }

    /** Closes the connections that have been idle for this long. */
    private void closeUnused(long nanos) {
        long now = time.nanoTime();
        for (Unused last = unused.peekLast(); last != null && now - last.since() >= nanos; last = unused.peekLast()) {
            if (unused.removeLastOccurrence(last)) {
                JdbcUtils.closeConnection(last.connection());
            }
        }
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("connections of other users");
    }

    /** Closes the unused connections, because one of them failed. */
    void forget() {
        closeUnused(0);
    }

    /** Closes the unused connections. Those in use close when they are returned. */
    @Override
    public void close() {
        closed = true;
        closeUnused(0);
    }

    /** Keeps connections again, after {@link #close}. */
    void start() {
        closed = false;
    }
}
