package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.setting.Region;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamespaceTermsTests {

    private static final NamespaceTerms TERMS = new NamespaceTerms(Map.of("zone", "Z", "scramble", "off"));

    @ParameterizedTest
    @CsvSource({
        "zone=Z scramble=on, scramble, on, off",
        "zone=+01:00 scramble=off, zone, +01:00, Z",
        "scramble=off, zone, (unset), Z",
        "scramble=off zone=Z more=1, more, 1, (unset)",
        "scramble=off zone, zone, '', Z",
        "scramble=off zone=, zone, '', Z",
        "=x scramble=off zone=Z, '', x, (unset)",
    })
    void disagreementNamesTheFirstSettingThatDiffers(String stored, String setting, String expected, String actual) {
        assertThat(TERMS.disagreement("test", stored, true)).hasValueSatisfying(e -> {
            assertThat(e.setting()).isEqualTo(setting);
            assertThat(e.expected()).isEqualTo(expected);
            assertThat(e.actual()).isEqualTo(actual);
        });
    }

    /** So that those of earlier versions, which know of no region, agree. */
    @Test
    void regionThatIsAllIsNotStored() {
        assertThat(TERMS.format()).isEqualTo("scramble=off zone=Z");
        assertThat(in("2/4").format()).isEqualTo("region=2/4 scramble=off zone=Z");
    }

    @Test
    void regionReplacesTheWiderOnesAndTheConfiguredOneBefore() {
        assertThat(TERMS.replaced()).isEmpty();
        assertThat(in("4/4").replaced()).containsExactly("scramble=off zone=Z", "region=2/2 scramble=off zone=Z");
        assertThat(TERMS.in(Region.ALL, new Region(2, 2)).replaced()).containsExactly("region=2/2 scramble=off zone=Z");
    }

    @ParameterizedTest
    @CsvSource({
        "1/1, scramble=off zone=Z, true, true",
        "1/1, zone=Z scramble=off, true, true",
        "1/2, region=1/2 scramble=off zone=Z, true, true",
        "3/4, region=1/2 scramble=off zone=Z, true, true",
        "1/2, region=3/4 scramble=off zone=Z, false, true",
        "1/1, region=3/4 scramble=off zone=Z, false, true",
        "1/4, region=3/4 scramble=off zone=Z, false, false",
        "2/4, region=3/4 scramble=off zone=Z, false, false",
        "1/1, region=x scramble=off zone=Z, false, false",
    })
    void instanceMayHaveAPartOfTheRegionThatIsStoredOrHaveHadMoreBefore(
            String region, String stored, boolean starting, boolean running) {
        assertThat(in(region).disagreement("test", stored, false).isEmpty()).isEqualTo(starting);
        assertThat(in(region).disagreement("test", stored, true).isEmpty()).isEqualTo(running);
    }

    @Test
    void disagreementAboutRegionsSaysBoth() {
        assertThat(in("1/2").disagreement("test", "region=3/4 scramble=off zone=Z", false))
                .hasValueSatisfying(e -> assertThat(e)
                        .hasMessage(
                                "namespace 'test' has region 3/4 in this store, but this instance has region 1/2, which"
                                        + " is not a part of it: another store may issue the rest. To widen the region, set"
                                        + " 'idgen.region-before' to '3/4' once no other store issues the added part"));
    }

    private static NamespaceTerms in(String region) {
        return TERMS.in(Region.parse(region).orElseThrow(), null);
    }
}
