package dev.idgen.internal.mistake;

import dev.idgen.internal.generator.ConfiguredGenerators;
import dev.idgen.internal.generator.GeneratorProperties;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.core.env.Environment;

/**
 * Warns about lines of YAML beside {@code idgen} that should be indented below it. The application still starts, since
 * these lines may be its own.
 */
final class MisplacedSettings {

    private static final Logger log = LoggerFactory.getLogger(MisplacedSettings.class);

    private MisplacedSettings() {}

    static void warn(Environment environment) {
        if ("".equals(environment.getProperty(SettingName.ROOT))) {
            log.warn("'idgen' is empty. In YAML, indent the lines that belong to it");
        }
        if (ConfiguredGenerators.properties(Binder.get(environment)).isEmpty() && hasGeneratorsBeside(environment)) {
            log.warn(
                    "'generators' is not read: idgen's generators are under '{}'. In YAML, indent 'generators:' below"
                            + " 'idgen:'",
                    ConfiguredGenerators.PREFIX);
        }
    }

    /** If 'generators' has only properties and types of idgen, it is hardly the application's own. */
    private static boolean hasGeneratorsBeside(Environment environment) {
        try {
            Map<String, GeneratorProperties> beside = Binder.get(environment)
                    .bind(
                            "generators",
                            Bindable.mapOf(String.class, GeneratorProperties.class),
                            new NoUnboundElementsBindHandler(BindHandler.DEFAULT))
                    .orElse(Map.of());
            return !beside.isEmpty() && beside.values().stream().allMatch(it -> it.type() != null);
        } catch (BindException e) {
            return false;
        }
    }
}
