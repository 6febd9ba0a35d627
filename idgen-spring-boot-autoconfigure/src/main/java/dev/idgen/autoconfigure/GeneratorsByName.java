package dev.idgen.autoconfigure;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.config.BeanDefinitionHolder;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.DependencyDescriptor;
import org.springframework.beans.factory.support.AutowireCandidateResolver;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/**
 * Lets a generator be injected only where it is asked for by its name: by a qualifier, or as a parameter or field of that name.
 * By type alone Spring would inject the only one there is under any name, and after a generator was renamed, another in its place.
 *
 * <p>Lists, maps and streams get all generators of their type. Lookups by {@code getBean} are not injections, and stay as they are.
 */
final class GeneratorsByName implements BeanFactoryPostProcessor {

    private static final Logger log = LoggerFactory.getLogger(GeneratorsByName.class);

    private final Set<String> generators;

    /** @param generators the names of the beans that are generators */
    GeneratorsByName(Set<String> generators) {
        this.generators = Set.copyOf(generators);
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        if (beans instanceof DefaultListableBeanFactory factory) {
            factory.setAutowireCandidateResolver(new Resolver(factory.getAutowireCandidateResolver(), generators));
        }
    }

    /** Adds the rule to those of another resolver. */
    private static final class Resolver implements AutowireCandidateResolver {

        /** There is no other way to tell it from a request for a single bean. */
        private static final String STREAM = "StreamDependencyDescriptor";

        private final AutowireCandidateResolver others;
        private final Set<String> generators;
        private final Set<String> warned = ConcurrentHashMap.newKeySet();

        Resolver(AutowireCandidateResolver others, Set<String> generators) {
            this.others = others;
            this.generators = generators;
        }

        @Override
        public boolean isAutowireCandidate(BeanDefinitionHolder bean, DependencyDescriptor point) {
            if (!others.isAutowireCandidate(bean, point)) {
                return false;
            }
            if (!generators.contains(bean.getBeanName())
                    || others.hasQualifier(point)
                    || bean.matchesName(point.getDependencyName())
                    || takesAll(point)) {
                return true;
            }
            if (!others.isRequired(point) && warned.add(point.getMember() + bean.getBeanName())) {
                log.warn(
                        "generator '{}' is not injected into the optional '{}' of {}, because that is not its name. Where it is"
                                + " meant, write @Qualifier(\"{}\")",
                        bean.getBeanName(),
                        point.getDependencyName(),
                        point.getMember().getDeclaringClass().getName(),
                        bean.getBeanName());
            }
            return false;
        }

        private static boolean takesAll(DependencyDescriptor point) {
            Class<?> declared = point.getDeclaredType();
            return declared.isArray()
                    || Collection.class.isAssignableFrom(declared)
                    || Map.class.isAssignableFrom(declared)
                    || point.getClass().getSimpleName().equals(STREAM);
        }

        @Override
        public boolean isRequired(DependencyDescriptor point) {
            return others.isRequired(point);
        }

        @Override
        public boolean hasQualifier(DependencyDescriptor point) {
            return others.hasQualifier(point);
        }

        @Override
        public @Nullable String getSuggestedName(DependencyDescriptor point) {
            return others.getSuggestedName(point);
        }

        @Override
        public @Nullable Object getSuggestedValue(DependencyDescriptor point) {
            return others.getSuggestedValue(point);
        }

        @Override
        public @Nullable Object getLazyResolutionProxyIfNecessary(
                DependencyDescriptor point, @Nullable String beanName) {
            return others.getLazyResolutionProxyIfNecessary(point, beanName);
        }

        @Override
        public @Nullable Class<?> getLazyResolutionProxyClass(DependencyDescriptor point, @Nullable String beanName) {
            return others.getLazyResolutionProxyClass(point, beanName);
        }

        @Override
        public AutowireCandidateResolver cloneIfNecessary() {
            return new Resolver(others.cloneIfNecessary(), generators);
        }
    }
}
