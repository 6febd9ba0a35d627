package dev.idgen.internal.store.jdbc;

import dev.idgen.CounterStore;
import dev.idgen.internal.counted.CounterChecks;
import dev.idgen.internal.request.BlockingCalls;
import dev.idgen.internal.request.StoreNames;
import dev.idgen.internal.time.TimeSource;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.DatabasePopulatorUtils;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.jdbc.support.SQLStateSQLExceptionTranslator;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Counters in a table {@code idgen_counter}, a row each, see {@code dev/idgen/jdbc/schema-<database>.sql}. Made for
 * PostgreSQL, MySQL, MariaDB and H2; with any other database it uses standard SQL.
 *
 * <p>Each request takes a connection of the data source on one of a few threads of this object's own, and is a transaction
 * by itself: the caller's may be rolled back, and the numbers stay given. A caller that holds a connection while it waits
 * for a number needs a second one, so the pool must have some to spare, or the counters a data source of their own.
 *
 * <p>A request that the database has rolled back in favour of another is made again. One whose connection broke, or whose
 * commit failed for another reason, is not: it may have been carried out.
 *
 * <p>Thread-safe. A statement on PostgreSQL, MySQL or MariaDB ends after a few seconds; what else bounds how long a request
 * holds a thread are the timeouts of the data source and the database.
 */
public final class JdbcCounterStore implements CounterStore, AutoCloseable {

    private static final int THREADS = 4;
    private static final int MOST_ATTEMPTS = 8;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final String PROBE = "SELECT counter_value FROM idgen_counter WHERE 1 = 0";

    private final DataSource dataSource;
    private final String namespace;
    private final TimeSource time;
    private final BlockingCalls calls;
    private final JdbcTemplate jdbc;
    private final JdbcTransactionManager transactions;
    private volatile @Nullable Dialect dialect;

    JdbcCounterStore(DataSource dataSource, String namespace, TimeSource time) {
        this.dataSource = dataSource;
        this.namespace = StoreNames.namespace(namespace);
        this.time = time;
        this.calls = new BlockingCalls("idgen-jdbc", THREADS, time);
        // By class, as Spring does unless told otherwise, MariaDB's driver takes a sum out of range for a syntax error.
        SQLStateSQLExceptionTranslator translator = new SQLStateSQLExceptionTranslator();
        translator.setCustomTranslator(JdbcCounterStore::translate);
        this.jdbc = new JdbcTemplate(dataSource);
        jdbc.setExceptionTranslator(translator);
        this.transactions = new JdbcTransactionManager(dataSource);
        transactions.setExceptionTranslator(translator);
    }

    /** Spring takes 40003, "completion unknown", for a lost lock, and does not know H2's conflict. */
    private static @Nullable DataAccessException translate(String task, @Nullable String sql, SQLException failure) {
        return switch (String.valueOf(failure.getSQLState())) {
            case "40003" ->
                new DataAccessResourceFailureException("it is unknown whether it is done: " + task, failure);
            case "90131" -> new CannotAcquireLockException(task, failure);
            default -> null;
        };
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
                        Dialect with = dialect();
                        return isThere(with) || create(with);
                    })
                    .toCompletableFuture()
                    .join();
        } catch (CompletionException e) {
            throw new IllegalStateException("table idgen_counter cannot be created", e.getCause());
        }
    }

    private boolean create(Dialect with) {
        try {
            transaction(with, 1)
                    .executeWithoutResult(status -> DatabasePopulatorUtils.execute(with.schema(), dataSource));
            return true;
        } catch (DataAccessException e) {
            if (isThere(with)) {
                return true;
            }
            throw e;
        }
    }

    private boolean isThere(Dialect with) {
        try {
            transaction(with, 1).executeWithoutResult(status -> jdbc.execute(PROBE));
            return true;
        } catch (DataAccessException e) {
            return false;
        }
    }

    @Override
    public CompletionStage<Long> add(String counter, long delta, long floor) {
        CounterChecks.add(counter, delta, floor);
        if (CounterChecks.exceeds(delta, floor)) {
            return CompletableFuture.failedFuture(CounterChecks.overflow(counter, delta));
        }
        return run(with -> {
            try {
                return with.add(jdbc, namespace, counter, delta, floor);
            } catch (DuplicateKeyException e) {
                throw e;
            } catch (DataIntegrityViolationException e) { // nothing else can be wrong with a row
                throw (ArithmeticException)
                        CounterChecks.overflow(counter, delta).initCause(e);
            }
        });
    }

    @Override
    public CompletionStage<Boolean> takeBack(String counter, long expected, long value) {
        CounterChecks.takeBack(counter, expected, value);
        return run(with -> with.takeBack(jdbc, namespace, counter, expected, value));
    }

    private <T> CompletionStage<T> run(Function<Dialect, T> work) {
        return calls.call(() -> {
            Dialect with = dialect();
            for (int attempt = 1; ; attempt++) {
                try {
                    return transaction(with, attempt).execute(status -> work.apply(with));
                } catch (PessimisticLockingFailureException | DuplicateKeyException e) {
                    if (attempt == MOST_ATTEMPTS) {
                        throw e;
                    }
                }
                // Those that met once would meet again if all waited as long.
                time.pause(ThreadLocalRandom.current().nextLong(attempt * PAUSE_NANOS));
            }
        });
    }

    /** A transaction of its own, since this object's threads are in no other. */
    private TransactionTemplate transaction(Dialect with, int attempt) {
        TransactionTemplate transaction = new TransactionTemplate(transactions);
        transaction.setTimeout(with.timeout());
        // Stricter levels fail where this one waits. Most pools have it, and asking takes a round trip.
        if (attempt > 1) {
            transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        }
        return transaction;
    }

    private Dialect dialect() {
        Dialect known = dialect;
        if (known == null) {
            known = Dialect.of(jdbc);
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
