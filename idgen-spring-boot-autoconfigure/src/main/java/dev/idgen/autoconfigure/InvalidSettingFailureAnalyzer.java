package dev.idgen.autoconfigure;

import dev.idgen.InvalidSettingException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
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

/** Explains a property's unusable value: bad zone, bad namespace, value out of range. Tells where it is set, if that is known. */
final class InvalidSettingFailureAnalyzer extends AbstractFailureAnalyzer<InvalidSettingException> {

    private final Environment environment;

    InvalidSettingFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidSettingException cause) {
        if (cause instanceof SettingMistakesException mistakes) {
            return analysis(mistakes.mistakes(), cause);
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

    /** Lists properties that cannot be used. */
    static FailureAnalysis analysis(List<SettingMistake> mistakes, Throwable cause) {
        String description =
                mistakes.stream().map(InvalidSettingFailureAnalyzer::described).collect(Collectors.joining("\n\n"));
        String action = mistakes.size() == 1
                ? mistakes.get(0).action()
                : mistakes.stream()
                        .map(it -> it.property() + ": " + it.action())
                        .collect(Collectors.joining("\n"));
        return new FailureAnalysis(description, action, cause);
    }

    private static String described(SettingMistake mistake) {
        String origin = mistake.origin() == null ? "" : "\n    Origin: " + mistake.origin();
        return "The property '" + mistake.property() + "' " + mistake.problem() + ".\n\n    Value: \"" + mistake.value()
                + "\"" + origin;
    }
}
