package dev.idgen.internal.actuate;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** {@link IdgenHealth} for Spring Boot 4. Sends no request to a store and never blocks. */
public record IdgenHealthIndicator(MonitoredBeans parts) implements HealthIndicator {

    @Override
    public Health health() {
        IdgenHealth health = IdgenHealth.of(parts);
        Health.Builder builder = health.up() ? Health.up() : Health.down();
        return builder.withDetails(health.details()).build();
    }
}
