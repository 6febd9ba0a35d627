package dev.idgen.autoconfigure;

import com.jayway.jsonpath.JsonPath;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** A property as the metadata, which the annotation processor writes, describes it. */
public record Property(String name, String type, String defaultValue, String description) {

    static final String METADATA = "META-INF/spring-configuration-metadata.json";

    /** All properties under {@code idgen}, by name. */
    static List<Property> all() throws IOException {
        return ofAllLibraries()
                .filter(property -> property.name().startsWith("idgen."))
                .sorted(Comparator.comparing(Property::name))
                .toList();
    }

    /** The properties that idgen, Spring Boot and the libraries of the tests describe. */
    public static Stream<Property> ofAllLibraries() throws IOException {
        return Collections.list(Property.class.getClassLoader().getResources(METADATA)).stream()
                .flatMap(Property::read);
    }

    private static Stream<Property> read(URL metadata) {
        try (InputStream json = metadata.openStream()) {
            List<Map<String, Object>> properties = JsonPath.parse(json).read("$.properties");
            return properties.stream().map(Property::of);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static Property of(Map<String, Object> json) {
        return new Property(
                text(json, "name"), text(json, "type"), text(json, "defaultValue"), text(json, "description"));
    }

    boolean isBoolean() {
        return type.equals(Boolean.class.getName());
    }

    private static String text(Map<String, Object> json, String key) {
        return Objects.toString(json.get(key), "");
    }

    @Override
    public String toString() {
        return "'" + name + "'";
    }
}
