package dev.idgen.internal.store.jdbc;

import dev.idgen.TransactionRequiredException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Tells whether a thread is in a transaction of a data source that a number can be part of. Thread-safe.
 */
/*
 * A connection that is bound to a thread in a transaction need not be the transaction's: whoever uses two data sources
 * in a transaction of the first has a connection of the second bound as well, which is never committed. So the question
 * is whose it is. Connections of JDBC's transaction managers are marked, which only a transaction manager can read:
 * here is one that is asked, and never begins anything. Those of JPA's are the only ones that are not synchronized with
 * the transaction.
 */
final class CallersTransaction {

    /** What is wrong with a transaction after its commit. */
    static final String ENDED = "this one has ended: begin another, with Propagation.REQUIRES_NEW";

    private final Asked managers;

    private static final class Asked extends DataSourceTransactionManager {

        private static final long serialVersionUID = 1L;

        Asked(DataSource dataSource) {
            super(dataSource);
        }

        boolean hasBegun() {
            return isExistingTransaction(doGetTransaction());
        }
    }

    CallersTransaction(DataSource dataSource) {
        this.managers = new Asked(dataSource);
    }

    /**
     * Returns if the thread is in such a transaction.
     *
     * @throws TransactionRequiredException if it is not
     */
    void require(String generator) {
        String problem = problem();
        if (problem != null) {
            throw new TransactionRequiredException(generator, problem);
        }
    }

    private @Nullable String problem() {
        if (!TransactionSynchronizationManager.isActualTransactionActive()
                || !TransactionSynchronizationManager.isSynchronizationActive()) {
            return "this thread is in none: call it in a method with @Transactional, or in a TransactionTemplate";
        }
        if (CommitListening.isCommitted()) {
            return ENDED;
        }
        if (TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
            return "this one is read-only: leave out 'readOnly = true'";
        }
        if (!isOfThisDataSource()) {
            return "this one is not a transaction of the DataSource that idgen uses: name that DataSource's transaction manager in"
                    + " @Transactional(\"...\"), or have idgen use the transaction's DataSource by @IdgenDataSource or"
                    + " 'idgen.jdbc.data-source'. Transactions of JTA, R2DBC and MongoDB will not do";
        }
        return null;
    }

    private boolean isOfThisDataSource() {
        Object bound = TransactionSynchronizationManager.getResource(managers.getResourceFactory());
        return bound instanceof ConnectionHolder connection
                && (!connection.isSynchronizedWithTransaction() || managers.hasBegun());
    }
}
