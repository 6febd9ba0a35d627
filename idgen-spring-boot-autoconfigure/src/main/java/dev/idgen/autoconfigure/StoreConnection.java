package dev.idgen.autoconfigure;

import dev.idgen.InvalidSettingException;
import dev.idgen.autoconfigure.IdgenProperties.Store;
import dev.idgen.internal.codec.NearestName;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.codec.Quote;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.HierarchicalBeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.context.ApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * A bean through which a store is reached. Of several ids use the one that a property names, else the one with an annotation, else the
 * one that is injected by its type alone: the only or the primary one.
 */
enum StoreConnection {
    REDIS(
            "org.springframework.data.redis.connection.RedisConnectionFactory",
            IdgenRedis.class,
            "idgen.redis.connection-factory",
            "spring.data.redis"),
    DATABASE("javax.sql.DataSource", IdgenDataSource.class, "idgen.jdbc.data-source", "spring.datasource");

    private final String type;
    private final Class<? extends Annotation> marker;
    private final String property;
    private final String elsewhere;

    StoreConnection(String type, Class<? extends Annotation> marker, String property, String elsewhere) {
        this.type = type;
        this.marker = marker;
        this.property = property;
        this.elsewhere = elsewhere;
    }

    /** Where the properties are that somebody looks for who has set one in a group of idgen's; empty if there is nothing like it. */
    static Optional<String> elsewhere(ConfigurationPropertyName group) {
        return Stream.of(values())
                .filter(it -> group.isParentOf(ConfigurationPropertyName.of(it.property)))
                .map(it -> it.elsewhere)
                .findFirst();
    }

    /**
     * What an application says.
     *
     * @param bean the name of the one that ids use, or null if there is none or it is not clear which
     * @param problem why it is not clear, or null
     * @param isMistake whether the application means one, and says it wrongly
     */
    record Choice(@Nullable String bean, @Nullable InvalidSettingException problem, boolean isMistake) {

        /** There is none, and nothing says that there should be. */
        static final Choice NONE = new Choice(null, null, false);

        private static Choice of(String bean) {
            return new Choice(bean, null, false);
        }
    }

    /**
     * Looks for choices that are wrong, whether or not anything needs the store.
     *
     * <p>Not where ids are in memory, and not in tested slices of applications: there is less then, and less is needed.
     *
     * @throws InvalidSettingException if one is
     */
    static void check(ConfigurableListableBeanFactory beans, Environment environment) {
        String set = environment.getProperty("idgen.store", "");
        Store store = PropertyNames.parse(Store.class, set).orElse(null);
        if (store == Store.MEMORY
                || beans.getBeanNamesForType(IdgenSliceCountersAutoConfiguration.class, true, false).length > 0) {
            return;
        }
        for (StoreConnection connection : values()) {
            Choice choice = connection.choice(beans, environment);
            InvalidSettingException problem = choice.problem();
            if (connection.isUsed(store) && choice.isMistake() && problem != null) {
                throw problem;
            }
        }
    }

    /** Where leases are recorded: as {@code idgen.store} says, else in Redis if there is one; null if the property has another value. */
    static @Nullable Store leasing(ConfigurableListableBeanFactory beans, Environment environment) {
        String set = environment.getProperty("idgen.store");
        if (set != null) {
            return PropertyNames.parse(Store.class, set).orElse(null);
        }
        return REDIS.choice(beans, environment).equals(Choice.NONE) ? Store.JDBC : Store.REDIS;
    }

    /** Whether anything may be reached through it: numbers are counted in a database wherever leases are recorded. */
    boolean isUsed(@Nullable Store leasing) {
        return this == DATABASE || leasing == null || leasing == Store.REDIS;
    }

    static @Nullable InvalidSettingException problemOfLeasing(@Nullable Store leasing, ApplicationContext context) {
        BeanFactory beans = context.getAutowireCapableBeanFactory();
        return beans instanceof ConfigurableListableBeanFactory all
                ? problemOfLeasing(leasing, all, context.getEnvironment())
                : null;
    }

    /**
     * Why it is not clear through which bean leases are recorded; null if it is, or if there is none.
     *
     * @param leasing where leases are to be recorded; if null in Redis, or in the database if there is no Redis
     */
    static @Nullable InvalidSettingException problemOfLeasing(
            @Nullable Store leasing, ConfigurableListableBeanFactory beans, Environment environment) {
        if (leasing == Store.MEMORY) {
            return null;
        }
        Choice redis = leasing == Store.JDBC ? Choice.NONE : REDIS.choice(beans, environment);
        return leasing == Store.REDIS || !redis.equals(Choice.NONE)
                ? redis.problem()
                : DATABASE.choice(beans, environment).problem();
    }

    /**
     * The bean that ids use.
     *
     * @throws InvalidSettingException if it is not clear which one that is
     * @throws NoSuchBeanDefinitionException if there is none
     */
    <T> T get(ApplicationContext context, Class<T> type) {
        Choice choice = choice(context);
        InvalidSettingException problem = choice.problem();
        if (problem != null) {
            throw problem;
        }
        String bean = choice.bean();
        if (bean == null) {
            throw new NoSuchBeanDefinitionException(type);
        }
        return context.getBean(bean, type);
    }

    Choice choice(ApplicationContext context) {
        BeanFactory beans = context.getAutowireCapableBeanFactory();
        return beans instanceof ConfigurableListableBeanFactory all
                ? choice(all, context.getEnvironment())
                : Choice.NONE;
    }

