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

/** Provides the health indicator for Boot 4. */
@AutoConfiguration(after = IdgenGeneratorsAutoConfiguration.class)
@ConditionalOnClass(HealthIndicator.class)
@ConditionalOnBean(MonitoredBeans.class)
public final class IdgenHealthAutoConfiguration {

    /**
     * What Boot's condition for health indicators checks. Boot 3 and Boot 4 have different annotation classes for it.
     */
    static final String ENABLED = "environment.getProperty('management.health.idgen.enabled', T(Boolean),"
            + " environment.getProperty('management.health.defaults.enabled', T(Boolean), true))";

    @Bean
    @ConditionalOnExpression(IdgenHealthAutoConfiguration.ENABLED)
    @ConditionalOnMissingBean(name = "idgenHealthIndicator")
    IdgenHealthIndicator idgenHealthIndicator(MonitoredBeans parts) {
        return new IdgenHealthIndicator(parts);
    }
}
