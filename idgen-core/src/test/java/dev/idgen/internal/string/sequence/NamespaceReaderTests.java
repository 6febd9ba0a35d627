package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.NamespaceDisagreementException;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.register.LeaseClient;
import dev.idgen.internal.register.PlainClient;
import dev.idgen.internal.register.UnreliableRegister.Fate;
import dev.idgen.internal.setting.Region;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How an instance joins its namespace, and what the buckets tell it if there are no terms. */
class NamespaceReaderTests extends SequenceFixture {

    private static final Duration PAUSE = SequenceSettings.defaults().breakerWait();

    private final NamespaceMembership membership = new NamespaceMembership(
            "test", TERMS.with("layout", LAYOUT.toString()).with(NamespaceTerms.TTL, Long.toString(TTL.toMillis())));
    private final List<String> outcomes = new ArrayList<>();
    private final LeaseClient client = PlainClient.of(
            register, scheduler, time, SequenceSettings.defaults().requestTimeout());
    private final NamespaceReader reader = new NamespaceReader(
            client,
            SequenceSettings.defaults(),
            membership,
            new Ring(Region.ALL, LAYOUT.buckets(), 0, PAUSE, time),
            () -> outcomes.add("joined"),
            () -> outcomes.add("refused"));

    private void join() {
        reader.join();
        scheduler.runDue();
    }

    private void makeBucketWithTtl(String group, Duration ttl) {
        BucketValue made = born(store.lookAt(group, List.of()), ttl);
        store.put(group, BucketValue.LEASE, made.toString());
    }

    private void assertTermsAreStored() {
        assertThat(store.values("")).containsEntry(NamespaceMembership.TERMS, stored(TERMS));
    }

    @Test
    void joinWhenTermsAgreeLooksAtNoBucketAndRefreshReadsThemAgainAfterATtl() {
        putTerms(TERMS);
        join();
        join();
        assertThat(outcomes).containsExactly("joined", "joined");
        assertThat(register.looks()).isEqualTo(2);
        scheduler.run(TTL.minusNanos(1));
        reader.refresh();
        scheduler.run(Duration.ofNanos(1));
        assertThat(readings()).isEqualTo(2);
        reader.refresh();
        scheduler.runDue();
        assertThat(readings()).isEqualTo(3);
    }

    @Test
    void joinWhenTermsAreMissingWritesThemAfterALookAtAllBuckets() {
        join();
        assertThat(outcomes).containsExactly("joined");
        assertTermsAreStored();
        assertThat(register.looks()).isEqualTo(2 + LAYOUT.buckets());
    }

    @ParameterizedTest(name = "group \"{0}\" fails")
    @ValueSource(strings = {"", "7"})
    void joinWhenTermsOrABucketCannotBeReadTriesAgainAfterEachPause(String failing) {
        register.decide((operation, group) -> group.equals(failing) ? Fate.FAILED : Fate.ANSWERED);
        join();
        scheduler.run(PAUSE.multipliedBy(2));
        assertThat(client.latestFailure()).hasMessage("connection refused");
        assertThat(readings()).isEqualTo(3);
        assertThat(outcomes).isEmpty();
        assertThat(store.values("")).isEmpty();
        register.decide(Fate.ANSWERED);
        scheduler.run(PAUSE);
        assertThat(outcomes).containsExactly("joined");
    }

    @Test
    void instanceThatIsRefusedReadsTheTermsAgainAfterAPause() {
        putTerms(TERMS);
        join();
        putTerms(OTHER_TERMS);
        join();
        putTerms(TERMS);
        join();
        scheduler.run(PAUSE.minusNanos(1));
        join();
        assertThat(readings()).isEqualTo(2);
        scheduler.run(Duration.ofNanos(1));
        assertThat(outcomes).containsExactly("joined", "refused", "joined");
    }

    @Test
    void instanceThatJoinedAndCannotReadTheTermsAgainWaitsForTheNextRefresh() {
        join();
        int before = readings();
        register.decide(Fate.FAILED);
        join();
        join(); // as draws do, and too early
        scheduler.run(PAUSE.multipliedBy(10));
        assertThat(readings()).isEqualTo(before + 1);
        join();
        assertThat(readings()).isEqualTo(before + 2);
    }

    /** Others may have other terms, and other buckets. */
    @Test
    void instanceThatWasRefusedLooksAtTheBucketsBeforeItWritesMissingTerms() {
        join();
        putTerms(OTHER_TERMS);
        join();
        makeBucketWithTtl("7", TTL.multipliedBy(2));
        loseNamespace();
        scheduler.run(PAUSE);
        assertThat(membership.refusal()).hasMessageContaining("lease-ttl");
        assertThat(store.values("")).isEmpty();
    }

    @Test
    void instanceThatJoinedLongAgoRestoresItsTerms() {
        join();
        for (int i = 0; i < 3; i++) {
            scheduler.run(TTL);
            join();
        }
        putTerms(OTHER_TERMS);
        join();
        assertTermsAreStored();
        loseNamespace();
        join();
        assertTermsAreStored();
        assertThat(outcomes).containsOnly("joined");
    }

    @Test
    void oneAttemptIsUnderWayAtATime() {
        register.decide(Fate.HELD);
        join();
        join();
        assertThat(readings()).isEqualTo(1);
        register.decide(Fate.ANSWERED);
        register.deliver();
        scheduler.runDue();
        assertThat(outcomes).containsExactly("joined");
    }

    // Refusals by the store and the buckets

    @Test
    void storeThatIsUnsuitableRefusesUntilItIsSuitable() {
        register.failWith(new StoreUnsuitableException("grant +info"));
        register.decide(Fate.FAILED);
        join();
        assertThat(membership.refusal()).hasMessage("grant +info").isInstanceOf(StoreUnsuitableException.class);
        register.decide(Fate.ANSWERED);
        scheduler.run(PAUSE);
        assertThat(outcomes).containsExactly("refused", "joined");
        assertThat(membership.refusal()).isNull();
    }

    /** A bucket that fails and one that cannot be read change nothing about it. */
    @Test
    void bucketOfAnotherTtlRefusesUntilTheNextLookAfterATtl() {
        makeBucketWithTtl("7", TTL.multipliedBy(2));
        store.put("8", BucketValue.LEASE, "something else");
        register.decide((operation, group) -> group.equals("9") ? Fate.FAILED : Fate.ANSWERED);
        join();
        assertThat(membership.refusal()).isInstanceOfSatisfying(NamespaceDisagreementException.class, e -> {
            assertThat(List.of(e.setting(), e.expected(), e.actual())).containsExactly("lease-ttl", "20000", "10000");
        });
        register.decide(Fate.ANSWERED);
        scheduler.run(TTL.minusMillis(1));
        assertThat(register.looks()).isEqualTo(1 + LAYOUT.buckets());
        assertThat(store.values("")).isEmpty();
        makeBucketWithTtl("7", TTL);
        scheduler.run(Duration.ofMillis(1));
        assertThat(outcomes).containsExactly("refused", "joined");
    }

    @Test
    void leaseOfAnEarlierFormatRefusesUntilItEnds() {
        long ends = time.millis() + 4000;
        store.setEarlierFormatEnds(ends);
        join();
        assertThat(membership.refusal())
                .isInstanceOf(StoreUnsuitableException.class)
                .hasMessageContainingAll(
                        "earlier version of idgen",
                        "namespace 'test'",
                        Instant.ofEpochMilli(ends).toString());
        scheduler.run(TTL);
        assertThat(outcomes).containsExactly("refused", "joined");
    }
}
