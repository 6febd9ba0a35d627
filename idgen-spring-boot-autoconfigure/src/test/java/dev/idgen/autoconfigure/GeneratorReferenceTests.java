package dev.idgen.autoconfigure;

import dev.idgen.GeneratedTable;
import dev.idgen.IdCodec;
import dev.idgen.IdGenerators;
import dev.idgen.IdScheme;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.generator.GeneratorType;
import dev.idgen.internal.ids.Codec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keeps {@code docs/generated/types.md} as the generators say; {@code -Didgen.docs.write=true} writes them anew. */
class GeneratorReferenceTests {

    private static final int EXACT_BITS = 53;
    private static final Path PAGE = Path.of("..", "docs", "generated", "types.md");

    @Test
    void pageHasTheTableOfTypes() throws IOException {
        String head = """
                | type | ids | per instance, at most | order | usable until |
                |---|---|---|---|---|
                """;
        GeneratedTable.check(PAGE, "types", table(head, GeneratorReferenceTests::row));
    }

    @Test
    void pageHasTheTableOfLayouts() throws IOException {
        String head = """
                | type | fields, with bits | settings |
                |---|---|---|
                """;
        GeneratedTable.check(PAGE, "layouts", table(head, GeneratorReferenceTests::layout));
    }

    private static StringBuilder table(String head, BiFunction<GeneratorType, IdCodec<?>, String> row) {
        StringBuilder table = new StringBuilder(head);
        List<GeneratorType> types = Stream.of(GeneratorType.values())
                .filter(type -> type != GeneratorType.CUSTOM)
                .toList();
        TypicalProperties.withGeneratorOfEach(types, context -> {
            IdGenerators all = context.getBean(IdGenerators.class);
            types.forEach(type -> table.append(row.apply(type, all.codec(TypicalProperties.name(type)))));
        });
        return table;
    }

    private static String row(GeneratorType type, IdCodec<?> generator) {
        IdScheme scheme = generator.scheme();
        Class<?> idType = type.idType();
        String end =
                scheme.runsOutOn() == null ? "" : scheme.runsOutOn().toString().replaceFirst("T.*", "");
        return "| `%s` | `%s`: %s | %s | %s | %s |\n"
                .formatted(
                        PropertyNames.of(type),
                        idType == Long.class ? "long" : idType.getSimpleName(),
                        TypicalProperties.unset(type, scheme.domain()) + inJson(type, generator),
                        perTick(scheme),
                        scheme.monotonicity().name().toLowerCase(Locale.ROOT),
                        end);
    }

    private static String layout(GeneratorType type, IdCodec<?> generator) {
        return "| `%s` | %s | %s |\n"
                .formatted(
                        PropertyNames.of(type),
                        generator.scheme().layout().stream()
                                .map(GeneratorReferenceTests::shown)
                                .collect(Collectors.joining(", ")),
                        type.settings().stream()
                                .map(setting -> "`" + setting + "`" + (isRequired(type, setting) ? " (required)" : ""))
                                .collect(Collectors.joining(", ")));
    }

    private static boolean isRequired(GeneratorType type, String setting) {
        return Stream.of(TypicalProperties.of("x", type)).anyMatch(property -> property.contains("." + setting + "="));
    }

    /** JavaScript rounds what needs more bits. What a store counts does not become so large, unless other numbers are put before. */
    private static String inJson(GeneratorType type, IdCodec<?> generator) {
        boolean rounded = type.idType() == Long.class
                && (type.settings().contains("store")
                        ? type == GeneratorType.DECIMAL_ID
                        : ((Codec<?>) generator).decoder().bits() > EXACT_BITS);
        return rounded ? "; [text in JSON](../integrations.md#ids-as-text-in-json)" : "";
    }

    private static String shown(IdScheme.Field field) {
        return field.name() + " " + field.width() + (field.unit() == IdScheme.Unit.BITS ? "" : " digits");
    }

    private static String perTick(IdScheme scheme) {
        Duration tick = scheme.tick();
        if (tick == null) {
            return "";
        }
        String length = tick.toMillis() == 0
                ? tick.toNanos() + " ns"
                : tick.toMillis() < 1000 ? tick.toMillis() + " ms" : tick.toSeconds() + " s";
        return String.format(Locale.ROOT, "%,d in %s", scheme.capacityPerTick(), length);
    }
}
