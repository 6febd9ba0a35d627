package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.GeneratedTable;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.generator.GeneratorType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keeps {@code docs/generated/properties.md} as the metadata has it; {@code -Didgen.docs.write=true} writes it anew. */
class ConfigurationReferenceTests {

    private static final Path PAGE = Path.of("..", "docs", "configuration.md");
    private static final Path REFERENCE = Path.of("..", "docs", "generated", "properties.md");

    /** Headings, and patterns of the properties below each. A property comes once, where it matches first. */
    private static final Map<String, String> GROUPS = groups();

    private static Map<String, String> groups() {
        String counted = Stream.of(GeneratorType.values())
                .filter(type -> type.settings().contains("store"))
                .flatMap(type -> type.settings().stream())
                .distinct()
                .collect(Collectors.joining("|", "(", ")(\\..*)?"));
        Map<String, String> groups = new LinkedHashMap<>();
        groups.put("Namespace and store", "idgen\\.[\\w-]+(?<!generators)");
        groups.put("String ids", "idgen\\.(string|sequence|clock)\\..*");
        groups.put("Counters", "idgen\\.(counter\\..*|generators\\.\\*\\." + counted + ")");
        groups.put("Generators", "idgen\\.generators(?!.*\\.node\\.).*");
        groups.put("Node ids", "idgen\\.(generators\\.\\*\\.)?node\\..*");
        groups.put("Redis, databases and checks", "idgen\\.(redis|jdbc|store-check)\\..*");
        groups.put("MyBatis-Plus", "idgen\\.mybatis-plus\\..*");
        return groups;
    }

    @Test
    void pageHasWhatTheMetadataHas() throws IOException {
        Map<String, String> defaults = defaults();
        StringBuilder tables = new StringBuilder();
        List<Property> left = new ArrayList<>(Property.all());
        left.sort(Comparator.comparing(property -> !property.name().endsWith(".type"))); // all generators have a type
        GROUPS.forEach((heading, names) -> {
            tables.append("\n## %s\n\n| property | default | meaning |\n|---|---|---|\n".formatted(heading));
            left.stream()
                    .filter(property -> property.name().matches(names))
                    .forEach(property -> tables.append(row(property, defaults)));
            left.removeIf(property -> property.name().matches(names));
        });
        assertThat(left).isEmpty();
        assertThat(defaults).isEmpty();
        GeneratedTable.check(REFERENCE, "properties", tables.append("\n"));

        assertThat(Files.readAllLines(PAGE))
                .filteredOn(line -> line.startsWith("| `"))
                .hasSize(8)
                .allMatch(line -> tables.indexOf(line.substring(0, line.lastIndexOf(" | "))) > 0, "has its default");
    }

    /** What takes the place of a default that the metadata lacks, by property. */
    private static Map<String, String> defaults() throws IOException {
        Map<String, String> defaults = new HashMap<>();
        for (String line : Files.readAllLines(Path.of("src/test/resources/dev/idgen/autoconfigure/defaults.txt"))) {
            String[] parts = line.split(" \\| ", 2);
            defaults.put(parts[0], parts[1]);
        }
        return defaults;
    }

    private static String row(Property property, Map<String, String> defaults) {
        String value = property.defaultValue().isEmpty()
                ? defaults.remove(property.name())
                : "`" + property.defaultValue() + "`";
        return "| `%s` | %s | %s |\n"
                .formatted(property.name(), Objects.requireNonNull(value), property.description() + types(property));
    }

    /** The types that have the setting, if only some have. */
    private static String types(Property property) {
        String setting = property.name().replaceFirst("idgen\\.generators\\.\\*\\.([^.]+).*", "$1");
        String types = Stream.of(GeneratorType.values())
                .filter(type -> type.settings().contains(setting))
                .map(type -> "`" + PropertyNames.of(type) + "`")
                .collect(Collectors.joining(", "));
        return types.isEmpty() ? "" : " For " + types + ".";
    }
}
