package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Step;
import dev.idgen.internal.request.Region;
import dev.idgen.internal.string.sequence.NamespaceMembership.Reading;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What an instance makes of the terms that are stored. */
class NamespaceMembershipTests {

    private static final NamespaceTerms TERMS = new NamespaceTerms(Map.of("zone", "Z"));
    private static final String OTHER = "zone=+01:00";

    private final NamespaceMembership membership = new NamespaceMembership("test", TERMS);

    private static Step<Reading> read(
            NamespaceMembership membership, @Nullable String stored, boolean mayMake, boolean mayRestore) {
        Map<String, String> values = stored == null ? Map.of() : Map.of(NamespaceMembership.TERMS, stored);
        Step<Reading> step =
                membership.read(new Look(7, "run", 0, List.of(NamespaceMembership.TERMS), values), mayMake, mayRestore);
        if (step.answer() instanceof Reading.Agreed agreed) {
            membership.agreed(agreed.terms());
        }
        return step;
    }

    private Step<Reading> read(@Nullable String stored) {
        return read(membership, stored, true, false);
    }

    private static Step<Reading> written(String terms) {
        return Step.write(
                List.of(NamespaceMembership.TERMS), NamespaceMembership.TERMS, terms, new Reading.Agreed(terms));
    }

    @Test
    void sameTermsAreAgreedOn() {
        assertThat(read("zone=Z")).isEqualTo(Step.answer(new Reading.Agreed("zone=Z")));
        assertThat(membership.isJoined()).isTrue();
        assertThat(membership.recordedTerms()).isEqualTo("zone=Z");
    }

    @Test
    void missingTermsAreWrittenByAnInstanceThatMay() {
        assertThat(read(membership, null, false, true)).isEqualTo(Step.answer(new Reading.Missing()));
        assertThat(read(null)).isEqualTo(written("zone=Z"));
    }

    @Test
    void otherTermsAreReplacedOnlyByAnInstanceThatMay() {
        assertThat(read(OTHER).answer())
                .isInstanceOfSatisfying(
                        Reading.Disagreed.class,
                        it -> assertThat(it.why())
                                .hasMessage(
                                        "namespace 'test' was created with zone +01:00, but this instance has UTC"));
        assertThat(membership.isJoined()).isFalse();
        assertThat(read(membership, OTHER, true, true)).isEqualTo(written("zone=Z"));
    }

    @Test
    void instanceGoesOnWhenOthersNarrowTheRegionAndKeepsItNarrowWhenTheTermsAreLost() {
        read("zone=Z");
        assertThat(read("region=3/4 zone=Z")).isEqualTo(Step.answer(new Reading.Agreed("region=3/4 zone=Z")));
        assertThat(read(null)).isEqualTo(written("region=3/4 zone=Z"));
        assertThat(read("zone=Z").write())
                .as("the wider ones are replaced, too")
                .isNotNull();
        assertThat(read("region=1/2 zone=Z").write()).isNotNull();
    }

    @Test
    void instanceThatStartsWithMoreThanTheRegionIsRefused() {
        assertThat(read("region=1/2 zone=Z").answer()).isInstanceOf(Reading.Disagreed.class);
        assertThat(membership.isJoined()).isFalse();
        assertThat(read(null)).isEqualTo(written("zone=Z"));
    }

    @Test
    void instanceThatWidensTheRegionDoesSoAgainWhenOthersNarrowIt() {
        NamespaceMembership widening = new NamespaceMembership("test", TERMS.in(Region.ALL, new Region(2, 2)));
        for (int i = 0; i < 2; i++) {
            assertThat(read(widening, "region=2/2 zone=Z", false, false)).isEqualTo(written("zone=Z"));
        }
    }

    @Test
    void refusalEndsWhenTheTermsAgree() {
        membership.refuse(membership.otherTtl(60_000));
        assertThat(membership.isRefused()).isTrue();
        assertThat(membership.refusal()).hasMessageContaining("lease-ttl");
        read("zone=Z");
        assertThat(membership.isRefused()).isFalse();
        assertThat(membership.refusal()).isNull();
    }
}
