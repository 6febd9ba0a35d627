package dev.idgen.snippets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;

/** A page of the documentation, and what its snippets are compared with. */
record Page(Path path) {

    /** The blocks of code in a language. */
    List<String> blocks(String language) throws IOException {
        List<String> blocks = Pattern.compile("```" + language + "\\R(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(path))
                .results()
                .map(block -> block.group(1))
                .toList();
        assertThat(blocks).as("blocks of %s in %s", language, path).isNotEmpty();
        return blocks;
    }

    /** The source of a class beside this one. */
    static String source(String name) throws IOException {
        return Files.readString(Path.of("src/test/java/dev/idgen/snippets", name + ".java"));
    }

    static PropertySource<?> properties(String yaml) {
        try {
            return new YamlPropertySourceLoader()
                    .load("snippet", new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)))
                    .get(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
