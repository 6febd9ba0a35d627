package dev.idgen.internal.mistake;

import static dev.idgen.internal.mistake.WantedGenerator.shown;

import dev.idgen.IdGenerator;
import dev.idgen.KeyedIds;
import dev.idgen.LongIdGenerator;
import dev.idgen.internal.codec.NearestName;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.generator.ConfiguredGenerators;
import dev.idgen.internal.generator.GeneratorKind;
import dev.idgen.internal.generator.GeneratorType;
import dev.idgen.internal.generator.TypeSetting;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Explains why Spring cannot inject a generator: none has that name, its ids have another type, or a qualifier is
 * missing. Runs before Boot's own analyzer of missing beans, and after the one that reports that idgen is off.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
final class MissingGeneratorFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException> {

    private final Environment environment;

    MissingGeneratorFailureAnalyzer(Environment environment) {
        this.environment = environment;
    }

    /** A configured generator. */
    private record Present(String name, GeneratorType type, ResolvableType bean) {

        boolean isKeyed() {
            return bean.toClass() == KeyedIds.class;
        }

        boolean fits(ResolvableType wanted) {
            return wanted.isAssignableFrom(bean);
        }
    }

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
        ResolvableType type = cause.getResolvableType();
        Class<?> wanted = type == null ? null : type.resolve();
        if (type == null
                || (wanted != IdGenerator.class && wanted != LongIdGenerator.class && wanted != KeyedIds.class)
                || (cause instanceof NoUniqueBeanDefinitionException several && !isOurs(several))) {
            return null;
        }
        return analysis(WantedGenerator.of(type, rootFailure), present(), cause);
    }

    /** Whether only idgen's own fallback beans fit, so that a qualifier is missing. */
    private static boolean isOurs(NoUniqueBeanDefinitionException several) {
        Collection<String> beans = several.getBeanNamesFound();
        return beans != null && beans.stream().allMatch(bean -> bean.startsWith("idgen"));
    }

    private List<Present> present() {
        List<Present> present = new ArrayList<>();
        ConfiguredGenerators.properties(Binder.get(environment)).forEach((name, its) -> {
            GeneratorType type = its.type();
            if (type != null) {
                present.add(new Present(
                        name,
                        type,
                        WantedGenerator.beanType(GeneratorKind.of(type).idType(its), its.isKeyed())));
            }
        });
        return present;
    }

    private static FailureAnalysis analysis(WantedGenerator wanted, List<Present> present, Throwable cause) {
        List<String> fitting = present.stream()
                .filter(it -> it.fits(wanted.type()))
                .map(Present::name)
                .toList();
        String name = wanted.name();
        return present.stream()
                .filter(it -> it.name().equals(name) && !it.fits(wanted.type()))
                .findFirst()
                .map(it -> otherType(wanted, it, cause))
                .orElseGet(() -> wanted.isQualified() || fitting.isEmpty()
                        ? otherName(wanted, name == null ? "order" : name, present, fitting, cause)
                        : unqualified(wanted, name == null ? "" : name, present, fitting, cause));
    }

    private static FailureAnalysis unqualified(
            WantedGenerator wanted, String name, List<Present> present, List<String> fitting, Throwable cause) {
        String type = shown(wanted.type());
        return new FailureAnalysis(
                wanted.where() + " is " + article(type) + " without a @Qualifier." + list(present),
                "Write '" + qualified(NearestName.of(name, fitting).orElse(fitting.get(0)), type)
                        + "', or inject IdGenerators, which has all by name." + strings(wanted),
                cause);
    }

    private static FailureAnalysis otherType(WantedGenerator wanted, Present named, Throwable cause) {
        Class<?> idType = wanted.idType();
        String prefix = ConfiguredGenerators.PREFIX + "." + named.name();
        boolean takesTemplate = GeneratorKind.of(named.type()).settings().contains(TypeSetting.TEMPLATE);
        boolean canBeText = idType == String.class && takesTemplate;
        boolean hasText = idType == String.class && named.bean().toClass() == LongIdGenerator.class;
        boolean isTemplate = idType == Long.class && takesTemplate;
        String bean = shown(named.bean());
        if (named.isKeyed() != wanted.isKeyed()) {
            return otherKeys(wanted, named, cause);
        }
        String why =
                prefix + (isTemplate ? ".template' is set." : ".type' is '" + PropertyNames.of(named.type()) + "'.");
        return new FailureAnalysis(
                wanted.where() + " is " + article(shown(wanted.type())) + ", but the generator '" + named.name()
                        + "' is " + article(bean) + ": '" + why,
                "Inject it as '" + qualified(named.name(), bean) + "'"
                        + (hasText ? " and take strings from its 'text(TextForm.CROCKFORD)'" : "")
                        + (canBeText ? ", or set '" + prefix + ".template' for strings" : "")
                        + (isTemplate
                                ? ", or remove '" + prefix + ".template' for numbers."
                                : ", or choose a type whose ids are " + idType.getSimpleName() + ": "
                                        + String.join(", ", types(idType)) + "."),
                cause);
    }

    private static FailureAnalysis otherKeys(WantedGenerator wanted, Present named, Throwable cause) {
        String bean = shown(named.bean());
        String keyed = ConfiguredGenerators.PREFIX + "." + named.name() + ".keyed";
        return new FailureAnalysis(
                wanted.where() + " is " + article(shown(wanted.type())) + ", but the generator '" + named.name() + "' "
                        + (named.isKeyed()
                                ? "has a counter for each key: '" + keyed + "' is true, or its 'template' has {key}."
                                : "has no keys."),
                "Inject it as '" + qualified(named.name(), bean) + "'"
                        + (named.isKeyed()
                                ? ", and call 'forKey(key)' for a generator."
                                : ", or set '" + keyed + "' to true, which a generator of type counter can have."),
                cause);
    }

    private static FailureAnalysis otherName(
            WantedGenerator wanted, String name, List<Present> present, List<String> fitting, Throwable cause) {
        String type = shown(wanted.type());
        String ask = NearestName.of(name, fitting)
                .or(() -> fitting.stream().findFirst())
                .map(it -> "Write '" + qualified(it, type) + "', or c")
                .orElse("Write '" + qualified(name, type) + "', and c");
        return new FailureAnalysis(
                wanted.where() + " is " + article(type) + " and asks for the generator '" + name + "', which '"
                        + ConfiguredGenerators.PREFIX + "' does not have." + list(present),
                ask + "onfigure one of that name, for example:\n\n    idgen:\n      generators:\n        " + name
                        + ":\n          type: "
                        + (wanted.isKeyed()
                                ? "counter\n          keyed: true"
                                : types(wanted.idType()).get(0))
                        + strings(wanted),
                cause);
    }

    private static String strings(WantedGenerator wanted) {
        return wanted.isQualified() || wanted.isKeyed() || wanted.idType() != String.class
                ? ""
                : "\n\nFor string ids with time and business code, inject IdService.";
    }

    private static String qualified(String name, String type) {
        return "@Qualifier(\"" + name + "\") " + type;
    }

    private static String list(List<Present> present) {
        return present.isEmpty()
                ? ""
                : present.stream()
                        .map(it -> "\n    - " + it.name() + ": " + shown(it.bean()) + " (type "
                                + PropertyNames.of(it.type()) + ")")
                        .collect(Collectors.joining("", " There are:\n", ""));
    }

    /** The generator types whose ids have the given Java type and that need no other setting. */
    private static List<String> types(Class<?> idType) {
        return Stream.of(GeneratorType.values())
                .filter(it -> GeneratorKind.of(it).idType() == idType && it != GeneratorType.CUSTOM)
                .map(PropertyNames::of)
                .toList();
    }

    private static String article(String type) {
        return (type.startsWith("I") ? "an " : "a ") + type;
    }
}
