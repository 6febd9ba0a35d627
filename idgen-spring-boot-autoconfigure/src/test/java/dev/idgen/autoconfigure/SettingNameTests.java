package dev.idgen.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.codec.NearestName;
import dev.idgen.internal.generator.ConfiguredGenerators;
import dev.idgen.internal.mistake.SettingName;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

class SettingNameTests {

    /** A property that something else reads would keep applications from starting. */
    @Test
    void knownNamesAreThoseThatAreDescribed() throws IOException {
        assertThat(SettingName.all(IdgenProperties.class))
                .extracting(SettingName::toString)
                .containsExactlyInAnyOrderElementsOf(Property.all().stream()
                        .map(Property::name)
                        .filter(name -> !name.equals(ConfiguredGenerators.PREFIX))
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({
        "idgen.sequence.lease-ttl, true",
        "idgen.sequence.leaseTtl, true",
        "idgen.generators.order.node.id, true",
        "idgen.generators[order.items].type, true",
        "idgen.generators.p.fields, true",
        "idgen.generators.p.fields[3], true",
        "idgen.generators.p.fields[3].name, false",
        "idgen.namespace[0], false",
        "idgen.sequence, false",
        "idgen.generators.order, false",
        "idgen.node.id.value, false",
    })
    void namesAreComparedAsSpringBootDoes(String name, boolean known) {
        ConfigurationPropertyName given = ConfigurationPropertyName.adapt(name, '.');
        assertThat(SettingName.all(IdgenProperties.class).stream().filter(it -> it.isSetBy(given)))
                .hasSize(known ? 1 : 0);
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
