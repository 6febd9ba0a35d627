package dev.idgen.internal.store.jdbc;

import dev.idgen.CounterStore;
import dev.idgen.internal.counted.CounterChecks;
import dev.idgen.internal.request.BlockingCalls;
import dev.idgen.internal.request.StoreNames;
import dev.idgen.internal.store.jdbc.Dialect.Counter;
import dev.idgen.internal.time.TimeSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Counters in a table {@code idgen_counter}, a row each, see {@code schema-<database>.sql} beside this class. Made for
 * PostgreSQL, MySQL, MariaDB and H2; with any other database it uses standard SQL.
 *
 * <p>Each request takes a connection of the data source on one of a few threads of this object's own, and is a transaction
 * by itself: the caller's may be rolled back, and the numbers stay given. A caller that holds a connection while it waits
 * for a number needs a second one, so the pool must have some to spare, or the counters a data source of their own.
 *
 * <p>A request that the database has rolled back in favour of another is made again. One whose connection broke is not:
 * it may have been carried out.
 *
 * <p>Thread-safe. The data source's timeouts bound how long a request holds a thread.
 */
public final class JdbcCounterStore implements CounterStore, AutoCloseable {

    private static final int THREADS = 4;
    private static final String PROBE = "SELECT counter_value FROM idgen_counter WHERE 1 = 0";

    private final DataSource dataSource;
    private final String namespace;
    private final BlockingCalls calls;
    private final Attempts attempts;
    private volatile @Nullable Dialect dialect;

    JdbcCounterStore(DataSource dataSource, String namespace, TimeSource time) {
        this.dataSource = dataSource;
        this.namespace = StoreNames.namespace(namespace);
        this.calls = new BlockingCalls("idgen-jdbc", THREADS, time);
        this.attempts = new Attempts(time);
    }

    /**
     * The counters of a namespace. Connects with the first request only.
     *
     * @param namespace 1 to 64 characters {@code [0-9A-Za-z._-]}
     * @throws dev.idgen.InvalidSettingException if the namespace is malformed
     */
    public static JdbcCounterStore create(DataSource dataSource, String namespace) {
        return new JdbcCounterStore(dataSource, namespace, TimeSource.system());
    }

    /**
     * Creates the table unless it is there, also if another creates it at the same time. Blocks.
     *
     * @throws IllegalStateException if it is not there and cannot be created
     */
    public void createTable() {
        try {
            calls.call(() -> {
                        try (Connection connection = dataSource.getConnection()) {
                            createTable(connection);
                            return true;
                        }
                    })
                    .toCompletableFuture()
                    .join();
        } catch (CompletionException e) {
            throw new IllegalStateException("table idgen_counter cannot be created", e.getCause());
        }
    }

    private void createTable(Connection connection) throws SQLException {
        Session session = Session.begin(connection, false);
        try {
            if (!isThere(connection)) {
                create(connection);
            }
        } finally {
            session.end();
        }
    }

    private void create(Connection connection) throws SQLException {
        try {
            dialect(connection).create(connection);
        } catch (SQLException e) {
            if (!isThere(connection)) {
                throw e;
            }
        }
    }

    private static boolean isThere(Connection connection) {
        try (Statement statement = connection.createStatement()) {
            return statement.execute(PROBE);
        } catch (SQLException e) {
            return false;
        }
    }

    @Override
    public CompletionStage<Long> add(String counter, long delta, long floor) {
        CounterChecks.add(counter, delta, floor);
        if (CounterChecks.exceeds(delta, floor)) {
            return CompletableFuture.failedFuture(CounterChecks.overflow(counter, delta));
        }
        Counter row = new Counter(namespace, counter);
        return run((with, connection) -> {
            try {
                return with.add(connection, row, delta, floor);
            } catch (SQLException e) {
                throw SqlState.isOutOfRange(e) ? CounterChecks.overflow(counter, delta) : e;
            }
        });
    }

    @Override
    public CompletionStage<Boolean> takeBack(String counter, long expected, long value) {
        CounterChecks.takeBack(counter, expected, value);
        Counter row = new Counter(namespace, counter);
        return run((with, connection) -> with.takeBack(connection, row, expected, value));
    }

    /** Statements that make one transaction. */
    private interface Work<T> {
        T on(Dialect with, Connection connection) throws Exception;
    }

    private <T> CompletionStage<T> run(Work<T> work) {
        return calls.call(() -> attempts.make(attempt -> {
            try (Connection connection = dataSource.getConnection()) {
                return inTransaction(connection, attempt, work);
            }
        }));
    }

    private <T> T inTransaction(Connection connection, int attempt, Work<T> work) throws Exception {
        Dialect with = dialect(connection);
        Session session = Session.begin(connection, with.isTransactional());
        try {
            // Stricter levels fail where this one waits. Most pools have it, and asking takes a round trip.
            if (attempt > 1) {
                session.readCommitted();
            }
            T outcome = work.on(with, connection);
            session.commit();
            return outcome;
        } finally {
            session.end();
        }
    }

    private Dialect dialect(Connection connection) throws SQLException {
        Dialect known = dialect;
        if (known == null) {
            known = Dialect.of(connection);
            dialect = known;
        }
        return known;
    }

    /** Takes requests again after {@link #stop}. */
    public void start() {
        calls.start();
    }

    /** Takes no further requests until {@link #start}, and ends its threads; the data source stays open. */
    public void stop() {
        calls.stop();
    }

    /** Takes no further requests; the data source stays open. */
    @Override
    public void close() {
        calls.close();
    }
}
