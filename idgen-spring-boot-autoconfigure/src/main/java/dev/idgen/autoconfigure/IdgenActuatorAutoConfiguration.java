package dev.idgen.autoconfigure;

import dev.idgen.internal.actuate.EarlierHealthIndicator;
import dev.idgen.internal.actuate.IdgenEndpoint;
import dev.idgen.internal.actuate.IdgenHealthIndicator;
import dev.idgen.internal.actuate.IdgenMetrics;
import dev.idgen.internal.actuate.MonitoredBeans;
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

/** Shows how generators do: as health, as meters of Micrometer, and by the endpoint {@code idgen} where the application exposes it. */
@AutoConfiguration(after = IdgenGeneratorsAutoConfiguration.class)
@ConditionalOnBean(MonitoredBeans.class)
public final class IdgenActuatorAutoConfiguration {

    /** The switches of all health indicators. Boot's annotation is not the same class in all releases. */
    private static final String HEALTH_ENABLED =
            "environment.getProperty('management.health.idgen.enabled', T(Boolean),"
                    + " environment.getProperty('management.health.defaults.enabled', T(Boolean), true))";

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    @ConditionalOnExpression(HEALTH_ENABLED)
    static class Health {

        @Bean
        @ConditionalOnMissingBean(name = "idgenHealthIndicator")
        IdgenHealthIndicator idgenHealthIndicator(MonitoredBeans parts) {
            return new IdgenHealthIndicator(parts);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = EarlierHealthIndicator.TYPE)
    @ConditionalOnExpression(HEALTH_ENABLED)
    static class EarlierHealth {

        @Bean
        @ConditionalOnMissingBean(name = "idgenHealthIndicator")
        EarlierHealthIndicator idgenHealthIndicator(
                ObjectProvider<MonitoredBeans> parts, ConfigurableListableBeanFactory beans) {
            return new EarlierHealthIndicator(parts::getObject, Objects.requireNonNull(beans.getBeanClassLoader()));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterRegistry.class)
    static class Metrics {

        @Bean
        @ConditionalOnMissingBean
        IdgenMetrics idgenMetrics(MonitoredBeans parts) {
            return new IdgenMetrics(parts);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
    static class Endpoint {

        /** By itself, so that its condition is looked for only where there is an actuator. */
        @Configuration(proxyBeanMethods = false)
        @ConditionalOnAvailableEndpoint(endpoint = IdgenEndpoint.class)
        static class Exposed {

            @Bean
            @ConditionalOnMissingBean
            IdgenEndpoint idgenEndpoint(MonitoredBeans parts) {
                return new IdgenEndpoint(parts);
            }
        }
    }
}