    /** Makes no bean. */
    Choice choice(ConfigurableListableBeanFactory beans, Environment environment) {
        String named = Binder.get(environment).bind(property, String.class).orElse(null);
        List<String> all = names(beans);
        if (named != null) {
            return named(named, all, beans);
        }
        List<String> marked = all.stream().filter(it -> isMarked(it, beans)).toList();
        if (!marked.isEmpty()) {
            return preferred(marked, beans).map(Choice::of).orElseGet(() -> severalMarked(marked));
        }
        List<String> candidates =
                all.stream().filter(it -> isCandidate(it, beans)).toList();
        return candidates.isEmpty()
                ? Choice.NONE
                : preferred(candidates, beans).map(Choice::of).orElseGet(() -> undecided(candidates));
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

    // The ways to choose

    private Choice named(String name, List<String> all, ConfigurableListableBeanFactory beans) {
        if (all.contains(name)) {
            return Choice.of(name);
        }
        if (name.isBlank()) {
            return mistake("is empty", "Set it to the name of a " + shortType() + " bean, or remove it.");
        }
        if (!beans.containsBean(name)) {
            return mistake("is " + Quote.of(name) + ", and there is no bean of that name", toChooseFrom(name, all));
        }
        Class<?> other = beans.getType(name);
        boolean fits = ClassUtils.isPresent(type, beans.getBeanClassLoader())
                && beans.isTypeMatch(name, ClassUtils.resolveClassName(type, beans.getBeanClassLoader()));
        return fits
                ? Choice.of(name)
                : mistake(
                        "is " + Quote.of(name) + ", which is "
                                + (other == null ? "not" : "of type " + other.getName() + ", not") + " a "
                                + shortType(),
                        toChooseFrom(name, all));
    }

    private boolean isMarked(String name, ConfigurableListableBeanFactory beans) {
        return Stream.of(name, ScopedProxyUtils.getTargetBeanName(name))
                .filter(beans::containsBean)
                .anyMatch(it -> owner(it, beans).findAnnotationOnBean(it, marker, false) != null);
    }

    /** The factory that has the definition: one knows no annotations of its parents' beans. */
    private static ListableBeanFactory owner(String name, ListableBeanFactory beans) {
        return beans instanceof HierarchicalBeanFactory child
                        && !child.containsLocalBean(name)
                        && child.getParentBeanFactory() instanceof ListableBeanFactory parent
                ? owner(name, parent)
                : beans;
    }

    /** Whether it is injected by its type alone. */
    private static boolean isCandidate(String name, ConfigurableListableBeanFactory beans) {
        return isDefined(name, beans, BeanDefinition::isAutowireCandidate, true)
                && isDefined(
                        name,
                        beans,
                        it -> !(it instanceof AbstractBeanDefinition definition) || definition.isDefaultCandidate(),
                        true);
    }

    /** The only one, the only primary one, or the only one that is not a fallback. */
    private static Optional<String> preferred(List<String> names, ConfigurableListableBeanFactory beans) {
        List<String> primary = names.stream()
                .filter(it -> isDefined(it, beans, BeanDefinition::isPrimary, false))
                .toList();
        List<String> preferred = !primary.isEmpty()
                ? primary
                : names.stream()
                        .filter(it -> names.size() == 1 || !isDefined(it, beans, BeanDefinition::isFallback, false))
                        .toList();
        return preferred.size() == 1 ? Optional.of(preferred.get(0)) : Optional.empty();
    }

    /** @param otherwise what holds for a bean that is there without a definition */
    private static boolean isDefined(
            String name, ConfigurableListableBeanFactory beans, Predicate<BeanDefinition> property, boolean otherwise) {
        try {
            return property.test(beans.getMergedBeanDefinition(name));
        } catch (NoSuchBeanDefinitionException e) {
            return otherwise;
        }
    }

    // What is said where it is not clear

    private Choice undecided(List<String> candidates) {
        return new Choice(
                null,
                new InvalidSettingException(
                        property,
                        "is not set, and nothing else says which of these " + shortType() + " beans is for ids: "
                                + list(candidates),
                        "Set '" + property + "' to one of these names, or mark one of the beans with @"
                                + marker.getSimpleName()
                                + ", or with @Primary if it is the one for all that does not say which."),
                false);
    }

    private Choice severalMarked(List<String> marked) {
        return mistake(
                "is not set, and several " + shortType() + " beans are marked with @" + marker.getSimpleName() + ": "
                        + list(marked),
                "Mark only one of them, or set '" + property + "' to one of these names.");
    }

    private Choice mistake(String problem, String action) {
        return new Choice(null, new InvalidSettingException(property, problem, action), true);
    }

    private String toChooseFrom(String name, List<String> all) {
        return all.isEmpty()
                ? "Define a " + shortType() + " of that name, or remove '" + property + "'."
                : "Set '" + property + "' to one of these " + shortType() + " beans: " + list(all) + "."
                        + NearestName.of(name, all)
                                .map(it -> " Did you mean '" + it + "'?")
                                .orElse("");
    }

    private String shortType() {
        return ClassUtils.getShortName(type);
    }

    private static String list(List<String> names) {
        return names.stream().map(it -> "'" + it + "'").collect(Collectors.joining(", "));
    }
}
