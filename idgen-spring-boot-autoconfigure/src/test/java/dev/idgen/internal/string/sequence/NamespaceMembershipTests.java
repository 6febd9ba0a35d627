package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.request.Region;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What an instance makes of the namespace's record: above all, which ttl it may use. */
class NamespaceMembershipTests {

    private static final NamespaceTerms TERMS = new NamespaceTerms(Map.of("zone", "Z"));

    private final NamespaceMembership membership = new NamespaceMembership("test", TERMS, 10_000);

    private boolean read(long ttl, long settled, long atMillis) {
        return membership.accept(
                new Namespace(ttl, settled, TERMS.format(), 0),
                Duration.ofMillis(atMillis).toNanos());
    }

    private LeaseStore.BucketAsker asker(boolean fresh) {
        return membership.asker(fresh, 7, 8, 9);
    }

    @Test
    void askerSaysWhatItIsTold() {
        read(10_000, 10_000, 0);
        assertThat(asker(true)).isEqualTo(new LeaseStore.BucketAsker(10_000, 10_000, 10_000, 7, 8, 9));
    }

    @Test
    void longestTtlOutlivesTheNamespacesRecord() {
        read(60_000, 60_000, 0);
        read(10_000, 10_000, 1);
        assertThat(asker(true).maxTtlMillis()).isEqualTo(60_000);
        assertThat(membership.claim().ttlMillis()).isEqualTo(60_000);
    }

    @Test
    void instanceThatHasNotReadTheRecordForLongDoesNotKnowTheLongestTtl() {
        read(10_000, 10_000, 0);
        assertThat(asker(true).maxTtlMillis()).isEqualTo(10_000);
        assertThat(asker(false).maxTtlMillis()).isZero();
    }

    @Test
    void longerTtlThanAnyBeforeIsUsedWhenAllHaveHadTheTimeToReadOfIt() {
        read(10_000, 3000, 0);
        assertThat(asker(true).ttlMillis()).isEqualTo(3000);
        assertThat(asker(true).settledMillis()).isEqualTo(3000);
        assertThat(asker(true).maxTtlMillis()).isEqualTo(10_000);
        read(10_000, 3000, 6000);
        assertThat(membership.claim().settles()).isFalse();
        read(10_000, 3000, 6001);
        assertThat(membership.claim())
                .isEqualTo(new Namespace.NamespaceClaim(10_000, 10_000, true, TERMS.format(), List.of()));
        assertThat(asker(true).ttlMillis()).as("not before the record says so").isEqualTo(3000);
        read(10_000, 10_000, 6002);
        assertThat(asker(true).ttlMillis()).isEqualTo(10_000);
        assertThat(membership.claim().settles()).isFalse();
    }

    @Test
    void instanceGoesOnWhenOthersNarrowTheRegionAndKeepsItNarrowWhenTheRecordIsLost() {
        assertThat(read(10_000, 10_000, 0)).isTrue();
        NamespaceTerms narrower = TERMS.in(new Region(3, 4), null);
        assertThat(accept(membership, narrower)).isTrue();
        assertThat(membership.isJoined()).isTrue();
        assertThat(membership.claim())
                .isEqualTo(new Namespace.NamespaceClaim(
                        10_000, 10_000, false, "region=3/4;zone=Z", List.of("zone=Z", "region=1/2;zone=Z")));
    }

    @Test
    void instanceThatStartsWithMoreThanTheRegionIsRefused() {
        assertThat(accept(membership, TERMS.in(new Region(1, 2), null))).isFalse();
        assertThat(membership.isJoined()).isFalse();
        assertThat(membership.claim().terms()).isEqualTo("zone=Z");
    }

    /** It may have been changed altogether meanwhile. */
    @Test
    void instanceThatWasRefusedOnceStartsAnew() {
        read(10_000, 10_000, 0);
        assertThat(accept(membership, new NamespaceTerms(Map.of("zone", "+01:00"))))
                .isFalse();
        assertThat(accept(membership, TERMS.in(new Region(1, 2), null))).isFalse();
    }

    @Test
    void instanceThatWidensTheRegionDoesSoAgainWhenOthersNarrowIt() {
        NamespaceMembership widening = new NamespaceMembership("test", TERMS.in(Region.ALL, new Region(2, 2)), 10_000);
        assertThat(widening.claim().replaced()).containsExactly("region=2/2;zone=Z");
        assertThat(accept(widening, TERMS)).isTrue();
        assertThat(widening.claim().terms()).isEqualTo("zone=Z");
        assertThat(widening.claim().replaced()).containsExactly("region=2/2;zone=Z");
    }

    private static boolean accept(NamespaceMembership membership, NamespaceTerms stored) {
        return membership.accept(new Namespace(10_000, 10_000, stored.format(), 0), 0);
    }

    @Test
    void recordThatWasLostLetsAWaitBeginAnew() {
        read(10_000, 10_000, 0);
        read(10_000, 3000, 50_000);
        assertThat(asker(true).ttlMillis()).isEqualTo(3000);
        assertThat(membership.claim().settles()).isFalse();
    }
}
