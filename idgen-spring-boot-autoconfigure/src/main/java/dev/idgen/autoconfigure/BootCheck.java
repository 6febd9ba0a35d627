package dev.idgen.autoconfigure;

import dev.idgen.internal.diagnostics.UnsupportedBootException;
import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Refuses an older Spring Boot before Spring loads any auto-configuration of idgen, which might not link to it. Of
 * Spring, it uses only what all versions have.
 */
final class BootCheck implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        if (OnEnabled.isEnabled(context.getEnvironment())) {
            UnsupportedBootException.check(SpringBootVersion.getVersion());
        }
    }
}
