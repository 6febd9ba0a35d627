package dev.idgen.autoconfigure;

import dev.idgen.CounterUnavailableException;
import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.InvalidSettingException;
import dev.idgen.KeyedIds;
import dev.idgen.LongIdGenerator;
import dev.idgen.NamespaceDisagreementException;
import dev.idgen.NodeIdUnavailableException;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.entities.GeneratedIdException;
import dev.idgen.internal.codec.NearestName;
import dev.idgen.internal.codec.PropertyNames;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionOverrideException;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Explains why an application with idgen does not start, by the innermost cause that idgen knows. Runs before Boot's
 * own analyzers, which would advise to let one bean override another, or to define a missing generator in Java.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class IdgenFailureAnalyzer implements FailureAnalyzer {

    /** The allowed values of a property, by its type. */
    private static final Map<Class<?>, String> EXPECTED = Map.of(
            Duration.class, "a number with one of the units ns, us, ms, s, m, h, d, such as 500ms",
            Instant.class, "a moment such as 2026-01-01T00:00:00Z",
            ZoneId.class, "a zone such as UTC, UTC+01:00 or Asia/Tokyo",
            Boolean.class, "true or false",
            Integer.class, "a whole number up to " + Integer.MAX_VALUE,
            Long.class, "a whole number up to " + Long.MAX_VALUE);

    private static final String NO_SERVICE = "There is no IdService";
    private static final String NO_GENERATOR = "There is no generator to inject";

    private static final Map<Class<?>, String> THERE = Map.of(
            IdService.class, NO_SERVICE,
            IdGenerators.class, "There are no IdGenerators",
            IdGenerator.class, NO_GENERATOR,
            LongIdGenerator.class, NO_GENERATOR,
            KeyedIds.class, NO_GENERATOR);

    private final ConfigurableListableBeanFactory beans;
    private final Environment environment;

    IdgenFailureAnalyzer(BeanFactory beans, Environment environment) {
        this.beans = (ConfigurableListableBeanFactory) beans;
        this.environment = environment;
    }

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        Deque<Throwable> causes = new ArrayDeque<>();
        for (Throwable at = failure; at != null; at = at.getCause()) {
            causes.push(at);
        }
        return causes.stream()
                .map(cause -> analysis(cause, causes))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private @Nullable FailureAnalysis analysis(Throwable cause, Deque<Throwable> all) {
        if (cause instanceof NoSuchBeanDefinitionException missing) {
            return missing(missing, all);
        }
        if (cause instanceof BindException unusable) {
            return KnownSettings.ROOT.isAncestorOf(unusable.getName()) ? unusable(unusable) : null;
        }
        if (cause instanceof InvalidSettingException setting) {
            return invalid(setting);
        }
        if (cause instanceof BeanDefinitionOverrideException clash) {
            BeanDefinition one = clash.getBeanDefinition();
            BeanDefinition other = clash.getExistingDefinition();
            return GeneratorBeans.isGenerator(one) || GeneratorBeans.isGenerator(other)
                    ? invalid(GeneratorBeans.nameOfAnotherBean(
                            clash.getBeanName(), GeneratorBeans.isGenerator(one) ? other : one))
                    : null;
        }
        if (cause instanceof GeneratedIdException entity) {
            return new FailureAnalysis(entity.problem() + ".", entity.action(), entity);
        }
        if (cause instanceof NamespaceDisagreementException disagreement) {
            return new NamespaceDisagreement(disagreement, set("idgen.namespace") != null).analysis();
        }
        return refusal(cause);
    }

    private @Nullable FailureAnalysis missing(NoSuchBeanDefinitionException cause, Deque<Throwable> all) {
        ResolvableType type = cause.getResolvableType();
        String there = type == null ? null : THERE.get(type.resolve(Object.class));
        if (type == null
                || there == null
                || (cause instanceof NoUniqueBeanDefinitionException several && !isOurs(several))) {
            return null;
        }
        Stores.Absence absence = OnEnabled.isEnabled(environment)
                ? there.equals(NO_SERVICE) ? new Stores(beans, environment).absence() : null
                : new Stores.Absence(
                        "'" + OnEnabled.PROPERTY + "' is false.",
                        "Remove '" + OnEnabled.PROPERTY + "', or inject ObjectProvider<" + MissingGenerator.shown(type)
                                + ">.");
        if (absence != null) {
            String entity = all.stream()
                    .filter(GeneratedIdException.class::isInstance)
                    .map(failure -> "\n\n" + ((GeneratedIdException) failure).problem() + ".")
                    .collect(Collectors.joining());
            return new FailureAnalysis(there + " because " + absence.why() + entity, absence.action(), cause);
        }
        return there.equals(NO_GENERATOR) ? new MissingGenerator(type, point(all), environment).analysis(cause) : null;
    }

    /** The innermost unsatisfied injection point. */
    private static @Nullable InjectionPoint point(Deque<Throwable> all) {
        return all.stream()
                .map(failure -> failure instanceof UnsatisfiedDependencyException at ? at.getInjectionPoint() : null)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Whether only idgen's own fallback beans fit, so that a qualifier is missing. */
    private static boolean isOurs(NoUniqueBeanDefinitionException several) {
        Collection<String> found = several.getBeanNamesFound();
        return found != null && found.stream().allMatch(bean -> bean.startsWith("idgen"));
    }

    /** Explains a value that is not of the property's type, unless there are other mistakes. */
    private @Nullable FailureAnalysis unusable(BindException cause) {
        List<SettingMistake> mistakes = SettingsCheck.mistakes(environment);
        if (!mistakes.isEmpty()) {
            return SettingMistake.analysis(mistakes, cause);
        }
        ConfigurationProperty property = cause.getProperty();
        Class<?> type = ClassUtils.resolvePrimitiveIfNecessary(
                cause.getTarget().getType().resolve(Object.class));
        String expected = type.isEnum() ? "one of " + String.join(", ", names(type)) : EXPECTED.get(type);
        if (property == null || property.getValue() == null || expected == null) {
            return null;
        }
        SettingMistake mistake = new SettingMistake(
                property,
                "has a value that is not " + (type.isEnum() ? "allowed" : expected),
                "Set '" + property.getName() + "' to " + expected + "."
                        + meant(type, property.getValue().toString()));
        return SettingMistake.analysis(List.of(mistake), cause);
    }

    /** Spells constants as the documentation does: {@code js-safe} rather than {@code JS_SAFE}. */
    @SuppressWarnings("unchecked")
    private static List<String> names(Class<?> type) {
        return PropertyNames.all((Class<? extends Enum<?>>) type);
    }

    private static String meant(Class<?> type, String value) {
        Collection<String> possible =
                type.isEnum() ? names(type) : type == ZoneId.class ? ZoneId.getAvailableZoneIds() : List.of();
        String meant = NearestName.question(value, possible);
        return meant.isEmpty() && possible.contains("jdbc")
                ? " 'jdbc' is a database such as MySQL or PostgreSQL."
                : meant;
    }

    /** Explains an unusable value, or all mistakes of the settings if there are any. */
    private FailureAnalysis invalid(InvalidSettingException cause) {
        List<SettingMistake> mistakes = SettingsCheck.mistakes(environment);
        String problem = Objects.requireNonNull(cause.getMessage())
                .substring(cause.property().length() + "'' ".length());
        return SettingMistake.analysis(
                mistakes.isEmpty()
                        ? List.of(new SettingMistake(cause.property(), set(cause.property()), problem, cause.action()))
                        : mistakes,
                cause);
    }

    private @Nullable ConfigurationProperty set(String property) {
        ConfigurationPropertyName name = ConfigurationPropertyName.ofIfValid(property);
        if (name != null) {
            for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
                ConfigurationProperty found = source.getConfigurationProperty(name);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    /** Explains that the store cannot keep ids unique, or did not answer a bean that needed an id at startup. */
    private static @Nullable FailureAnalysis refusal(Throwable cause) {
        if (cause instanceof StoreUnsuitableException) {
            return new FailureAnalysis(
                    "idgen issues no ids from this store: " + cause.getMessage() + ".",
                    "Do what the description says, and start the application again.",
                    cause);
        }
        return cause instanceof SequenceUnavailableException
                        || cause instanceof NodeIdUnavailableException
                        || cause instanceof CounterUnavailableException
                ? new FailureAnalysis(
                        "An id was needed at startup, but could not be issued: " + cause.getMessage() + ".",
                        "Make the store available; the description ends with the reason. For development without one, set"
                                + " 'idgen.store' to 'memory'. '--debug' shows which call needed the id.",
                        cause)
                : null;
    }
}
