package dev.idgen.autoconfigure;

import dev.idgen.IdGenerator;
import dev.idgen.InvalidSettingException;
import dev.idgen.LongIdGenerator;
import dev.idgen.internal.actuate.MonitoredBeans;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Defines a bean for each generator under {@code idgen.generators}, by the generator's name. A name with hyphens has an alias
 * in camel case, so that a parameter can have its name.
 */
final class GeneratorBeans implements ImportBeanDefinitionRegistrar {

    static final String GENERATORS = "idgenGenerators";

    private static final Pattern NAME = Pattern.compile("[A-Za-z][0-9A-Za-z_-]{0,63}");
    private static final Pattern HYPHEN = Pattern.compile("-+([0-9A-Za-z])");

    private final Environment environment;

    GeneratorBeans(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        Binder.get(environment)
                .bind(ConfiguredGenerators.PREFIX, Bindable.mapOf(String.class, GeneratorProperties.class))
                .ifBound(all -> all.forEach((name, its) -> define(name, its, registry)));
    }

    private static void define(String name, GeneratorProperties properties, BeanDefinitionRegistry registry) {
        checkName(name, registry);
        GeneratorType type = properties.type();
        if (type == null) {
            return; // said when the generators are made
        }
        Class<?> idType = type.idType(properties);
        RootBeanDefinition bean = new RootBeanDefinition();
        bean.setFactoryBeanName(GENERATORS);
        if (idType == Long.class) {
            bean.setFactoryMethodName("getLong");
            bean.setTargetType(LongIdGenerator.class);
        } else {
            bean.setFactoryMethodName(idType == UUID.class ? "getUuid" : "getString");
            bean.setTargetType(ResolvableType.forClassWithGenerics(IdGenerator.class, idType));
        }
        bean.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
        registry.registerBeanDefinition(name, bean);
        String alias = HYPHEN.matcher(name).replaceAll(match -> match.group(1).toUpperCase(Locale.ROOT));
        if (!alias.equals(name) && !registry.containsBeanDefinition(alias)) {
            registry.registerAlias(name, alias);
        }
    }

    private static void checkName(String name, BeanDefinitionRegistry registry) {
        String property = ConfiguredGenerators.PREFIX + "." + name;
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
        if (registry.containsBeanDefinition(name)) {
            throw new InvalidSettingException(
                    property,
                    "has the name of another bean",
                    "Choose another name: each generator becomes a bean of its name.");
        }
    }
}
