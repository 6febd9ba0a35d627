package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import dev.idgen.internal.codec.NearestName;
import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.diagnostics.KnownSettings;
import dev.idgen.internal.generator.CounterStoreType;
import dev.idgen.internal.generator.GeneratorProperties;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** Keeps what an editor shows for {@code idgen.*}: every property is described, in Spring Boot's manner. */
class ConfigurationMetadataTests {

    private static final KnownSettings KNOWN = new KnownSettings(IdgenProperties.class);
    private static final Pattern LEADING_ARTICLE = Pattern.compile("^(A|An|The)\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern REPEATED_DEFAULT =
            Pattern.compile("\\b(by default|defaults? (to|is))\\b", Pattern.CASE_INSENSITIVE);

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
        assertThat(property.description())
                .as("description of %s: without an article first, nor the default, which the metadata has", property)
                .endsWith(".")
                .doesNotContainPattern(LEADING_ARTICLE)
                .doesNotContainPattern(REPEATED_DEFAULT);
        if (property.isBoolean()) {
            assertThat(property.description())
                    .as("description of boolean %s", property)
                    .startsWith("Whether ");
        }
    }

    /** A property that something else reads would keep applications from starting. */
    @Test
    void knownNamesAreThoseThatAreDescribed() throws IOException {
        assertThat(KNOWN.names(KnownSettings.ROOT, name -> true))
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(Property.all().stream()
                        .map(property -> property.name().replace("*", "<name>"))
                        .filter(name -> !name.equals(GeneratorProperties.PREFIX))
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({
        "idgen.generators.order.node.id, true",
        "idgen.generators[order.items].type, true",
        "idgen.generators.p.fields[3], true",
        "idgen.generators.p.fields[3].name, false",
        "idgen.namespace[0], false",
        "idgen.node.id.value, false",
    })
    void namesAreComparedAsSpringBootDoes(String name, boolean isKnown) {
        ConfigurationPropertyName given = ConfigurationPropertyName.adapt(name, '.');
        assertThat(KNOWN.type(given) != null).isEqualTo(isKnown);
    }

    @ParameterizedTest
    @CsvSource({
        "snowflak, snowflake, 1, true",
        "epcoh, epoch, 1, true",
        "JSSafe, js-safe, 0, true",
        "mongo, mongodb, 2, true",
        "name, namespace, 5, true",
        "k8s, fixed, 5, false",
        "nanoid, random, 4, false",
        "id, mode, 3, false",
    })
    void nearNamesDifferByFewLetters(String written, String known, int distance, boolean near) {
        assertThat(NearestName.distance(written, known)).isEqualTo(distance);
        assertThat(NearestName.isNear(written, known)).isEqualTo(near);
    }
}
