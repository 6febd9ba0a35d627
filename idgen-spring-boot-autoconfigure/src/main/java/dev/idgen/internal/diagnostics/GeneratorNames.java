package dev.idgen.internal.diagnostics;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.actuate.MonitoredBeans;
import dev.idgen.internal.generator.ConfiguredGenerators;
import dev.idgen.internal.generator.GeneratorProperties;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.beans.factory.config.BeanDefinition;

/** Refuses names that a generator, which is a bean of its name, cannot have. Stateless. */
public final class GeneratorNames {

    private static final Pattern NAME = Pattern.compile("[A-Za-z][0-9A-Za-z_-]{0,63}");
    private static final Pattern INDEX = Pattern.compile("\\d+");

    private GeneratorNames() {}

    /**
     * Checks the names of all generators.
     *
     * @throws InvalidSettingException if one of the names cannot be a generator's, or two are the same to Boot
     */
    public static void check(Set<String> names) {
        Map<String, String> uniform = new HashMap<>();
        for (String name : names) {
            check(name);
            String other = uniform.putIfAbsent(name.replaceAll("[_-]", "").toLowerCase(Locale.ROOT), name);
            if (other != null) {
                throw wrong(
                        name,
                        "has the same name as '" + GeneratorProperties.PREFIX + "." + other
                                + "': Spring Boot ignores case and hyphens",
                        "Remove one of them. If one is an environment variable, whose name cannot have a hyphen, set the"
                                + " property in a file or as an argument instead.");
            }
        }
    }

    private static void check(String name) {
        if (INDEX.matcher(name).matches()) {
            throw wrong(
                    name,
                    "is an element of a list, but each generator has a name",
                    "In YAML, write the generator's name instead of '-', such as 'order:', and 'type:' below it.");
        }
        if (!NAME.matcher(name).matches()) {
            throw wrong(
                    name,
                    "has a name that is not a letter followed by up to 63 characters [0-9A-Za-z_-]",
                    "Choose another name, such as 'order' or 'order-items'.");
        }
        if (name.equals(MonitoredBeans.STRING_IDS)) {
            throw wrong(
                    name, "has the name that metrics and the endpoint use for the string ids", "Choose another name.");
        }
    }

    /** Whether a bean is a configured generator. */
    public static boolean isGenerator(BeanDefinition bean) {
        return ConfiguredGenerators.BEAN.equals(bean.getFactoryBeanName());
    }

    /** An exception about a generator that has the name of another bean. */
    public static InvalidSettingException clash(String name, BeanDefinition other) {
        String description = other.getResourceDescription();
        return wrong(
                name,
                "has the name of another bean" + (description == null ? "" : ", defined in " + description),
                "Choose another name for the generator, such as '" + name
                        + "-ids', or rename that bean: each generator becomes a bean of its name.");
    }

    private static InvalidSettingException wrong(String name, String problem, String action) {
        return new InvalidSettingException(GeneratorProperties.PREFIX + "." + name, problem, action);
    }
}
