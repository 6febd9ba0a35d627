package dev.idgen.internal.connection;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.codec.NearestName;
import dev.idgen.internal.codec.Quote;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.DependencyDescriptor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * The bean through which idgen reaches a store. If there are several, idgen uses the one that the property names, else
 * the annotated one, else the only or the primary one.
 */
public enum StoreConnection {
    REDIS(
            "org.springframework.data.redis.connection.RedisConnectionFactory",
            "IdgenRedis",
            "redis",
            "idgen.redis.connection-factory"),
    DATABASE("javax.sql.DataSource", "IdgenDataSource", "database", "idgen.jdbc.data-source");

    /** The injection point without an annotation. */
    private static final String UNMARKED = "unmarked";

    private final String type;
    private final String marker;
    private final String point;
    private final String property;

    StoreConnection(String type, String marker, String point, String property) {
        this.type = type;
        this.marker = marker;
        this.point = point;
        this.property = property;
    }

    /**
     * Which bean the application chooses.
     *
     * @param bean the name of the bean, or null if there is none or several qualify
     * @param problem why no single bean qualifies, or null
     * @param isMistake whether the application tries to choose a bean but cannot have it
     */
    public record Choice(@Nullable String bean, @Nullable InvalidSettingException problem, boolean isMistake) {

        /** Whether no bean exists, and the application asks for none. */
        boolean isNone() {
            return bean == null && problem == null;
        }

        @Override
        public String toString() {
            return bean != null
                    ? "bean '" + bean + "'"
                    : problem == null ? "no bean" : String.valueOf(problem.getMessage());
        }
    }

    /**
     * Chooses by definitions, without creating a bean.
     *
     * @param points has a field for each connection, with its annotation, and one without annotation
     */
    Choice choice(ConfigurableListableBeanFactory beans, Environment environment, Class<?> points) {
        String named = environment.getProperty(property);
        List<String> all = names(beans);
        if (named != null) {
            return named(named, all, beans);
        }
        List<String> marked = candidates(all, beans, points, point);
        List<String> candidates = marked.isEmpty() ? candidates(all, beans, points, UNMARKED) : marked;
        String preferred = preferred(candidates, beans);
        if (preferred != null || candidates.isEmpty()) {
            return new Choice(preferred, null, false);
        }
        return marked.isEmpty()
                ? choice(
                        false,
                        "is not set, and nothing else says which of these " + shortType() + " beans idgen is to use: "
                                + list(candidates),
                        "Set '" + property + "' to one of these names, or mark one of the beans with @" + marker
                                + ", or with @Primary if it is the application's default.")
                : choice(
                        true,
                        "is not set, and several " + shortType() + " beans are marked with @" + marker + ": "
                                + list(marked),
                        "Mark only one of them, or set '" + property + "' to one of these names.");
    }

    private List<String> names(ConfigurableListableBeanFactory beans) {
        ClassLoader loader = beans.getBeanClassLoader();
        return ClassUtils.isPresent(type, loader)
                ? Stream.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(
                                beans, ClassUtils.resolveClassName(type, loader), true, false))
                        .filter(name -> !ScopedProxyUtils.isScopedTarget(name))
                        .toList()
                : List.of();
    }

    private Choice named(String name, List<String> all, ConfigurableListableBeanFactory beans) {
        if (all.stream()
                .anyMatch(bean ->
                        bean.equals(name) || List.of(beans.getAliases(bean)).contains(name))) {
            return new Choice(name, null, false);
        }
        if (name.isBlank()) {
            return choice(true, "is empty", "Set it to the name of a " + shortType() + " bean, or remove it.");
        }
        Class<?> other = beans.containsBean(name) ? beans.getType(name) : null;
        return choice(
                true,
                "is " + Quote.of(name)
                        + (!beans.containsBean(name)
                                ? ", and there is no bean of that name"
                                : ", which is " + (other == null ? "not" : "of type " + other.getName() + ", not")
                                        + " a " + shortType()),
                all.isEmpty()
                        ? "Define a " + shortType() + " of that name, or remove '" + property + "'."
                        : "Set '" + property + "' to one of these " + shortType() + " beans: " + list(all) + "."
                                + NearestName.question(name, all));
    }

    /** The beans that Spring could inject into a field. */
    private static List<String> candidates(
            List<String> all, ConfigurableListableBeanFactory beans, Class<?> points, String field) {
        DependencyDescriptor point =
                new DependencyDescriptor(Objects.requireNonNull(ReflectionUtils.findField(points, field)), false);
        return all.stream()
                .filter(bean -> beans.isAutowireCandidate(bean, point))
                .toList();
    }

    /** The only primary bean, else the only one that is not a fallback, else the only one; null if there is none. */
    private static @Nullable String preferred(List<String> names, ConfigurableListableBeanFactory beans) {
        return Stream.<Predicate<BeanDefinition>>of(BeanDefinition::isPrimary, bean -> !bean.isFallback(), bean -> true)
                .map(rule -> names.stream()
                        .filter(bean -> rule.test(definition(bean, beans)))
                        .toList())
                .filter(fitting -> !fitting.isEmpty())
                .findFirst()
                .filter(fitting -> fitting.size() == 1)
                .map(fitting -> fitting.get(0))
                .orElse(null);
    }

    private static BeanDefinition definition(String name, ConfigurableListableBeanFactory beans) {
        try {
            return beans.getMergedBeanDefinition(name);
        } catch (NoSuchBeanDefinitionException e) {
            return new RootBeanDefinition(); // a singleton registered without a definition
        }
    }

    private Choice choice(boolean isMistake, String problem, String action) {
        return new Choice(null, new InvalidSettingException(property, problem, action), isMistake);
    }

    private String shortType() {
        return ClassUtils.getShortName(type);
    }

    private static String list(List<String> names) {
        return names.stream().map(name -> "'" + name + "'").collect(Collectors.joining(", "));
    }
}
