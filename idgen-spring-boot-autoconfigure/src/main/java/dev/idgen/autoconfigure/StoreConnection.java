package dev.idgen.autoconfigure;

import dev.idgen.InvalidSettingException;
import dev.idgen.autoconfigure.IdgenProperties.Store;
import dev.idgen.internal.codec.NearestName;
import dev.idgen.internal.codec.Quote;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
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
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * The bean through which idgen reaches a store. If there are several, idgen uses the one that the property names, else
 * the annotated one, else the only or the primary one. The annotated fields of this class serve as injection points, so
 * that Spring itself chooses.
 */
enum StoreConnection {
    @IdgenRedis
    REDIS(
            "org.springframework.data.redis.connection.RedisConnectionFactory",
            "IdgenRedis",
            "idgen.redis.connection-factory"),
    @IdgenDataSource
    DATABASE("javax.sql.DataSource", "IdgenDataSource", "idgen.jdbc.data-source");

    private final String type;
    private final String marker;
    private final String property;

    StoreConnection(String type, String marker, String property) {
        this.type = type;
        this.marker = marker;
        this.property = property;
    }

    /**
     * Which bean the application chooses.
     *
     * @param bean the name of the bean, or null if there is none or several qualify
     * @param problem why no single bean qualifies, or null
     * @param isMistake whether the application tries to choose a bean but cannot have it
     */
    record Choice(@Nullable String bean, @Nullable InvalidSettingException problem, boolean isMistake) {

        /** No bean exists, and the application asks for none. */
        static final Choice NONE = new Choice(null, null, false);

        private static Choice of(String bean) {
            return new Choice(bean, null, false);
        }
    }

    /** Whether idgen may use this connection. Counters may be in the database whichever store records leases. */
    boolean isUsed(@Nullable Store leasing) {
        return this == DATABASE || leasing == null || leasing == Store.REDIS;
    }

    /**
     * Returns the bean.
     *
     * @throws InvalidSettingException if no single bean qualifies
     * @throws NoSuchBeanDefinitionException if there is none
     */
    <T> T get(ConfigurableListableBeanFactory beans, Environment environment, Class<T> type) {
        Choice choice = choice(beans, environment);
        InvalidSettingException problem = choice.problem();
        if (problem != null) {
            throw problem;
        }
        String bean = choice.bean();
        if (bean == null) {
            throw new NoSuchBeanDefinitionException(type);
        }
        return beans.getBean(bean, type);
    }

    /** Chooses by definitions, without creating a bean. */
    Choice choice(ConfigurableListableBeanFactory beans, Environment environment) {
        String named = Binder.get(environment).bind(property, String.class).orElse(null);
        List<String> all = names(beans);
        if (named != null) {
            return named(named, all, beans);
        }
        return injected(name(), beans, all, this::severalMarked)
                .or(() -> injected("property", beans, all, this::undecided))
                .orElse(Choice.NONE);
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
                .anyMatch(it -> it.equals(name) || List.of(beans.getAliases(it)).contains(name))) {
            return Choice.of(name);
        }
        if (name.isBlank()) {
            return mistake("is empty", "Set it to the name of a " + shortType() + " bean, or remove it.");
        }
        if (!beans.containsBean(name)) {
            return mistake("is " + Quote.of(name) + ", and there is no bean of that name", toChooseFrom(name, all));
        }
        Class<?> other = beans.getType(name);
        return mistake(
                "is " + Quote.of(name) + ", which is "
                        + (other == null ? "not" : "of type " + other.getName() + ", not") + " a " + shortType(),
                toChooseFrom(name, all));
    }

    /**
     * The bean that Spring would inject into a field of this class; empty if there is none.
     *
     * @param unclear called if several qualify and Spring prefers none
     */
    private Optional<Choice> injected(
            String field,
            ConfigurableListableBeanFactory beans,
            List<String> all,
            Function<List<String>, Choice> unclear) {
        DependencyDescriptor point = new DependencyDescriptor(
                Objects.requireNonNull(ReflectionUtils.findField(StoreConnection.class, field)), false);
        List<String> candidates =
                all.stream().filter(it -> beans.isAutowireCandidate(it, point)).toList();
        return candidates.isEmpty()
                ? Optional.empty()
                : Optional.of(preferred(candidates, beans).map(Choice::of).orElseGet(() -> unclear.apply(candidates)));
    }

    /** The only primary bean, else the only one that is not a fallback, else the only one. */
    private static Optional<String> preferred(List<String> names, ConfigurableListableBeanFactory beans) {
        return Stream.<Predicate<BeanDefinition>>of(BeanDefinition::isPrimary, it -> !it.isFallback(), it -> true)
                .map(rule -> names.stream()
                        .filter(it -> rule.test(definition(it, beans)))
                        .toList())
                .filter(it -> !it.isEmpty())
                .findFirst()
                .filter(it -> it.size() == 1)
                .map(it -> it.get(0));
    }

    private static BeanDefinition definition(String name, ConfigurableListableBeanFactory beans) {
        try {
            return beans.getMergedBeanDefinition(name);
        } catch (NoSuchBeanDefinitionException e) {
            return new RootBeanDefinition(); // a singleton registered without a definition
        }
    }

    private Choice undecided(List<String> candidates) {
        return new Choice(
                null,
                new InvalidSettingException(
                        property,
                        "is not set, and nothing else says which of these " + shortType() + " beans idgen is to use: "
                                + list(candidates),
                        "Set '" + property + "' to one of these names, or mark one of the beans with @"
                                + marker
                                + ", or with @Primary if it is the application's default."),
                false);
    }

    private Choice severalMarked(List<String> marked) {
        return mistake(
                "is not set, and several " + shortType() + " beans are marked with @" + marker + ": " + list(marked),
                "Mark only one of them, or set '" + property + "' to one of these names.");
    }

    private Choice mistake(String problem, String action) {
        return new Choice(null, new InvalidSettingException(property, problem, action), true);
    }

    private String toChooseFrom(String name, List<String> all) {
        return all.isEmpty()
                ? "Define a " + shortType() + " of that name, or remove '" + property + "'."
                : "Set '" + property + "' to one of these " + shortType() + " beans: " + list(all) + "."
                        + NearestName.question(name, all);
    }

    private String shortType() {
        return ClassUtils.getShortName(type);
    }

    private static String list(List<String> names) {
        return names.stream().map(it -> "'" + it + "'").collect(Collectors.joining(", "));
    }
}
