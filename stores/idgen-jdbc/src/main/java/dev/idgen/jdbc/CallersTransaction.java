package dev.idgen.jdbc;

import dev.idgen.TransactionRequiredException;
import java.sql.Statement;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The transaction of the calling thread. Checks that a number can be part of it, and runs statements in it. The
 * database ends their waits for locks, see {@link Dialect#limited}, and no query timeout does. Thread-safe.
 */
/*
 * A bound connection need not be part of the transaction. Code that uses two data sources in a transaction of the first
 * also binds a connection of the second, which never commits. JDBC's transaction managers mark their connections, and
 * only a transaction manager can read the mark. So this class has one that only reads, and never begins a transaction.
 * Of the unmarked connections, only JPA's are not synchronized with the transaction.
 *
 * A query timeout has the driver send a cancel. PostgreSQL's driver sends BEGIN and the first statement together, so a
 * late cancel may hit BEGIN: the statement then commits by itself, although the caller gets an exception.
 */
final class CallersTransaction extends JdbcTemplate {

    /** The problem of a transaction after its commit. */
    static final String ENDED = "this one has ended: begin another, with Propagation.REQUIRES_NEW";

    private final TransactionProbe managers;
    private final int mostSeconds;

    private static final class TransactionProbe extends DataSourceTransactionManager {

        private static final long serialVersionUID = 1L;

        TransactionProbe(DataSource dataSource) {
            super(dataSource);
        }

        boolean hasBegun() {
            return isExistingTransaction(doGetTransaction());
        }
    }

    /** @param mostSeconds how long a statement may wait for a lock */
    CallersTransaction(DataSource dataSource, int mostSeconds) {
        super(dataSource);
        setExceptionTranslator(SqlErrors.translator());
        this.managers = new TransactionProbe(dataSource);
        this.mostSeconds = mostSeconds;
    }

    /**
     * Requires such a transaction.
     *
     * @throws TransactionRequiredException if the thread is in none
     */
    void require(String generator) {
        String problem = problem();
        if (problem != null) {
            throw new TransactionRequiredException(generator, problem);
        }
    }

    /** Whether the thread is in such a transaction. */
    boolean isThere() {
        return problem() == null;
    }

    private @Nullable String problem() {
        if (!TransactionSynchronizationManager.isActualTransactionActive()
                || !TransactionSynchronizationManager.isSynchronizationActive()) {
            return "this thread is in none: call it in a method with @Transactional, or in a TransactionTemplate";
        }
        if (CommitListening.isCommitted()) {
            return ENDED;
        }
        Optional<String> other = CommitListening.otherManager(managers.getResourceFactory());
        if (other.isPresent() || !isOfThisDataSource()) {
            return "this one is not a transaction of the DataSource that idgen uses" + other.orElse("")
                    + ": name that DataSource's transaction manager in @Transactional(\"...\"), take the number before a transaction"
                    + " of another manager begins, or have idgen use this transaction's DataSource by @IdgenDataSource or"
                    + " 'idgen.jdbc.data-source'. Transactions of JTA, R2DBC and MongoDB do not work";
        }
        if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
            return "this one is read-only: leave out 'readOnly = true'";
        }
        return null;
    }

    private boolean isOfThisDataSource() {
        Object bound = TransactionSynchronizationManager.getResource(managers.getResourceFactory());
        return bound instanceof ConnectionHolder connection
                && (!connection.isSynchronizedWithTransaction() || managers.hasBegun());
    }

    /**
     * How long the next statement may wait for a lock: not beyond the transaction's own timeout, but at least 1 second.
     *
     * @throws org.springframework.transaction.TransactionTimedOutException if that timeout has passed
     */
    int waitSeconds() {
        Object bound = TransactionSynchronizationManager.getResource(managers.getResourceFactory());
        return bound instanceof ConnectionHolder connection && connection.hasTimeout()
                ? Math.min(mostSeconds, connection.getTimeToLiveInSeconds())
                : mostSeconds;
    }

    /** Sets no query timeout, but checks the transaction's. */
    @Override
    protected void applyStatementSettings(Statement statement) {
        waitSeconds();
    }
}
