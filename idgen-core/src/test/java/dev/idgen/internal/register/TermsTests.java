package dev.idgen.internal.register;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.codec.HostileTexts;
import dev.idgen.internal.register.Terms.Disagreement;
import dev.idgen.internal.setting.Region;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TermsTests {

    private static final Terms TERMS = new Terms(Map.of("zone", "Z", "scramble", "off"));

    private static Terms in(String region) {
        return TERMS.in(Region.parse(region).orElseThrow(), null);
    }

    private static RegisterText stored(String terms) {
        return RegisterText.parse("run=a " + terms);
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
    })
    void disagreementNamesTheFirstSettingThatDiffers(String stored, String setting, String expected, String actual) {
        assertThat(TERMS.disagreement(stored(stored), true)).contains(new Disagreement(setting, expected, actual));
    }

    @Test
    void fieldsOfLaterVersionsAgree() {
        assertThat(TERMS.disagreement(stored("more=1 zone=Z scramble=off"), false))
                .isEmpty();
    }

    @Test
    void regionThatIsAllIsWrittenOnlyOverAnother() {
        assertThat(written(TERMS, "more=1")).isEqualTo("run=a more=1 scramble=off zone=Z");
        assertThat(written(in("2/4"), "more=1")).isEqualTo("run=a more=1 scramble=off zone=Z region=2/4");
        assertThat(written(TERMS, "region=2/4")).isEqualTo("run=a region=1/1 scramble=off zone=Z");
    }

    /** An instance may have a part of the stored region, or have had more before others narrowed it. */
    @ParameterizedTest
    @CsvSource({
        "1/1, more=1,     true,  true,  1/1, ",
        "1/2, region=1/2, true,  true,  1/2, ",
        "3/4, region=1/2, true,  true,  3/4, 1/2",
        "4/4, more=1,     true,  true,  4/4, 1/1",
        "1/2, region=3/4, false, true,  3/4, ",
        "1/1, region=3/4, false, true,  3/4, ",
        "1/4, region=3/4, false, false, 1/4, ",
        "2/4, region=3/4, false, false, 2/4, ",
        "1/1, region=x,   false, false, 1/1, ",
    })
    void regionIsSharedNarrowedOrReplaced(
            String region, String stored, boolean starting, boolean running, String narrowed, String replaced) {
        RegisterText text = stored("zone=Z scramble=off " + stored);
        assertThat(in(region).disagreement(text, false).isEmpty()).isEqualTo(starting);
        assertThat(in(region).disagreement(text, true).isEmpty()).isEqualTo(running);
        assertThat(in(region).narrowedBy(text).region()).hasToString(narrowed);
        assertThat(in(region).replaced(text).map(Region::toString).orElse(null)).isEqualTo(replaced);
    }

    @Test
    void instanceThatWidensTheRegionReplacesItWheneverOthersNarrowIt() {
        Terms widening = TERMS.in(Region.ALL, new Region(2, 2));
        RegisterText half = stored("zone=Z scramble=off region=2/2");
        assertThat(widening.disagreement(half, false)).isEmpty();
        assertThat(widening.replaced(half)).contains(new Region(2, 2));
        assertThat(widening.narrowedBy(half)).isEqualTo(widening);
    }

    @Test
    void hostileTermsAgreeOrNot() {
        HostileTexts.forEachSeed(random -> {
            String text = HostileTexts.next(random, r -> "zone=Z scramble=off region=" + r.nextInt(4) + "/4");
            RegisterText stored;
            try {
                stored = RegisterText.parse(text);
            } catch (IllegalArgumentException e) {
                return;
            }
            assertThat(TERMS.region().contains(TERMS.narrowedBy(stored).region()))
                    .isTrue();
            TERMS.disagreement(stored, random.nextBoolean())
                    .ifPresent(other -> assertThat(other.setting()).isNotBlank());
        });
    }
}
