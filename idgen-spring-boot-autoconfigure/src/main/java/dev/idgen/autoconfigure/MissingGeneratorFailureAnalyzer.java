package dev.idgen.autoconfigure;

import dev.idgen.IdGenerator;
import dev.idgen.LongIdGenerator;
import dev.idgen.internal.codec.NearestName;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.generator.ConfiguredGenerators;
import dev.idgen.internal.generator.GeneratorKind;
import dev.idgen.internal.generator.GeneratorProperties;
import dev.idgen.internal.generator.GeneratorType;
import dev.idgen.internal.generator.TypeSetting;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;

/**
 * Explains why no generator can be injected: there is none of that name, its ids are of another type, or it is not asked for by
 * its name, see {@link GeneratorsByName}. Comes before Boot's general answer for missing beans.
 */
final class MissingGeneratorFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException>
        implements Ordered {

    private final Environment environment;

    MissingGeneratorFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    /** What is configured. */
    private record Present(String name, GeneratorType type, ResolvableType bean) {

        static Present of(String name, GeneratorType type, GeneratorProperties properties) {
            Class<?> idType = GeneratorKind.of(type).idType(properties);
            return new Present(
                    name,
                    type,
                    idType == Long.class
                            ? ResolvableType.forClass(LongIdGenerator.class)
                            : ResolvableType.forClassWithGenerics(IdGenerator.class, idType));
        }

        boolean isNamed(String wanted) {
            return name.equals(wanted) || parameterName().equals(wanted);
        }

        String parameterName() {
            return GeneratorBeans.parameterName(name);
        }
    }

    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
        ResolvableType type = cause.getResolvableType();
        Class<?> wanted = type == null ? null : type.resolve();
        if (type == null
                || (wanted != IdGenerator.class && wanted != LongIdGenerator.class)
                || cause instanceof NoUniqueBeanDefinitionException) {
            return null;
        }
        if (!OnEnabled.isEnabled(environment)) {
            return new FailureAnalysis(
                    "There is no generator to inject because '" + OnEnabled.PROPERTY + "' is false.",
                    "Remove '" + OnEnabled.PROPERTY + "', or inject ObjectProvider<" + shown(type) + ">.",
                    cause);
        }
        return analysis(WantedGenerator.of(type, rootFailure), present(), cause);
    }

    private List<Present> present() {
        List<Present> present = new ArrayList<>();
        GeneratorBeans.configured(environment).forEach((name, its) -> {
            GeneratorType type = its.type();
            if (type != null) {
                present.add(Present.of(name, type, its));
            }
        });
        return present;
    }

    private static FailureAnalysis analysis(WantedGenerator wanted, List<Present> present, Throwable cause) {
        String name = wanted.name();
        if (name == null) {
            return unnamed(wanted, present, cause);
        }
        return present.stream()
                .filter(it -> it.isNamed(name))
                .findFirst()
                .map(it -> otherType(wanted, it, cause))
                .orElseGet(() -> otherName(wanted, name, present, cause));
    }

    private static FailureAnalysis unnamed(WantedGenerator wanted, List<Present> present, Throwable cause) {
        String example = fitting(wanted, present).stream().findFirst().orElse("name");
        return new FailureAnalysis(
                wanted.where() + " is " + article(shown(wanted.type())) + " that does not say which." + list(present),
                "Say it by @Qualifier(\"" + example
                        + "\"). A parameter's name says it too, if the compiler keeps names: set its"
                        + " option '-parameters'.",
                cause);
    }

    private static FailureAnalysis otherType(WantedGenerator wanted, Present named, Throwable cause) {
        Class<?> idType = wanted.idType();
        String prefix = ConfiguredGenerators.PREFIX + "." + named.name();
        boolean canBeText = idType == String.class
                && GeneratorKind.of(named.type()).settings().contains(TypeSetting.TEMPLATE);
        boolean hasText = idType == String.class && named.bean().toClass() == LongIdGenerator.class;
        String bean = shown(named.bean());
        return new FailureAnalysis(
                wanted.where() + " is " + article(shown(wanted.type())) + ", but the generator '" + named.name()
                        + "' is " + article(bean) + ": '" + prefix + ".type' is '" + PropertyNames.of(named.type())
                        + "'.",
                "Inject it as '" + bean + " " + named.parameterName() + "'"
                        + (hasText
                                ? " and take strings from '" + named.parameterName() + ".text(TextForm.CROCKFORD)'"
                                : "")
                        + (canBeText ? ", or set '" + prefix + ".template' for texts" : "")
                        + ", or choose a type whose ids are " + idType.getSimpleName() + ": "
                        + String.join(", ", types(idType)) + ".",
                cause);
    }

    private static FailureAnalysis otherName(
            WantedGenerator wanted, String name, List<Present> present, Throwable cause) {
        String type = shown(wanted.type());
        List<String> fitting = fitting(wanted, present);
        String ask = NearestName.of(name, fitting)
                .or(() -> fitting.stream().findFirst())
                .map(it -> "A generator is injected by its name, not by its type alone. Write '" + type + " "
                        + GeneratorBeans.parameterName(it) + "' or '@Qualifier(\"" + it + "\") " + type + "', or c")
                .orElse("C");
        return new FailureAnalysis(
                wanted.where() + " is " + article(type) + " and asks for the generator '" + name + "', which '"
                        + ConfiguredGenerators.PREFIX + "' does not have." + list(present),
                ask + "onfigure one of that name, for example:\n\n    idgen:\n      generators:\n        " + name
                        + ":\n          type: "
                        + types(wanted.idType()).stream().findFirst().orElse("snowflake"),
                cause);
    }

    private static List<String> fitting(WantedGenerator wanted, List<Present> present) {
        return present.stream()
                .filter(it -> wanted.type().isAssignableFrom(it.bean()))
                .map(Present::name)
                .toList();
    }

    private static String list(List<Present> present) {
        return present.isEmpty()
                ? ""
                : present.stream()
                        .map(it -> "\n    - " + it.name() + ": " + shown(it.bean()) + " (type "
                                + PropertyNames.of(it.type()) + ")")
                        .collect(Collectors.joining("", " There are:\n", ""));
    }

    /** The types of generators whose ids are of a given type, without further settings. */
    private static List<String> types(Class<?> idType) {
        return Stream.of(GeneratorType.values())
                .filter(it -> GeneratorKind.of(it).idType() == idType && it != GeneratorType.CUSTOM)
                .map(PropertyNames::of)
                .toList();
    }

    private static String shown(ResolvableType type) {
        String generics = type.hasGenerics()
                ? Stream.of(type.getGenerics())
                        .map(it -> it.resolve() == null ? "?" : it.toClass().getSimpleName())
                        .collect(Collectors.joining(", ", "<", ">"))
                : "";
        return type.toClass().getSimpleName() + generics;
    }

    private static String article(String type) {
        return (type.startsWith("I") ? "an " : "a ") + type;
    }
}
