package dev.idgen.jdbc;

import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Marks each transaction that a transaction manager of the application begins. The mark says two things that Spring
 * does not show: whose transaction is the innermost of the thread, and whether it has committed. Thread-safe.
 */
/*
 * A transaction inside one of another manager suspends the outer one's synchronizations, but leaves its connection
 * bound to the thread. A number over that connection would follow the inner one's outcome. Nor does a commit unbind the
 * connection before afterCommit, where writes over it may never commit.
 */
public final class CommitListening implements BeanPostProcessor {

    private final Collection<Manager> managers = new ConcurrentLinkedQueue<>();

    /** One of a transaction's synchronizations, ahead of all others. Only the transaction's thread uses it. */
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

    private static final class ManagersMark extends CommitMarker {

        private final Manager manager;

        ManagersMark(Manager manager) {
            this.manager = manager;
        }
    }

    private record Manager(String name, Object bean, Collection<Manager> all) implements TransactionExecutionListener {

        @Override
        public void afterBegin(TransactionExecution transaction, @Nullable Throwable failure) {
            if (failure == null && TransactionSynchronizationManager.isSynchronizationActive()) {
                TransactionSynchronizationManager.registerSynchronization(new ManagersMark(this));
            }
        }

        /** The managers of JDBC and of JPA have this property. */
        boolean isOf(Object dataSource) {
            var properties = PropertyAccessorFactory.forBeanPropertyAccess(bean);
            return properties.isReadableProperty("dataSource")
                    && dataSource.equals(properties.getPropertyValue("dataSource"));
        }

        /** Says that a transaction is of this manager, and of which it should be. */
        String insteadOf(Object dataSource) {
            return ", but of the transaction manager '" + name + "'"
                    + all.stream()
                            .filter(other -> other.isOf(dataSource))
                            .findFirst()
                            .map(other -> " instead of '" + other.name + "'")
                            .orElse("");
        }
    }

    /** Whether the thread's transaction is known to have committed. */
    static boolean isCommitted() {
        return TransactionSynchronizationManager.getSynchronizations().stream()
                .anyMatch(listener -> listener instanceof CommitMarker marker && marker.committed);
    }

    /** Says whose the thread's innermost transaction is; empty if it may be one of the data source. */
    static Optional<String> otherManager(Object dataSource) {
        return TransactionSynchronizationManager.getSynchronizations().stream()
                .filter(ManagersMark.class::isInstance)
                .map(mark -> ((ManagersMark) mark).manager)
                .filter(manager -> !manager.isOf(dataSource))
                .map(manager -> manager.insteadOf(dataSource))
                .findFirst();
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if (bean instanceof AbstractPlatformTransactionManager manager) {
            Manager listener = new Manager(beanName, bean, managers);
            managers.add(listener);
            manager.addListener(listener);
        }
        return bean;
    }
}
