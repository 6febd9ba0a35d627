package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.GeneratedTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Keeps {@code docs/configuration.md} as the metadata has it; {@code -Didgen.docs.write=true} writes it anew. */
class ConfigurationReferenceTests {

    private static final Path PAGE = Path.of("..", "docs", "configuration.md");

    @Test
    void pageSaysWhatTheMetadataSays() throws IOException {
        if (GeneratedTable.isWriting()) {
            Files.writeString(PAGE, page());
        }
        assertThat(PAGE).hasContent(page());
    }

    private static String page() throws IOException {
        StringBuilder page = new StringBuilder("""
                # Configuration

                All properties are optional. Durations are written as `10s`, `500ms`.

                A name under `idgen` that is not here keeps an application from starting, and so does an empty value. Of environment variables and
                system properties only names that differ from one of these by a letter or two do, because others are set under the same prefix: by
                Kubernetes, for example, where a service is named `idgen`.

                | property | default | meaning |
                |---|---|---|
                """);
        for (Property property : Property.all()) {
            String value = property.defaultValue().isEmpty() ? "" : "`" + property.defaultValue() + "`";
            page.append("| `%s` | %s | %s |%n".formatted(property.name(), value, property.description()));
        }
        return page.toString();
    }
}
