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
 * Marks each transaction that a transaction manager of the application is about to commit. Spring says nowhere, while
 * {@code afterCommit} runs, that a transaction has committed: the connection is still the thread's, and what is written
 * over it then is committed by chance or never. Thread-safe.
 */
/*
 * Hibernate may ask for numbers while it commits. So a mark is made before the commit, and tells only after it, before
 * the others.
 */
public final class CommitListening implements BeanPostProcessor, TransactionExecutionListener {

    /** Among a transaction's synchronizations. Of its thread only. */
    static class Mark implements TransactionSynchronization, PriorityOrdered {

        private boolean committed;

        @Override
        public int getOrder() {
            return Ordered.HIGHEST_PRECEDENCE;
        }

        @Override
        public void afterCommit() {
            committed = true;
        }

        /** Whether it was made before the commit. */
        boolean sawTheCommit() {
            return committed;
        }
    }

    /** Whether the thread's transaction is known to have committed. */
    static boolean isCommitted() {
        return TransactionSynchronizationManager.getSynchronizations().stream()
                .anyMatch(its -> its instanceof Mark mark && mark.committed);
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
            TransactionSynchronizationManager.registerSynchronization(new Mark());
        }
    }
}
