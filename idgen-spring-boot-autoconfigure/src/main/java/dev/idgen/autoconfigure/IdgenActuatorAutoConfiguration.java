package dev.idgen.autoconfigure;

import dev.idgen.Register;
import dev.idgen.internal.actuate.IdgenEndpoint;
import dev.idgen.internal.actuate.IdgenHoldersEndpoint;
import dev.idgen.internal.actuate.MonitoredBeans;
import dev.idgen.internal.string.sequence.BucketLayout;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Provides the endpoints {@code idgen} and {@code idgenholders} if the application exposes them. */
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

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnAvailableEndpoint(endpoint = IdgenHoldersEndpoint.class)
    static class HoldersExposed {

        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnBean({Register.class, BucketLayout.class})
        IdgenHoldersEndpoint idgenHoldersEndpoint(Register register, BucketLayout layout) {
            return new IdgenHoldersEndpoint(register, layout);
        }
    }
}
