package dev.idgen.autoconfigure;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.diagnostics.GeneratorNames;
import dev.idgen.internal.generator.ConfiguredGenerators;
import dev.idgen.internal.generator.GeneratorBeanType;
import dev.idgen.internal.generator.GeneratorProperties;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.HierarchicalBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Defines a bean of the generator's name for each generator under {@code idgen.generators}. Spring injects it only
 * where a qualifier has that name. By type alone, Spring would inject another generator after one was renamed. A map
 * from names to generators of a type has all of that type.
 */
final class GeneratorBeans implements ImportBeanDefinitionRegistrar {

    private final Environment environment;

    GeneratorBeans(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        Map<String, GeneratorProperties> all = ConfiguredGenerators.properties(Binder.get(environment));
        GeneratorNames.check(all.keySet());
        BeanFactory parent = registry instanceof HierarchicalBeanFactory child ? child.getParentBeanFactory() : null;
        if (parent != null && parent.containsBean(ConfiguredGenerators.BEAN)) {
            checkShared(all, parent.getBean(ConfiguredGenerators.BEAN, ConfiguredGenerators.class));
        }
        Map<ResolvableType, List<String>> names = new LinkedHashMap<>();
        all.forEach((name, properties) -> {
            if (properties.type() != null) { // ConfiguredGenerators reports a missing type
                GeneratorBeanType type = GeneratorBeanType.of(name, properties);
                define(name, type, registry);
                names.computeIfAbsent(type.shown(), any -> new ArrayList<>()).add(name);
            }
        });
        names.forEach((type, some) -> defineMap(type, some, registry));
    }

    private static void define(String name, GeneratorBeanType type, BeanDefinitionRegistry registry) {
        if (registry.containsBeanDefinition(name)) {
            throw GeneratorNames.clash(name, registry.getBeanDefinition(name));
        }
        RootBeanDefinition bean = made("codec", name, type.declared());
        bean.setDefaultCandidate(false);
        registry.registerBeanDefinition(name, bean);
    }

    /** Spring injects this map where it finds no other generators, instead of an empty one. */
    private static void defineMap(ResolvableType type, List<String> names, BeanDefinitionRegistry registry) {
        ResolvableType text = ResolvableType.forClass(String.class);
        RootBeanDefinition map = made("beans", names, ResolvableType.forClassWithGenerics(Map.class, text, type));
        map.setFallback(true);
        registry.registerBeanDefinition(ConfiguredGenerators.BEAN + "By" + names.get(0), map);
    }

    private static RootBeanDefinition made(String method, Object argument, ResolvableType type) {
        RootBeanDefinition bean = new RootBeanDefinition();
        bean.setFactoryBeanName(ConfiguredGenerators.BEAN);
        bean.setFactoryMethodName(method);
        bean.setTargetType(type);
        bean.getConstructorArgumentValues().addIndexedArgumentValue(0, argument);
        return bean;
    }

    /** Refuses a generator that differs from the parent context's, which this context shares. */
    private static void checkShared(Map<String, GeneratorProperties> all, ConfiguredGenerators ofParent) {
        all.forEach((name, properties) -> {
            if (!ofParent.has(name, properties)) {
                throw new InvalidSettingException(
                        GeneratorProperties.PREFIX + "." + name,
                        "differs from the parent context's, or is not set there, and a child context shares the generators of"
                                + " its parent",
                        "Configure all generators in the parent context, or let only the child context use idgen.");
            }
        });
    }
}
