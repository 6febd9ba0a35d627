package dev.idgen.autoconfigure;

import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.generator.GeneratorType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ContextConsumer;

/** What has to be set for a generator of each type, and no more. */
public final class TypicalProperties {

    private static final String MAX = "999999";

    private TypicalProperties() {}

    /** A text about such a generator, with the name of the property in place of what is only set here. */
    static String unset(GeneratorType type, String text) {
        return type == GeneratorType.RANDOM_CLAIM ? text.replace(MAX, "`max`") : text;
    }

    /** Timeouts that a busy machine meets, for string ids, for counters and for the named generators. */
    public static String[] patient(String... generators) {
        return Stream.concat(
                        Stream.of("idgen.sequence.acquire-timeout=30s", "idgen.counter.request-timeout=30s"),
                        Stream.of(generators).map(name -> "idgen.generators." + name + ".acquire-timeout=30s"))
                .toArray(String[]::new);
    }

    /** Runs an application in memory with a generator of each type, named by {@link #name}. */
    static void withGeneratorOfEach(
            Collection<GeneratorType> types, ContextConsumer<AssertableApplicationContext> use) {
        TypicalApplication.inMemory()
                .withPropertyValues(types.stream()
                        .flatMap(type -> Stream.of(of(name(type), type)))
                        .toArray(String[]::new))
                .run(use);
    }

    static String name(GeneratorType type) {
        return "x-" + PropertyNames.of(type);
    }

    public static String[] of(String name, GeneratorType type) {
        List<String> properties = new ArrayList<>(List.of("type=" + PropertyNames.of(type)));
        switch (type) {
            case CUSTOM -> properties.add("fields=timestamp:41, node:10, sequence:12");
            case DECIMAL_ID -> properties.add("launch-id=1");
            case RANDOM_CLAIM -> properties.add("max=" + MAX);
            default -> {}
        }
        return properties.stream()
                .map(property -> "idgen.generators." + name + "." + property)
                .toArray(String[]::new);
    }
}
