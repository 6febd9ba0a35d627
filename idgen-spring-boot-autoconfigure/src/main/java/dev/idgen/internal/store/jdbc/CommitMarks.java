package dev.idgen.internal.store.jdbc;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.ConfigurableTransactionManager;

/** Has each transaction manager of an application mark its commits, see {@link CommitMark}. Thread-safe. */
public final class CommitMarks implements BeanPostProcessor {

    private final CommitMark.Listener listener = new CommitMark.Listener();

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if (bean instanceof ConfigurableTransactionManager manager) {
            manager.addListener(listener);
        }
        return bean;
    }
}
