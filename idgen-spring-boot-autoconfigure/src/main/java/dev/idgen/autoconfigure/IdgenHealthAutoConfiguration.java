package dev.idgen.autoconfigure;

import dev.idgen.internal.actuate.EarlierHealthIndicator;
import dev.idgen.internal.actuate.IdgenHealthIndicator;
import dev.idgen.internal.actuate.MonitoredBeans;
import org.springframework.beans.factory.BeanClassLoaderAware;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/** Tells the application's health whether ids can be issued. */
@AutoConfiguration(after = IdgenGeneratorsAutoConfiguration.class)
@ConditionalOnBean(MonitoredBeans.class)
@Conditional(OnEnabledHealth.class)
public final class IdgenHealthAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    static class Current {

        @Bean
        @ConditionalOnMissingBean(name = "idgenHealthIndicator")
        IdgenHealthIndicator idgenHealthIndicator(MonitoredBeans parts) {
            return new IdgenHealthIndicator(parts);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = EarlierHealthIndicator.TYPE)
    static class Earlier implements BeanClassLoaderAware {

        private ClassLoader classLoader = Earlier.class.getClassLoader();

        @Override
        public void setBeanClassLoader(ClassLoader loader) {
            classLoader = loader;
        }

        @Bean
        @ConditionalOnMissingBean(name = "idgenHealthIndicator")
        EarlierHealthIndicator idgenHealthIndicator(ObjectProvider<MonitoredBeans> parts) {
            return new EarlierHealthIndicator(parts::getObject, classLoader);
        }
    }
}
