package dev.idgen.autoconfigure;

import dev.idgen.internal.codec.NearestName;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.mistake.SettingMistake;
import dev.idgen.internal.mistake.SettingName;
import dev.idgen.internal.mistake.SettingsCheck;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Explains a value under {@code idgen} that is not of the property's type. Spells constants as the documentation does:
 * {@code js-safe} rather than {@code JS_SAFE}. Runs before Boot's own analyzer.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class UnusableValueFailureAnalyzer extends AbstractFailureAnalyzer<BindException> {

    private static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of(SettingName.ROOT);

    /** The allowed values of a property, by its type. */
    private static final Map<Class<?>, String> EXPECTED = Map.of(
            Duration.class, "a number with one of the units ns, us, ms, s, m, h, d, such as 500ms",
            Instant.class, "a moment such as 2026-01-01T00:00:00Z",
            ZoneId.class, "a zone such as UTC, UTC+01:00 or Asia/Tokyo",
            Boolean.class, "true or false",
            Integer.class, "a whole number up to " + Integer.MAX_VALUE,
            Long.class, "a whole number up to " + Long.MAX_VALUE);

    private final Environment environment;

    UnusableValueFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BindException cause) {
        if (!ROOT.isAncestorOf(cause.getName())) {
            return null;
        }
        List<SettingMistake> mistakes = new SettingsCheck(IdgenProperties.class).mistakes(environment);
        if (!mistakes.isEmpty()) {
            return SettingMistake.analysis(mistakes, cause);
        }
        ConfigurationProperty property = cause.getProperty();
        if (property == null || property.getValue() == null) {
            return null;
        }
        Class<?> type = ClassUtils.resolvePrimitiveIfNecessary(
                cause.getTarget().getType().resolve(Object.class));
        String expected = type.isEnum() ? "one of " + String.join(", ", names(type)) : EXPECTED.get(type);
        if (expected == null) {
            return null;
        }
        SettingMistake mistake = SettingMistake.of(
                property,
                "has a value that is not " + (type.isEnum() ? "allowed" : expected),
                "Set '" + property.getName() + "' to " + expected + "."
                        + meant(type, property.getValue().toString()));
        return SettingMistake.analysis(List.of(mistake), cause);
    }

    private static String meant(Class<?> type, String value) {
        Collection<String> possible =
                type.isEnum() ? names(type) : type == ZoneId.class ? ZoneId.getAvailableZoneIds() : List.of();
        String meant = NearestName.question(value, possible);
        return meant.isEmpty() && possible.contains("jdbc")
                ? " 'jdbc' is a database such as MySQL or PostgreSQL."
                : meant;
    }

    @SuppressWarnings("unchecked")
    private static List<String> names(Class<?> type) {
        return PropertyNames.all((Class<? extends Enum<?>>) type);
    }
}
