package dev.idgen.autoconfigure;

import dev.idgen.internal.data.sharding.RunningApplications;
import dev.idgen.internal.data.sharding.RunningApplications.Application;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Keeps an application among those that ShardingSphere can ask, until its context is closed or fails to start. */
final class ShardingSphereRegistration implements BeanFactoryPostProcessor, DisposableBean {

    private final Application application;

    ShardingSphereRegistration(Application application) {
        this.application = application;
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        RunningApplications.add(application);
    }

    @Override
    public void destroy() {
        RunningApplications.remove(application);
    }
}
