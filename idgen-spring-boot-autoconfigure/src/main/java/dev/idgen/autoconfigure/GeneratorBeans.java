package dev.idgen.autoconfigure;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.diagnostics.GeneratorNames;
import dev.idgen.internal.generator.ConfiguredGenerators;
import dev.idgen.internal.generator.GeneratorBeanType;
import dev.idgen.internal.generator.GeneratorProperties;
import java.util.Map;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.HierarchicalBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Defines a bean of the generator's name for each generator under {@code idgen.generators}. Spring injects it only
 * where a qualifier has that name. By type alone, Spring would inject another generator after one was renamed.
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
        all.forEach((name, properties) -> define(name, properties, registry));
    }

    private static void define(String name, GeneratorProperties properties, BeanDefinitionRegistry registry) {
        if (registry.containsBeanDefinition(name)) {
            throw GeneratorNames.clash(name, registry.getBeanDefinition(name));
        }
        if (properties.type() == null) {
            return; // ConfiguredGenerators reports the missing type
        }
        RootBeanDefinition bean = new RootBeanDefinition();
        bean.setFactoryBeanName(ConfiguredGenerators.BEAN);
        bean.setFactoryMethodName("codec");
        bean.setTargetType(GeneratorBeanType.of(name, properties).declared());
        bean.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
        bean.setDefaultCandidate(false);
        registry.registerBeanDefinition(name, bean);
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
