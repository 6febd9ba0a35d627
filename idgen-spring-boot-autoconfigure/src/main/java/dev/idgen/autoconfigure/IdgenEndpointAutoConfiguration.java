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

/** Shows the state of generators at the endpoint {@code idgen}, where the application exposes it. */
@AutoConfiguration(after = IdgenGeneratorsAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(MonitoredBeans.class)
public final class IdgenEndpointAutoConfiguration {

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
