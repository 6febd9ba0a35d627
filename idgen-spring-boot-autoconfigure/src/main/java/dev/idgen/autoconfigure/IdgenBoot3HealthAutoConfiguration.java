package dev.idgen.autoconfigure;

import dev.idgen.internal.actuate.Boot3HealthIndicator;
import dev.idgen.internal.actuate.MonitoredBeans;
import java.util.Objects;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Provides the health indicator for Boot 3. */
@AutoConfiguration(after = IdgenGeneratorsAutoConfiguration.class)
@ConditionalOnClass(name = Boot3HealthIndicator.TYPE)
@ConditionalOnBean(MonitoredBeans.class)
public final class IdgenBoot3HealthAutoConfiguration {

    @Bean
    @ConditionalOnExpression(IdgenHealthAutoConfiguration.ENABLED)
    @ConditionalOnMissingBean(name = "idgenHealthIndicator")
    Boot3HealthIndicator idgenHealthIndicator(
            ObjectProvider<MonitoredBeans> parts, ConfigurableListableBeanFactory beans) {
        return new Boot3HealthIndicator(parts::getObject, Objects.requireNonNull(beans.getBeanClassLoader()));
    }
}
