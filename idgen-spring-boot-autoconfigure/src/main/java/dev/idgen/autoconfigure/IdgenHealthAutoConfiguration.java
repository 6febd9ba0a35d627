package dev.idgen.autoconfigure;

import dev.idgen.internal.actuate.IdgenHealthIndicator;
import dev.idgen.internal.actuate.MonitoredBeans;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Shows the state of generators as health, with Boot 4. */
@AutoConfiguration(after = IdgenGeneratorsAutoConfiguration.class)
@ConditionalOnClass(HealthIndicator.class)
@ConditionalOnBean(MonitoredBeans.class)
public final class IdgenHealthAutoConfiguration {

    /** The switches of all health indicators. Boot's annotation is not the same class in all releases. */
    static final String ENABLED = "environment.getProperty('management.health.idgen.enabled', T(Boolean),"
            + " environment.getProperty('management.health.defaults.enabled', T(Boolean), true))";

    @Bean
    @ConditionalOnExpression(IdgenHealthAutoConfiguration.ENABLED)
    @ConditionalOnMissingBean(name = "idgenHealthIndicator")
    IdgenHealthIndicator idgenHealthIndicator(MonitoredBeans parts) {
        return new IdgenHealthIndicator(parts);
    }
}
