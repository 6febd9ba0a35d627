package dev.idgen.internal.diagnostics;

import dev.idgen.CounterUnavailableException;
import dev.idgen.IdCodec;
import dev.idgen.IdGenerators;
import dev.idgen.IdService;
import dev.idgen.InvalidSettingException;
import dev.idgen.NamespaceDisagreementException;
import dev.idgen.NodeIdUnavailableException;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.entities.GeneratedIdException;
import dev.idgen.internal.connection.Stores;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionOverrideException;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;

/**
 * Explains why an application with idgen does not start, by the innermost cause that idgen knows.
 *
 * <p>Stateless but for its parameters.
 *
 * @param environment where properties are looked up
 * @param properties the record that Boot binds properties to
 * @param enabled whether idgen is switched on
 * @param stores which connections idgen uses
 */
public record FailureExplanation(Environment environment, Class<?> properties, boolean enabled, Stores stores) {

    private static final String NO_SERVICE = "There is no IdService";
    private static final String NO_GENERATOR = "There is no generator to inject";

    /** What explains a type of failures; its function returns null for a failure that is not of idgen. */
    private record Case<T extends Throwable>(Class<T> type, Function<T, @Nullable FailureAnalysis> explain) {

        @Nullable
        FailureAnalysis of(Throwable cause) {
            return type.isInstance(cause) ? explain.apply(type.cast(cause)) : null;
        }
    }

    /** Explains a failure; null if idgen knows none of its causes. */
    public @Nullable FailureAnalysis of(Throwable failure) {
        Deque<Throwable> causes = new ArrayDeque<>();
        for (Throwable at = failure; at != null; at = at.getCause()) {
            causes.push(at);
        }
        List<Case<?>> cases = List.of(
                new Case<>(NoSuchBeanDefinitionException.class, missing -> missing(missing, causes)),
                new Case<>(BindException.class, this::unusable),
                new Case<>(InvalidSettingException.class, this::invalid),
                new Case<>(BeanDefinitionOverrideException.class, this::clash),
                new Case<>(
                        GeneratedIdException.class,
                        entity -> new FailureAnalysis(entity.problem() + ".", entity.action(), entity)),
                new Case<>(
                        NamespaceDisagreementException.class,
                        disagreement ->
                                new NamespaceDisagreement(disagreement, set("idgen.namespace") != null).analysis()),
                new Case<>(
                        UnsupportedBootException.class,
                        old -> new FailureAnalysis(
                                old.getMessage() + ".",
                                "Update Spring Boot, or set 'idgen.enabled' to false if the application needs no ids.",
                                old)),
                new Case<>(StoreUnsuitableException.class, FailureExplanation::unsuitable),
                new Case<>(SequenceUnavailableException.class, FailureExplanation::unavailable),
                new Case<>(NodeIdUnavailableException.class, FailureExplanation::unavailable),
                new Case<>(CounterUnavailableException.class, FailureExplanation::unavailable));
        return causes.stream()
                .flatMap(cause -> cases.stream().map(known -> known.of(cause)))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private static @Nullable String there(Class<?> type) {
        if (type == IdService.class) {
            return NO_SERVICE;
        }
        if (type == IdGenerators.class) {
            return "There are no IdGenerators";
        }
        return IdCodec.class.isAssignableFrom(type) ? NO_GENERATOR : null;
    }

    private @Nullable FailureAnalysis missing(NoSuchBeanDefinitionException cause, Deque<Throwable> causes) {
        ResolvableType type = cause.getResolvableType();
        String there = type == null ? null : there(type.resolve(Object.class));
        if (type == null
                || there == null
                || (cause instanceof NoUniqueBeanDefinitionException several && !isOurs(several))) {
            return null;
        }
        StoreAbsence absence = null;
        if (!enabled) {
            absence = new StoreAbsence(
                    "'idgen.enabled' is false.",
                    "Remove 'idgen.enabled', or inject ObjectProvider<" + MissingGenerator.shown(type) + ">.");
        } else if (there.equals(NO_SERVICE)) {
            absence = StoreAbsence.of(stores);
        } else if (there.equals(NO_GENERATOR)) {
            return new MissingGenerator(type, point(causes), environment).analysis(cause);
        }
        if (absence == null) {
            return null;
        }
        String entity = causes.stream()
                .filter(GeneratedIdException.class::isInstance)
                .map(failure -> "\n\n" + ((GeneratedIdException) failure).problem() + ".")
                .collect(Collectors.joining());
        return new FailureAnalysis(there + " because " + absence.why() + entity, absence.action(), cause);
    }

    /** The innermost unsatisfied injection point. */
    private static @Nullable InjectionPoint point(Deque<Throwable> causes) {
        return causes.stream()
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

    private @Nullable FailureAnalysis clash(BeanDefinitionOverrideException clash) {
        BeanDefinition one = clash.getBeanDefinition();
        BeanDefinition other = clash.getExistingDefinition();
        boolean isFirst = GeneratorNames.isGenerator(one);
        return isFirst || GeneratorNames.isGenerator(other)
                ? invalid(GeneratorNames.clash(clash.getBeanName(), isFirst ? other : one))
                : null;
    }

    /** Explains a value that is not of the property's type, unless there are other mistakes. */
    private @Nullable FailureAnalysis unusable(BindException cause) {
        if (!KnownSettings.ROOT.isAncestorOf(cause.getName())) {
            return null;
        }
        List<SettingMistake> mistakes = SettingsCheck.mistakes(environment, properties);
        if (mistakes.isEmpty()) {
            SettingMistake mistake = SettingMistake.ofType(cause);
            return mistake == null ? null : SettingMistake.analysis(List.of(mistake), cause);
        }
        return SettingMistake.analysis(mistakes, cause);
    }

    /** Explains an unusable value, or all mistakes of the settings if there are any. */
    private FailureAnalysis invalid(InvalidSettingException cause) {
        List<SettingMistake> mistakes = SettingsCheck.mistakes(environment, properties);
        return mistakes.isEmpty()
                ? SettingMistake.analysis(cause, set(cause.property()))
                : SettingMistake.analysis(mistakes, cause);
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

    private static FailureAnalysis unsuitable(StoreUnsuitableException cause) {
        return new FailureAnalysis(
                "idgen issues no ids from this store: " + cause.getMessage() + ".",
                "Do what the description says, and start the application again.",
                cause);
    }

    /** Explains that the store did not answer a bean that needed an id at startup. */
    private static FailureAnalysis unavailable(Throwable cause) {
        return new FailureAnalysis(
                "An id was needed at startup, but could not be issued: " + cause.getMessage() + ".",
                "Make the store available; the description ends with the reason. For development without one, set"
                        + " 'idgen.store' to 'memory'. '--debug' shows which call needed the id.",
                cause);
    }
}
