package dev.idgen.autoconfigure;

import dev.idgen.entities.EntityIds;
import dev.idgen.internal.generator.ConfiguredGenerators;
import dev.idgen.shardingsphere.RunningApplications;
import dev.idgen.shardingsphere.RunningApplications.Application;
import org.apache.shardingsphere.infra.algorithm.core.ShardingSphereAlgorithm;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/** Lets ShardingSphere's key generator {@code IDGEN} find this application's generators. */
@AutoConfiguration(after = IdgenEntityAutoConfiguration.class)
@ConditionalOnClass(ShardingSphereAlgorithm.class)
@ConditionalOnBean(EntityIds.class)
public final class IdgenShardingSphereAutoConfiguration {

    /** Runs before Spring creates beans, because some of them insert while the application starts. */
    @Bean
    static Registration idgenShardingSphereRegistration(Environment environment, ObjectProvider<EntityIds> ids) {
        return new Registration(new Application(
                environment.getProperty("idgen.namespace", "default"),
                ConfiguredGenerators.properties(Binder.get(environment)).keySet(),
                ids::getObject));
    }

    /** Registers the application for ShardingSphere until its context closes or fails to start. */
    record Registration(Application application) implements BeanFactoryPostProcessor, DisposableBean {

        @Override
        public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
            RunningApplications.add(application);
        }

        @Override
        public void destroy() {
            RunningApplications.remove(application);
        }
    }
}
