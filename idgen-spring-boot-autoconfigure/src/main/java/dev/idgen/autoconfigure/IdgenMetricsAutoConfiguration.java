package dev.idgen.autoconfigure;

import dev.idgen.internal.actuate.IdgenMetrics;
import dev.idgen.internal.actuate.MonitoredBeans;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Provides Micrometer meters of the generators. */
@AutoConfiguration(after = IdgenGeneratorsAutoConfiguration.class)
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MonitoredBeans.class)
public final class IdgenMetricsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    IdgenMetrics idgenMetrics(MonitoredBeans parts) {
        return new IdgenMetrics(parts);
    }
}
