package dev.idgen.autoconfigure;

import dev.idgen.internal.actuate.EarlierHealthIndicator;
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
@ConditionalOnClass(name = EarlierHealthIndicator.TYPE)
@ConditionalOnBean(MonitoredBeans.class)
public final class IdgenEarlierHealthAutoConfiguration {

    @Bean
    @ConditionalOnExpression(IdgenHealthAutoConfiguration.ENABLED)
    @ConditionalOnMissingBean(name = "idgenHealthIndicator")
    EarlierHealthIndicator idgenHealthIndicator(
            ObjectProvider<MonitoredBeans> parts, ConfigurableListableBeanFactory beans) {
        return new EarlierHealthIndicator(parts::getObject, Objects.requireNonNull(beans.getBeanClassLoader()));
    }
}
