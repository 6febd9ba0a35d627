package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.string.sequence.LeaseReply.Happened;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Names and terms of namespaces, and what happened to their buckets, as they are stored. */
class NamespaceTests {

    private static final NamespaceTerms TERMS = new NamespaceTerms(Map.of("zone", "Z", "scramble", "off"));

    @Test
    void wellFormedNameIsReturned() {
        assertThat(Namespace.checkName("shop-1")).isEqualTo("shop-1");
    }

    @ParameterizedTest
    @CsvSource({
        "zone=Z;scramble=on, scramble, on, off",
        "zone=+01:00;scramble=off, zone, +01:00, Z",
        "scramble=off, zone, (unset), Z",
        "scramble=off;zone=Z;more=1, more, 1, (unset)",
        "scramble=off;zone, zone, '', Z",
        "scramble=off;zone=, zone, '', Z",
        "=x;scramble=off;zone=Z, '', x, (unset)",
    })
    void disagreementNamesTheFirstSettingThatDiffers(String stored, String setting, String expected, String actual) {
        assertThat(TERMS.disagreement("test", stored)).hasValueSatisfying(e -> {
            assertThat(e.setting()).isEqualTo(setting);
            assertThat(e.expected()).isEqualTo(expected);
            assertThat(e.actual()).isEqualTo(actual);
        });
    }

    @Test
    void termsInAnotherOrderAgree() {
        assertThat(TERMS.disagreement("test", "zone=Z;scramble=off")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Happened.class)
    void whatHappenedIsReadAsItIsStored(Happened happened) {
        String stored = happened == Happened.NOTHING ? "" : happened.name().toLowerCase(Locale.ROOT);
        assertThat(Happened.parse(stored)).isEqualTo(happened);
    }
}
