package dev.idgen.autoconfigure;

import dev.idgen.internal.actuate.IdgenEndpoint;
import dev.idgen.internal.actuate.MonitoredBeans;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Provides the endpoint {@code idgen} if the application exposes it. */
@AutoConfiguration(after = IdgenGeneratorsAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(MonitoredBeans.class)
public final class IdgenEndpointAutoConfiguration {

    /** A class of its own, so that Spring evaluates this condition only if there is an actuator. */
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
