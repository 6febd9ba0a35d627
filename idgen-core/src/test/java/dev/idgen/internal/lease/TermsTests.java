package dev.idgen.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.codec.HostileTexts;
import dev.idgen.internal.setting.Region;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TermsTests {

    private static final Terms TERMS = new Terms(Map.of("zone", "Z", "scramble", "off"));

    private static Terms in(String region) {
        return TERMS.in(Region.parse(region).orElseThrow());
    }

    private static LeaseText stored(String terms) {
        return LeaseText.parse("run=a " + terms);
    }

    private static String written(Terms terms, String over) {
        return terms.writtenTo(stored(over)).toString();
    }

    @ParameterizedTest
    @CsvSource({
        "zone=Z scramble=on, scramble, on, off",
        "zone=+01:00 scramble=off, zone, +01:00, Z",
        "scramble=off, zone, (unset), Z",
        "scramble=off zone=, zone, '', Z",
        "scramble=off zone=Z region=2/4, region, 2/4, 1/1",
    })
    void disagreementNamesTheFirstSettingThatDiffers(String stored, String setting, String expected, String actual) {
        assertThat(TERMS.disagreement(stored(stored))
                        .map(other -> List.of(other.setting(), other.expected(), other.actual())))
                .contains(List.of(setting, expected, actual));
    }

    @Test
    void fieldsOfLaterVersionsAgree() {
        assertThat(TERMS.disagreement(stored("more=1 zone=Z scramble=off"))).isEmpty();
    }

    @Test
    void regionThatIsAllIsNotWritten() {
        assertThat(written(TERMS, "more=1")).isEqualTo("run=a more=1 scramble=off zone=Z");
        assertThat(written(in("2/4"), "more=1")).isEqualTo("run=a more=1 region=2/4 scramble=off zone=Z");
        assertThat(written(TERMS, "region=2/4")).isEqualTo("run=a scramble=off zone=Z");
    }

    @ParameterizedTest
    @CsvSource({
        "1/1, more=1,     true",
        "1/2, region=1/2, true",
        "3/4, region=1/2, false",
        "1/2, region=3/4, false",
        "1/1, region=x,   false",
    })
    void regionsAgreeIfTheyAreEqual(String region, String stored, boolean agree) {
        LeaseText text = stored("zone=Z scramble=off " + stored);
        assertThat(in(region).disagreement(text).isEmpty()).isEqualTo(agree);
        assertThat(in(region).region()).hasToString(region);
    }

    @ParameterizedTest
    @CsvSource({"run=b", "epoch=7", "doubted=5", "since=5", "replaced=x", "begin=5", "more=1", "region=1/1"})
    void fingerprintStandsForTheTermsAlone(String field) {
        String other = "scramble=on zone=Z";
        assertThat(TERMS.fingerprint(LeaseText.parse(other + " " + field)))
                .matches("[0-9a-z]{1,7}")
                .isEqualTo(TERMS.fingerprint(LeaseText.parse(other)))
                .isNotEqualTo(TERMS.fingerprint());
    }

    @Test
    void eachInstanceCalculatesTheFingerprintOfTheStoredTerms() {
        Terms half = in("1/2");
        LeaseText text = half.writtenTo(LeaseText.empty());
        assertThat(TERMS.disagreement(text).orElseThrow().fingerprint()).isEqualTo(half.fingerprint());
    }

    /** The local time of ids must not come again either. */
    @ParameterizedTest
    @CsvSource({
        "Z,      20000,   Z,         20000",
        "Z,      20000,   +01:00,    20000",
        "+01:00, 20000,   Z,       3620000",
        "Z,      20000,   -00:30,  1820000",
        "Z,      x,       Z,        600000",
        "Z,      1000000, Z,        600000",
        "Mars,   20000,   +18:00,    20000",
        "Mars,   20000,   +17:00,  3620000",
    })
    void pauseIsTheTtlAndHowFarLocalTimeIsBehind(String zone, String ttl, String own, long pause) {
        Terms terms = new Terms(Map.of("zone", own, "scramble", "off", Terms.TTL, "10000"));
        LeaseText text = stored("scramble=on zone=" + zone + " lease-ttl=" + ttl);
        assertThat(terms.disagreement(text).orElseThrow().pause()).isEqualTo(pause);
    }

    @Test
    void hostileTermsAgreeOrNot() {
        HostileTexts.forEachSeed(random -> {
            String text = HostileTexts.next(random, r -> "zone=Z scramble=off region=" + r.nextInt(4) + "/4");
            LeaseText stored;
            try {
                stored = LeaseText.parse(text);
            } catch (IllegalArgumentException e) {
                return;
            }
            TERMS.disagreement(stored).ifPresent(other -> {
                assertThat(other.setting()).isNotBlank();
                assertThat(other.pause()).isNotNegative();
            });
        });
    }
}
