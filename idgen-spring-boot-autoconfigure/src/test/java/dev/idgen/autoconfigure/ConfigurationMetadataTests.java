package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keeps what an editor shows for {@code idgen.*}: every property is described, in Spring Boot's manner. */
class ConfigurationMetadataTests {

    private static final String METADATA = "META-INF/spring-configuration-metadata.json";
    private static final Pattern LEADING_ARTICLE = Pattern.compile("^(A|An|The)\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern REPEATED_DEFAULT =
            Pattern.compile("\\b(by default|defaults? (to|is))\\b", Pattern.CASE_INSENSITIVE);

    @Test
    void metadataNamesProperties() throws IOException {
        assertThat(properties())
                .as("properties under 'idgen.' in %s, written by the annotation processor", METADATA)
                .isNotEmpty();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("properties")
    void descriptionIsThereAndKeepsTheManner(Property property) {
        assertThat(property.description()).as("description of %s", property).isNotBlank();
        assertThat(property.description())
                .as("description of %s starts without an article", property)
                .doesNotContainPattern(LEADING_ARTICLE);
        assertThat(property.description())
                .as("description of %s ends with a period", property)
                .endsWith(".");
        assertThat(property.description())
                .as("description of %s leaves the default to the metadata", property)
                .doesNotContainPattern(REPEATED_DEFAULT);
        if (property.isBoolean()) {
            assertThat(property.description())
                    .as("description of boolean %s", property)
                    .startsWith("Whether ");
        }
    }

    private static List<Property> properties() throws IOException {
        ClassLoader classLoader = ConfigurationMetadataTests.class.getClassLoader();
        return Collections.list(classLoader.getResources(METADATA)).stream()
                .flatMap(ConfigurationMetadataTests::read)
                .filter(it -> it.name().startsWith("idgen."))
                .toList();
    }

    private static Stream<Property> read(URL metadata) {
        try (InputStream json = metadata.openStream()) {
            List<Map<String, Object>> properties = JsonPath.parse(json).read("$.properties");
            return properties.stream().map(Property::of);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private record Property(String name, String type, String description) {

        static Property of(Map<String, Object> json) {
            return new Property(text(json, "name"), text(json, "type"), text(json, "description"));
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
}
