package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.IdgenException;
import dev.idgen.NamespaceDisagreementException;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Step;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.string.sequence.NamespaceMembership.Reading;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an instance makes of the terms that are stored. */
class NamespaceMembershipTests {

    private static final NamespaceTerms TERMS = new NamespaceTerms(Map.of("zone", "Z"));

    /** Reads terms, and returns in short what that means, and what is written. */
    private static String read(
            NamespaceMembership membership, @Nullable String stored, boolean mayMake, boolean mayRestore) {
        Map<String, String> values = stored == null ? Map.of() : Map.of(NamespaceMembership.TERMS, stored);
        Step<Reading> step =
                membership.read(new Look(7, "run", 0, List.of(NamespaceMembership.TERMS), values), mayMake, mayRestore);
        if (step.answer() instanceof Reading.Agreed agreed) {
            membership.agreed(agreed.terms());
            assertThat(membership.isJoined()).isTrue();
            assertThat(membership.recordedTerms()).isEqualTo(agreed.terms());
            List<String> names = List.of(NamespaceMembership.TERMS);
            boolean writes = step.equals(Step.write(names, NamespaceMembership.TERMS, agreed.terms(), agreed));
            return (writes ? "writes " : "agrees to ") + agreed.terms();
        }
        assertThat(step.write()).isNull();
        return step.answer() instanceof Reading.Disagreed disagreed
                ? String.valueOf(disagreed.why().getMessage())
                : step.answer().getClass().getSimpleName();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
                    the same                   |                     | zone=Z              | false | false | agrees to zone=Z
                    missing, may not make them |                     |                     | false | true  | Missing
                    missing                    |                     |                     | true  | false | writes zone=Z
                    others                     |                     | zone=+01:00         | true  | false | namespace 'test' was created with zone +01:00, but this instance has UTC
                    others, may restore        |                     | zone=+01:00         | true  | true  | writes zone=Z
                    narrowed since it started  | zone=Z              | region=3/4 zone=Z   | true  | false | agrees to region=3/4 zone=Z
                    narrowed, then missing     | region=3/4 zone=Z   |                     | true  | false | writes region=3/4 zone=Z
                    narrowed, then wide again  | region=3/4 zone=Z   | zone=Z              | true  | false | writes region=3/4 zone=Z
                    narrowed, then wider       | region=3/4 zone=Z   | region=1/2 zone=Z   | true  | false | writes region=3/4 zone=Z
                    """)
    void readOfStoredTerms(
            String name,
            @Nullable String before,
            @Nullable String stored,
            boolean mayMake,
            boolean mayRestore,
            String outcome) {
        NamespaceMembership membership = new NamespaceMembership("test", TERMS);
        if (before != null) {
            membership.agreed(before);
        }
        assertThat(read(membership, stored, mayMake, mayRestore)).isEqualTo(outcome);
    }

    @Test
    void instanceThatStartsWithMoreThanTheRegionIsRefusedAndForgetsThatRegion() {
        NamespaceMembership membership = new NamespaceMembership("test", TERMS);
        assertThat(read(membership, "region=1/2 zone=Z", true, false)).contains("region 1/2 in this store");
        assertThat(membership.isJoined()).isFalse();
        assertThat(read(membership, null, true, false)).isEqualTo("writes zone=Z");
    }

    @Test
    void instanceThatWidensTheRegionDoesSoAgainWhenOthersNarrowIt() {
        NamespaceMembership widening = new NamespaceMembership("test", TERMS.in(Region.ALL, new Region(2, 2)));
        for (int i = 0; i < 2; i++) {
            assertThat(read(widening, "region=2/2 zone=Z", false, false)).isEqualTo("writes zone=Z");
        }
    }

    @Test
    void refusalIsANewExceptionForEachCallerAndEndsWhenTheTermsAgree() {
        NamespaceMembership membership = new NamespaceMembership("test", TERMS);
        membership.refuse(membership.otherTtl(60_000));
        assertThat(membership.isRefused()).isTrue();
        IdgenException first = Objects.requireNonNull(membership.refusal());
        assertThat(first).hasMessageContaining("lease-ttl").hasCauseInstanceOf(NamespaceDisagreementException.class);
        assertThat(membership.refusal()).isNotSameAs(first).hasMessage(first.getMessage());
        read(membership, "zone=Z", true, false);
        assertThat(membership.isRefused()).isFalse();
        assertThat(membership.refusal()).isNull();
    }
}
