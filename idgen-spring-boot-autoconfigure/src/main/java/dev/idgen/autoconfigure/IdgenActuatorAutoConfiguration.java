package dev.idgen.autoconfigure;

import dev.idgen.LeaseStore;
import dev.idgen.internal.actuate.Boot3HealthIndicator;
import dev.idgen.internal.actuate.IdgenEndpoint;
import dev.idgen.internal.actuate.IdgenHealthIndicator;
import dev.idgen.internal.actuate.IdgenHoldersEndpoint;
import dev.idgen.internal.actuate.IdgenMetrics;
import dev.idgen.internal.actuate.MonitoredBeans;
import dev.idgen.internal.string.sequence.BucketLayout;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Objects;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Provides Micrometer meters of the generators, the health indicator, and the endpoints {@code idgen} and {@code
 * idgenholders} if the application exposes them. Each stands in its own class, whose conditions Spring evaluates
 * only if the library is there.
 */
@AutoConfiguration(after = IdgenGeneratorsAutoConfiguration.class)
@ConditionalOnBean(MonitoredBeans.class)
public final class IdgenActuatorAutoConfiguration {

    /**
     * What Boot's condition for health indicators checks. Boot 3 and Boot 4 have different annotation classes for it.
     */
    private static final String HEALTH_ENABLED =
            "environment.getProperty('management.health.idgen.enabled', T(Boolean),"
                    + " environment.getProperty('management.health.defaults.enabled', T(Boolean), true))";

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    static class Meters {

        @Bean
        @ConditionalOnMissingBean
        IdgenMetrics idgenMetrics(MonitoredBeans parts) {
            return new IdgenMetrics(parts);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    static class Boot4Health {

        @Bean
        @ConditionalOnExpression(HEALTH_ENABLED)
        @ConditionalOnMissingBean(name = "idgenHealthIndicator")
        IdgenHealthIndicator idgenHealthIndicator(MonitoredBeans parts) {
            return new IdgenHealthIndicator(parts);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = Boot3HealthIndicator.TYPE)
    static class Boot3Health {

        @Bean
        @ConditionalOnExpression(HEALTH_ENABLED)
        @ConditionalOnMissingBean(name = "idgenHealthIndicator")
        Boot3HealthIndicator idgenHealthIndicator(
                ObjectProvider<MonitoredBeans> parts, ConfigurableListableBeanFactory beans) {
            return new Boot3HealthIndicator(parts::getObject, Objects.requireNonNull(beans.getBeanClassLoader()));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
    static class Endpoints {

        @Bean
        @ConditionalOnAvailableEndpoint(endpoint = IdgenEndpoint.class)
        @ConditionalOnMissingBean
        IdgenEndpoint idgenEndpoint(MonitoredBeans parts) {
            return new IdgenEndpoint(parts);
        }

        @Bean
        @ConditionalOnAvailableEndpoint(endpoint = IdgenHoldersEndpoint.class)
        @ConditionalOnMissingBean
        @ConditionalOnBean({LeaseStore.class, BucketLayout.class})
        IdgenHoldersEndpoint idgenHoldersEndpoint(LeaseStore leaseStore, BucketLayout layout) {
            return new IdgenHoldersEndpoint(leaseStore, layout);
        }
    }
}
