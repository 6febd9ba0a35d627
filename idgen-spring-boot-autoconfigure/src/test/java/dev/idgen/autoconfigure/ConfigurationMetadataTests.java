package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.generator.CounterStoreType;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Keeps what an editor shows for {@code idgen.*}: every property is described, in Spring Boot's manner. */
class ConfigurationMetadataTests {

    private static final Pattern LEADING_ARTICLE = Pattern.compile("^(A|An|The)\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern REPEATED_DEFAULT =
            Pattern.compile("\\b(by default|defaults? (to|is))\\b", Pattern.CASE_INSENSITIVE);

    @Test
    void metadataNamesProperties() throws IOException {
        assertThat(Property.all())
                .as("properties under 'idgen.' in %s, written by the annotation processor", Property.METADATA)
                .isNotEmpty();
    }

    /** The property has no enum's type, by which an editor would know them. */
    @Test
    void metadataNamesStoresThatCount() throws IOException {
        try (InputStream metadata = Objects.requireNonNull(Property.class
                .getClassLoader()
                .getResourceAsStream("META-INF/additional-spring-configuration-metadata.json"))) {
            List<String> hinted =
                    JsonPath.parse(metadata).read("$.hints[?(@.name=='idgen.generators.*.store')].values[*].value");
            assertThat(hinted).isEqualTo(PropertyNames.all(CounterStoreType.class));
        }
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("dev.idgen.autoconfigure.Property#all")
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
}
