package dev.idgen.internal.store.jdbc;

import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Tells, among a transaction's synchronizations, that it has committed. Spring says so nowhere while {@code afterCommit} runs: the
 * connection is still the thread's, and what is written over it then is committed by chance or never.
 *
 * <p>Of its thread only.
 */
/*
 * Hibernate may ask for numbers while it commits. So a mark is made before the commit, and tells only after it, before the others.
 */
class CommitMark implements TransactionSynchronization, PriorityOrdered {

    private boolean committed;

    /** Whether the thread's transaction is known to have committed. */
    static boolean isCommitted() {
        return TransactionSynchronizationManager.getSynchronizations().stream()
                .anyMatch(its -> its instanceof CommitMark mark && mark.committed);
    }

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
