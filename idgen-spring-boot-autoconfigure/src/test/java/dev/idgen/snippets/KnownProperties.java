package dev.idgen.snippets;

import com.jayway.jsonpath.JsonPath;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The properties that idgen, Spring Boot and the libraries of the tests describe in their metadata. */
final class KnownProperties {

    private static final Pattern GENERATOR = Pattern.compile("^idgen\\.generators\\.[^.]+\\.");
    private static final Pattern INDEX = Pattern.compile("\\[\\d+]$");

    private final Set<String> names = new HashSet<>();
    private final Set<String> maps = new HashSet<>();

    KnownProperties() {
        try {
            Collections.list(getClass().getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))
                    .forEach(this::read);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read(URL metadata) {
        try (InputStream json = metadata.openStream()) {
            List<Map<String, Object>> properties = JsonPath.parse(json).read("$.properties");
            for (Map<String, Object> property : properties) {
                String name = (String) property.get("name");
                names.add(name);
                if (String.valueOf(property.get("type")).startsWith("java.util.Map") && !name.startsWith("idgen.")) {
                    maps.add(name + ".");
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean has(String property) {
        String name =
                GENERATOR.matcher(INDEX.matcher(property).replaceFirst("")).replaceFirst("idgen.generators.*.");
        return names.contains(name) || maps.stream().anyMatch(name::startsWith);
    }
}
