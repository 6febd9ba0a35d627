package dev.idgen.internal.mistake;

import dev.idgen.InvalidSettingException;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/** Explains an unusable value of a property, such as a bad zone or a value out of range, with its origin if known. */
final class InvalidSettingFailureAnalyzer extends AbstractFailureAnalyzer<InvalidSettingException> {

    private final Environment environment;

    InvalidSettingFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidSettingException cause) {
        if (cause instanceof SettingMistakesException mistakes) {
            return SettingMistake.analysis(mistakes.mistakes(), cause);
        }
        String origin =
                origin(cause.property()).map(it -> "\n\n    Origin: " + it).orElse("");
        return new FailureAnalysis("The property " + cause.getMessage() + "." + origin, cause.action(), cause);
    }

    private Optional<Origin> origin(String property) {
        ConfigurationPropertyName name = ConfigurationPropertyName.ofIfValid(property);
        if (name == null) {
            return Optional.empty();
        }
        Iterable<ConfigurationPropertySource> all =
                ConfigurationPropertySources.from(((ConfigurableEnvironment) environment).getPropertySources());
        return StreamSupport.stream(all.spliterator(), false)
                .map(source -> source.getConfigurationProperty(name))
                .filter(Objects::nonNull)
                .findFirst()
                .map(ConfigurationProperty::getOrigin);
    }
}
