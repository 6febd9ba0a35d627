package dev.idgen.autoconfigure;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.actuate.MonitoredBeans;
import dev.idgen.internal.generator.ConfiguredGenerators;
import dev.idgen.internal.generator.GeneratorBeanType;
import dev.idgen.internal.generator.GeneratorProperties;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.HierarchicalBeanFactory;
import org.springframework.beans.factory.config.BeanDefinition;
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

    static final String GENERATORS = "idgenGenerators";

    private static final Pattern NAME = Pattern.compile("[A-Za-z][0-9A-Za-z_-]{0,63}");
    private static final Pattern INDEX = Pattern.compile("\\d+");

    private final Environment environment;

    GeneratorBeans(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        Map<String, GeneratorProperties> all = ConfiguredGenerators.properties(Binder.get(environment));
        checkNames(all.keySet());
        BeanFactory parent = registry instanceof HierarchicalBeanFactory child ? child.getParentBeanFactory() : null;
        if (parent != null && parent.containsBean(GENERATORS)) {
            checkShared(all, parent.getBean(GENERATORS, ConfiguredGenerators.class));
        }
        all.forEach((name, properties) -> define(name, properties, registry));
    }

    /** Whether this class defined the bean. */
    static boolean isGenerator(BeanDefinition bean) {
        return GENERATORS.equals(bean.getFactoryBeanName());
    }

    private static void define(String name, GeneratorProperties properties, BeanDefinitionRegistry registry) {
        if (registry.containsBeanDefinition(name)) {
            throw nameOfAnotherBean(name, registry.getBeanDefinition(name));
        }
        if (properties.type() == null) {
            return; // ConfiguredGenerators reports the missing type
        }
        RootBeanDefinition bean = new RootBeanDefinition();
        bean.setFactoryBeanName(GENERATORS);
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

    private static void checkNames(Set<String> names) {
        Map<String, String> uniform = new HashMap<>();
        for (String name : names) {
            checkName(name);
            String other = uniform.putIfAbsent(name.replaceAll("[_-]", "").toLowerCase(Locale.ROOT), name);
            if (other != null) {
                throw new InvalidSettingException(
                        GeneratorProperties.PREFIX + "." + name,
                        "has the same name as '" + GeneratorProperties.PREFIX + "." + other
                                + "': Spring Boot ignores case and hyphens",
                        "Remove one of them. If one is an environment variable, whose name cannot have a hyphen, set the"
                                + " property in a file or as an argument instead.");
            }
        }
    }

    private static void checkName(String name) {
        String property = GeneratorProperties.PREFIX + "." + name;
        if (INDEX.matcher(name).matches()) {
            throw new InvalidSettingException(
                    property,
                    "is an element of a list, but each generator has a name",
                    "In YAML, write the generator's name instead of '-', such as 'order:', and 'type:' below it.");
        }
        if (!NAME.matcher(name).matches()) {
            throw new InvalidSettingException(
                    property,
                    "has a name that is not a letter followed by up to 63 characters [0-9A-Za-z_-]",
                    "Choose another name, such as 'order' or 'order-items'.");
        }
        if (name.equals(MonitoredBeans.STRING_IDS)) {
            throw new InvalidSettingException(
                    property,
                    "has the name that metrics and the endpoint use for the string ids",
                    "Choose another name.");
        }
    }

    static InvalidSettingException nameOfAnotherBean(String name, BeanDefinition other) {
        String description = other.getResourceDescription();
        return new InvalidSettingException(
                GeneratorProperties.PREFIX + "." + name,
                "has the name of another bean" + (description == null ? "" : ", defined in " + description),
                "Choose another name for the generator, such as '" + name
                        + "-ids', or rename that bean: each generator becomes a bean of its name.");
    }
}
