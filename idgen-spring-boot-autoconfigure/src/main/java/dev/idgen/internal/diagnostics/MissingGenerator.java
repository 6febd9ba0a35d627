package dev.idgen.internal.diagnostics;

import dev.idgen.IdCodec;
import dev.idgen.IdGenerator;
import dev.idgen.KeyedIds;
import dev.idgen.LongIdGenerator;
import dev.idgen.RoutedIds;
import dev.idgen.TransactionalIds;
import dev.idgen.TransactionalKeyedIds;
import dev.idgen.internal.codec.NearestName;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.generator.ConfiguredGenerators;
import dev.idgen.internal.generator.GeneratorBeanType;
import dev.idgen.internal.generator.GeneratorProperties;
import dev.idgen.internal.generator.GeneratorType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Member;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;

/**
 * Explains why Spring cannot inject a generator: none has that name, its ids have another type, or a qualifier is
 * missing.
 */
final class MissingGenerator {

    private static final Set<Class<?>> TRANSACTIONAL = Set.of(TransactionalIds.class, TransactionalKeyedIds.class);

    private final ResolvableType wanted;
    private final Class<?> raw;
    private final boolean keyed;
    private final Class<?> idType;
    private final @Nullable InjectionPoint point;
    private final List<Present> present;

    /**
     * @param wanted the type of the injection point
     * @param point the injection point, if known
     */
    MissingGenerator(ResolvableType wanted, @Nullable InjectionPoint point, Environment environment) {
        this.wanted = wanted;
        this.raw = wanted.resolve(Object.class);
        this.keyed = KeyedIds.class.isAssignableFrom(raw);
        Class<?> id = wanted.as(IdCodec.class).resolveGeneric();
        this.idType = id == null ? Long.class : id;
        this.point = point;
        Map<String, GeneratorProperties> all = ConfiguredGenerators.properties(Binder.get(environment));
        this.present = all.entrySet().stream()
                .filter(entry -> entry.getValue().type() != null)
                .map(entry -> Present.of(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** A configured generator. */
    private record Present(String name, GeneratorType type, GeneratorBeanType of) {

        static Present of(String name, GeneratorProperties properties) {
            GeneratorType type = Objects.requireNonNull(properties.type());
            return new Present(name, type, GeneratorBeanType.of(name, properties));
        }

        ResolvableType bean() {
            return of.shown();
        }

        boolean isKeyed() {
            return of.isKeyed();
        }
    }

    /**
     * What to say about the injection point.
     *
     * @param problem continues a sentence that begins with the injection point
     */
    private record Advice(String problem, String action) {}

    FailureAnalysis analysis(Throwable cause) {
        String qualifier = qualifier();
        String name = qualifier != null ? qualifier : Objects.requireNonNullElse(variable(), "order");
        List<String> fitting = present.stream()
                .filter(bean -> wanted.isAssignableFrom(bean.of().declared()))
                .map(Present::name)
                .toList();
        Advice advice = present.stream()
                .filter(bean -> bean.name().equals(name) && !fitting.contains(name))
                .findFirst()
                .map(this::ofAnotherType)
                .orElseGet(() ->
                        qualifier == null && !fitting.isEmpty() ? unqualified(name, fitting) : unknown(name, fitting));
        return new FailureAnalysis(
                where() + " is " + article(shown(wanted)) + advice.problem(), advice.action(), cause);
    }

    private Advice unqualified(String name, List<String> fitting) {
        return new Advice(
                " without a @Qualifier." + list(),
                "Write '" + qualified(nearest(name, fitting), shown(wanted))
                        + "', or inject IdGenerators, which has all by name."
                        + forStrings());
    }

    private Advice unknown(String name, List<String> fitting) {
        return new Advice(
                " and asks for the generator '" + name + "', which '" + GeneratorProperties.PREFIX + "' does not have."
                        + list(),
                "Write '" + qualified(nearest(name, fitting), shown(wanted)) + "', " + example(name, fitting)
                        + forStrings());
    }

    private String forStrings() {
        return qualifier() == null && !keyed && idType == String.class
                ? "\n\nFor string ids with time and business code, inject IdService."
                : "";
    }

    private static String nearest(String name, List<String> fitting) {
        return NearestName.of(name, fitting)
                .or(() -> fitting.stream().findFirst())
                .orElse(name);
    }

    private Advice ofAnotherType(Present named) {
        String prefix = GeneratorProperties.PREFIX + "." + named.name();
        String is = ", but the generator '" + named.name() + "' ";
        String inject = "Inject it as '" + qualified(named.name(), shown(named.bean())) + "'";
        if (named.isKeyed() && !keyed) {
            return new Advice(
                    is + "has a counter for each key: '" + prefix + ".keyed' is true, or its 'template' has {key}.",
                    inject + ", and call 'forKey(key)' for a generator.");
        }
        if (keyed && !named.isKeyed()) {
            return new Advice(
                    is + "has no keys.",
                    inject + ", or set '" + prefix + ".keyed' to true, which a generator of type counter can have.");
        }
        if (named.bean().toClass() == RoutedIds.class) {
            return new Advice(
                    is + "shows a value of each call: '" + prefix + ".fields' has the field 'route'.",
                    inject + ", and call 'forRoute(route)' for a generator.");
        }
        if (named.of().idType() == idType && TRANSACTIONAL.contains(raw)) {
            return new Advice(
                    is + "is not transactional.",
                    inject + ", or set '" + prefix
                            + ".transactional' to true, which a generator of type counter can have.");
        }
        is += "is " + article(shown(named.bean())) + ": '" + prefix;
        boolean takesTemplate = named.type().settings().contains("template");
        if (takesTemplate && idType == Long.class && named.of().idType() == String.class) {
            return new Advice(is + ".template' is set.", inject + ", or remove '" + prefix + ".template' for numbers.");
        }
        if (idType == String.class && named.bean().toClass() == LongIdGenerator.class) {
            inject += " and take strings from its 'text(TextForm.CROCKFORD)'";
        }
        if (idType == String.class && takesTemplate) {
            inject += ", or set '" + prefix + ".template' for strings";
        }
        return new Advice(is + ".type' is '" + PropertyNames.of(named.type()) + "'.", inject + choose() + ".");
    }

    private String choose() {
        List<String> types = types();
        String which = raw == IdGenerator.class || raw == LongIdGenerator.class || raw == IdCodec.class
                ? "whose ids are " + idType.getSimpleName()
                : "with " + raw.getSimpleName();
        return types.isEmpty() ? "" : ", or choose a type " + which + ": " + String.join(", ", types);
    }

    private String example(String name, List<String> fitting) {
        return (fitting.isEmpty() ? "and" : "or")
                + " configure one of that name, for example:\n\n    idgen:\n      generators:\n        " + name
                + ":\n          type: "
                + exampleType();
    }

    private String exampleType() {
        if (raw == RoutedIds.class) {
            return "custom\n          fields: timestamp:41, node:8, sequence:8, route:6";
        }
        String transactional = TRANSACTIONAL.contains(raw) ? "\n          transactional: true" : "";
        return keyed
                ? "counter\n          keyed: true" + transactional
                : transactional.isEmpty() ? types().get(0) : "counter" + transactional;
    }

    private static String qualified(String name, String type) {
        return "@Qualifier(\"" + name + "\") " + type;
    }

    private String list() {
        return present.isEmpty()
                ? ""
                : present.stream()
                        .map(bean -> "\n    - " + bean.name() + ": " + shown(bean.bean()) + " (type "
                                + PropertyNames.of(bean.type()) + ")")
                        .collect(Collectors.joining("", " There are:\n", ""));
    }

    /** The generator types that fit and need no other setting. */
    private List<String> types() {
        return Stream.of(GeneratorType.values())
                .filter(type -> type != GeneratorType.CUSTOM)
                .map(PropertyNames::of)
                .filter(type -> wanted.isAssignableFrom(beanOf(type)))
                .toList();
    }

    private static ResolvableType beanOf(String type) {
        Map<String, String> only = Map.of(GeneratorProperties.PREFIX + ".any.type", type);
        Map<String, GeneratorProperties> any =
                ConfiguredGenerators.properties(new Binder(new MapConfigurationPropertySource(only)));
        return GeneratorBeanType.of("any", Objects.requireNonNull(any.get("any")))
                .declared();
    }

    private static String article(String type) {
        return (type.startsWith("I") ? "an " : "a ") + type;
    }

    /** The type as written in code, without packages. */
    static String shown(ResolvableType type) {
        return type.toString().replaceAll("\\w+\\.", "");
    }

    /** The name in the qualifier, or null. */
    @Nullable
    String qualifier() {
        Qualifier qualifier = point == null ? null : point.getAnnotation(Qualifier.class);
        return qualifier == null || qualifier.value().isEmpty() ? null : qualifier.value();
    }

    /** The name of the field or parameter; null if unknown. */
    @Nullable
    String variable() {
        MethodParameter parameter = point == null ? null : point.getMethodParameter();
        if (parameter == null) {
            return point == null ? null : point.getMember().getName();
        }
        parameter.initParameterNameDiscovery(new DefaultParameterNameDiscoverer());
        return parameter.getParameterName();
    }

    /** The injection point in words, as the beginning of a sentence. */
    String where() {
        if (point == null) {
            return "The application's bean";
        }
        Member member = point.getMember();
        boolean constructor = member instanceof Constructor;
        return (point.getField() == null ? "Parameter '" : "Field '") + variable() + "' of "
                + (point.getField() != null
                        ? ""
                        : constructor ? "the constructor of " : "method '" + member.getName() + "' of ")
                + member.getDeclaringClass().getName();
    }
}
