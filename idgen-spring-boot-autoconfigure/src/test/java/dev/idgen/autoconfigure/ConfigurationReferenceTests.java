package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.GeneratedTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Keeps {@code docs/configuration.md} as the metadata has it; {@code -Didgen.docs.write=true} writes it anew. */
class ConfigurationReferenceTests {

    private static final Path PAGE = Path.of("..", "docs", "configuration.md");

    /** Headings, and patterns of the properties below each. A property comes once, where it matches first. */
    private static final Map<String, String> GROUPS = groups();

    private static Map<String, String> groups() {
        String counted =
                "keyed|store|start|step|max|floor|template|zone|transactional|segment.*|counters|range|launch-id|attempts";
        Map<String, String> groups = new LinkedHashMap<>();
        groups.put("Namespace and store", "idgen\\.[\\w-]+(?<!generators)");
        groups.put("String ids", "idgen\\.(string|sequence|clock)\\..*");
        groups.put("Counters", "idgen\\.(counter\\..*|generators\\.\\*\\.(" + counted + "))");
        groups.put("Generators", "idgen\\.generators(?!.*\\.node\\.).*");
        groups.put("Node ids", "idgen\\.(generators\\.\\*\\.)?node\\..*");
        groups.put("Redis, databases and checks", "idgen\\.(redis|jdbc|doctor)\\..*");
        groups.put("MyBatis-Plus", "idgen\\.mybatis-plus\\..*");
        return groups;
    }

    @Test
    void pageHasWhatTheMetadataHas() throws IOException {
        if (GeneratedTable.isWriting()) {
            Files.writeString(PAGE, page());
        }
        assertThat(PAGE).hasContent(page());
    }

    private static String page() throws IOException {
        StringBuilder page = new StringBuilder("""
                # Configuration

                idgen needs no property; some [types of generators](generators.md#layouts) need one of their own. Write durations as `10s` or `500ms`.

                An application with an unknown name under `idgen`, or an empty value, does not start. The error says what you probably mean. Among
                environment variables and system properties, idgen only refuses names that differ from a property by a letter or two. Other programs
                may use that prefix, as Kubernetes does for a service named `idgen`.
                """);
        List<Property> left = new ArrayList<>(Property.all());
        GROUPS.forEach((heading, names) -> {
            page.append("""

                    ## %s

                    | property | default | meaning |
                    |---|---|---|
                    """.formatted(heading));
            left.stream()
                    .filter(property -> property.name().matches(names))
                    .forEach(property -> page.append(row(property)));
            left.removeIf(property -> property.name().matches(names));
        });
        assertThat(left).isEmpty();
        return page.toString();
    }

    private static String row(Property property) {
        String value = property.defaultValue().isEmpty() ? "" : "`" + property.defaultValue() + "`";
        return "| `%s` | %s | %s |\n".formatted(property.name(), value, property.description());
    }
}
