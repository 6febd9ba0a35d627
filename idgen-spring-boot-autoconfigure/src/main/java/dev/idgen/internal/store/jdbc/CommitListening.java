package dev.idgen.internal.store.jdbc;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Marks each transaction that a transaction manager of the application is about to commit. During {@code afterCommit},
 * Spring does not show that the transaction has committed. Its connection is still bound to the thread, and writes over
 * it may never commit. Thread-safe.
 */
/*
 * Hibernate may ask for numbers during the commit. So this class registers the mark before the commit, and the mark
 * changes after it, ahead of all other synchronizations.
 */
public final class CommitListening implements BeanPostProcessor, TransactionExecutionListener {

    /** One of a transaction's synchronizations. Only the transaction's thread uses it. */
    static class CommitMarker implements TransactionSynchronization, PriorityOrdered {

        private boolean committed;

        @Override
        public int getOrder() {
            return Ordered.HIGHEST_PRECEDENCE;
        }

        @Override
        public void afterCommit() {
            committed = true;
        }

        /** Whether the mark was registered before the commit. */
        boolean sawTheCommit() {
            return committed;
        }
    }

    /** Whether the thread's transaction is known to have committed. */
    static boolean isCommitted() {
        return TransactionSynchronizationManager.getSynchronizations().stream()
                .anyMatch(listener -> listener instanceof CommitMarker marker && marker.committed);
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if (bean instanceof ConfigurableTransactionManager manager) {
            manager.addListener(this);
        }
        return bean;
    }

    @Override
    public void beforeCommit(TransactionExecution transaction) {
        if (TransactionSynchronizationManager.isSynchronizationActive()) {
            TransactionSynchronizationManager.registerSynchronization(new CommitMarker());
        }
    }
}
