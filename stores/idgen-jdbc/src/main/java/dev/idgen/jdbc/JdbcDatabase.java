package dev.idgen.jdbc;

import dev.idgen.store.BlockingCalls;
import dev.idgen.store.Clocks;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.datasource.init.DatabasePopulatorUtils;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Runs transactions on idgen's tables, see {@code dev/idgen/jdbc/schema.sql}. {@link Dialect} lists the supported
 * databases; in any other, it counts by standard SQL, and leases nothing.
 *
 * <p>Each request is a separate transaction, on one of this object's few threads: if the caller's transaction rolls
 * back, its numbers stay issued. With HikariCP, requests also have their own connections, see {@link
 * OwnConnections}. With other pools, a caller that holds a connection while it waits for a number needs a second one.
 * The log warns about that.
 *
 * <p>If the database rolls a request back in favour of another, the request runs again. If its connection breaks, or
 * its commit fails otherwise, it does not run again, because it may have taken effect.
 *
 * <p>Thread-safe. A statement on PostgreSQL, MySQL or MariaDB ends after a few seconds.
 */
public final class JdbcDatabase implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(JdbcDatabase.class);

    private static final int THREADS = 4;
    private static final int MOST_ATTEMPTS = 8;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final String[] TABLES = {
        "idgen_counter", "idgen_counter_gap", "idgen_counter_request", "idgen_register"
    };

    private final DataSource application;
    private final DataSource connections;
    private final SchemaInitialization creation;
    private final Clocks time;
    private final BlockingCalls calls;
    private final JdbcTemplate jdbc;
    private final JdbcTransactionManager transactions;
    private final List<Runnable> forgetting = new CopyOnWriteArrayList<>();
    private volatile @Nullable Dialect dialect;

    /** Opens no connection before the first request. */
    public JdbcDatabase(DataSource application, SchemaInitialization creation, Clocks time) {
        this.application = application;
        this.connections = OwnConnections.beside(application, time);
        this.creation = creation;
        this.time = time;
        this.calls = new BlockingCalls("idgen-jdbc", THREADS, time);
        this.jdbc = new JdbcTemplate(connections);
        jdbc.setExceptionTranslator(SqlErrors.translator());
        this.transactions = new JdbcTransactionManager(connections);
        transactions.setExceptionTranslator(jdbc.getExceptionTranslator());
    }

    /** The application's data source, which its transactions use. */
    DataSource application() {
        return application;
    }

    /**
     * Names the database of a connection, if the application's data source may route to several; otherwise empty. Two
     * names may mean one database.
     */
    String name(Connection connection) throws SQLException {
        return connections instanceof OwnConnections
                ? ""
                : connection.getMetaData().getURL() + ' ' + connection.getCatalog() + ' ';
    }

    /** Names a connection's schema. It may ask the server. */
    static String schema(Connection connection) throws SQLException {
        return connection.getCatalog() + '.' + connection.getSchema();
    }

    Clocks time() {
        return time;
    }

    /** Succeeds even if another instance creates them at the same time. */
    private void createTables(Dialect with) {
        try {
            transaction(with)
                    .executeWithoutResult(status -> DatabasePopulatorUtils.execute(with.tables(), connections));
        } catch (DataAccessException e) {
            if (missingTable(with) != null) {
                throw e;
            }
        }
    }

    private @Nullable String missingTable(Dialect with) {
        for (String table : TABLES) {
            try {
                transaction(with)
                        .executeWithoutResult(
                                status -> jdbc.execute("SELECT namespace FROM " + table + " WHERE 1 = 0"));
            } catch (BadSqlGrammarException e) {
                return table
                        + (SqlErrors.isReadingRefused(e) ? ", or idgen's user may not read it (GRANT SELECT)" : "");
            }
        }
        return null;
    }

    /** Runs work in a transaction, and again if the database rolls it back in favour of another. */
    <T> CompletionStage<T> run(BiFunction<JdbcTemplate, Dialect, T> work) {
        return call(() -> carryOut(work));
    }

    /** Runs work once. Each statement commits by itself, so nothing stays locked if this process stops between two. */
    <T> CompletionStage<T> runCommitting(BiFunction<JdbcTemplate, Dialect, T> work) {
        return call(() -> {
            Dialect with = dialect();
            ConnectionCallback<T> committing = connection -> commitEach(connection, with, work);
            return Objects.requireNonNull(jdbc.execute(committing));
        });
    }

    private <T> T commitEach(Connection connection, Dialect with, BiFunction<JdbcTemplate, Dialect, T> work)
            throws SQLException {
        JdbcTemplate statements = new JdbcTemplate(new SingleConnectionDataSource(connection, true));
        statements.setExceptionTranslator(jdbc.getExceptionTranslator());
        statements.setQueryTimeout(with.timeout);
        Integer isolation = DataSourceUtils.prepareConnectionForTransaction(connection, transaction(with));
        boolean atOnce = connection.getAutoCommit();
        try {
            if (!atOnce) {
                connection.setAutoCommit(true);
            }
            return work.apply(statements, with);
        } finally {
            if (!atOnce) {
                commitByHand(connection);
            }
            DataSourceUtils.resetConnectionAfterTransaction(connection, isolation, false);
        }
    }

    /** Ignores failures: the connection is broken, or the next transaction sets the mode. */
    private static void commitByHand(Connection connection) {
        try {
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            log.debug("cannot switch off the auto-commit of a connection", e);
        }
    }

    private <T> CompletionStage<T> call(Callable<T> work) {
        return calls.call(() -> {
            try {
                return withTables(work);
            } catch (DataAccessException | TransactionException e) {
                if (connections instanceof OwnConnections own) {
                    own.forget();
                }
                throw e;
            }
        });
    }

    /** Recreates tables that were dropped meanwhile, if idgen may create them. */
    private <T> T withTables(Callable<T> work) throws Exception {
        try {
            return work.call();
        } catch (BadSqlGrammarException e) {
            dialect = null;
            String missing = missingTable(dialect());
            if (missing != null) {
                throw new IllegalStateException(
                        "the database has no table " + missing + dialect().place(jdbc)
                                + ": create the tables with dev/idgen/jdbc/"
                                + dialect().schema
                                + " in idgen's jar, or set 'idgen.jdbc.initialize-schema' to 'always'",
                        e);
            }
            return work.call();
        }
    }

    private <T> T carryOut(BiFunction<JdbcTemplate, Dialect, T> work) {
        Dialect with = dialect();
        for (int attempt = 1; ; attempt++) {
            try {
                return Objects.requireNonNull(transaction(with).execute(status -> work.apply(jdbc, with)));
            } catch (PessimisticLockingFailureException | DuplicateKeyException e) {
                if (attempt == MOST_ATTEMPTS) {
                    throw e;
                }
            }
            // Transactions that collided would collide again after equal pauses.
            time.pause(ThreadLocalRandom.current().nextLong(attempt * PAUSE_NANOS));
        }
    }

    /** A new transaction, because this object's threads are in no other. */
    private TransactionTemplate transaction(Dialect with) {
        TransactionTemplate transaction = new TransactionTemplate(transactions);
        transaction.setTimeout(with.timeout);
        // Stricter levels fail where this one waits. idgen's own connections have it, and asking takes a round trip.
        if (!(connections instanceof OwnConnections)) {
            transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        }
        return transaction;
    }

    private Dialect dialect() {
        Dialect known = dialect;
        return known == null ? prepared() : known;
    }

    /**
     * Only one thread at a time, because H2 times out, or creates a table twice, if several threads create it. Each
     * answer has a deadline.
     */
    private synchronized Dialect prepared() {
        Dialect known = dialect;
        if (known == null) {
            ConnectionCallback<Dialect> recognition = KnownDialects::of;
            known = Objects.requireNonNull(jdbc.execute(recognition));
            boolean creates = creation == SchemaInitialization.ALWAYS
                    || (creation == SchemaInitialization.EMBEDDED && known.isEmbedded());
            if (creates && missingTable(known) != null) {
                createTables(known);
            }
            known.prepare(jdbc);
            dialect = known;
        }
        return known;
    }

    /** @param forget what else to do in {@link #start}, because the database may be another than before */
    void onStart(Runnable forget) {
        forgetting.add(forget);
    }

    /** Accepts requests again after {@link #stop}. Like a new process, it forgets what it knew of the database. */
    public void start() {
        dialect = null;
        forgetting.forEach(Runnable::run);
        if (connections instanceof OwnConnections own) {
            own.start();
        }
        calls.start();
    }

    /** Refuses requests until {@link #start}, and ends its threads and connections. The data source stays open. */
    public void stop() {
        calls.stop();
        closeConnections();
    }

    /** Refuses further requests. The data source stays open. */
    @Override
    public void close() {
        calls.close();
        closeConnections();
    }

    private void closeConnections() {
        if (connections instanceof OwnConnections own) {
            own.close();
        }
    }
}
