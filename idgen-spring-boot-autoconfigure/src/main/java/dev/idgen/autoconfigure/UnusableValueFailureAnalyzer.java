package dev.idgen.autoconfigure;

import dev.idgen.internal.codec.NearestName;
import dev.idgen.internal.codec.PropertyNames;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * Explains a value under {@code idgen} that is not of the property's type, in the pages' words: {@code js-safe} rather than
 * {@code JS_SAFE}. Comes before Boot's general answer.
 */
final class UnusableValueFailureAnalyzer extends AbstractFailureAnalyzer<BindException> implements Ordered {

    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of(SettingName.ROOT);

    private final Environment environment;

    UnusableValueFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        if (!ROOT.isAncestorOf(cause.getName())) {
            return null;
        }
        List<SettingMistake> mistakes = SettingsCheck.mistakes(environment);
        if (!mistakes.isEmpty()) {
            return InvalidSettingFailureAnalyzer.analysis(mistakes, cause);
        }
        ConfigurationProperty property = cause.getProperty();
        if (property == null || property.getValue() == null) {
            return null;
        }
        String value = property.getValue().toString();
        Class<?> type = cause.getTarget().getType().resolve(Object.class);
        return expected(type)
                .map(expected -> SettingMistake.of(
                        property,
                        "has a value that is not " + (type.isEnum() ? "one of those it may have" : expected),
                        "Set '" + property.getName() + "' to " + expected + "." + meant(type, value)))
                .map(mistake -> InvalidSettingFailureAnalyzer.analysis(List.of(mistake), cause))
                .orElse(null);
    }

    /** What a property of that type is set to. */
    private static Optional<String> expected(Class<?> type) {
        String expected = null;
        if (type.isEnum()) {
            expected = "one of " + String.join(", ", names(type));
        } else if (type == Duration.class) {
            expected = "a number with one of the units ns, us, ms, s, m, h, d, such as 500ms";
        } else if (type == Instant.class) {
            expected = "a moment such as 2026-01-01T00:00:00Z";
        } else if (type == ZoneId.class) {
            expected = "a zone such as UTC, UTC+01:00 or Asia/Tokyo";
        } else if (type == boolean.class || type == Boolean.class) {
            expected = "true or false";
        } else if (type == int.class || type == Integer.class) {
            expected = "a whole number up to " + Integer.MAX_VALUE;
        } else if (type == long.class || type == Long.class) {
            expected = "a whole number up to " + Long.MAX_VALUE;
        }
        return Optional.ofNullable(expected);
    }

    private static String meant(Class<?> type, String value) {
        Collection<String> possible = List.of();
        if (type.isEnum()) {
            possible = names(type);
        } else if (type == ZoneId.class) {
            possible = ZoneId.getAvailableZoneIds();
        }
        return NearestName.of(value, possible)
                .map(it -> " Did you mean '" + it + "'?")
                .orElse("");
    }

    @SuppressWarnings("unchecked")
    private static List<String> names(Class<?> type) {
        return PropertyNames.all((Class<? extends Enum<?>>) type);
    }
}
