package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.register.UnreliableRegister.Fate;
import dev.idgen.internal.register.UnreliableRegister.Operation;
import dev.idgen.internal.request.Region;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.time.StampClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NamespaceReaderTests extends SequenceFixture implements NamespaceReader.Listener {

    private static final Duration PAUSE = SequenceSettings.defaults().breakerWait();

    private final NamespaceMembership membership = new NamespaceMembership(
            "test", TERMS.with("layout", LAYOUT.toString()).with(NamespaceTerms.TTL, Long.toString(TTL.toMillis())));
    private final List<String> outcomes = new ArrayList<>();
    private final NamespaceReader reader = reader();

    private NamespaceReader reader() {
        Requests requests = new Requests(
                scheduler, SequenceSettings.defaults().requestTimeout(), time, bug -> outcomes.add(bug.toString()));
        Ring ring = new Ring(Region.ALL, LAYOUT.buckets(), 0, PAUSE, time);
        SequenceState state = new SequenceState(
                new StampClock(time, Duration.ofSeconds(1)),
                membership,
                ring,
                new Stock(new Waiters(time)),
                new SequenceLog("test"));
        BucketLeases leases = new BucketLeases(
                register, SequenceSettings.defaults(), SequenceEnvironment.of("test", LAYOUT, time), requests::execute);
        NamespaceCensus census = new NamespaceCensus(membership, register, leases, ring, TTL, requests);
        return new NamespaceReader(census, state, requests, SequenceSettings.defaults(), time, this);
    }

    @Override
    public void joined() {
        outcomes.add("joined");
    }

    @Override
    public void refused() {
        outcomes.add("refused");
    }

    @Override
    public void failed(Throwable failure) {
        outcomes.add("failed: " + failure.getMessage());
    }

    private void join() {
        reader.joinUnlessPausing();
        scheduler.runDue();
    }

    /** Terms are read again with this pause, as long as an instance draws. */
    private void pass(Duration duration) {
        for (long i = 0; i < duration.dividedBy(TTL); i++) {
            scheduler.run(TTL);
            join();
        }
    }

    @Test
    void termsThatAgreeAreJoinedEachTime() {
        putTerms(TERMS);
        join();
        join();
        assertThat(outcomes).containsExactly("joined", "joined");
        assertThat(register.looks()).as("no bucket is looked at").isEqualTo(2);
    }

    @Test
    void termsThatAreMissingAreWrittenWhenAllBucketsWereLookedAt() {
        join();
        assertThat(outcomes).containsExactly("joined");
        assertThat(store.values("")).containsEntry(NamespaceMembership.TERMS, stored(TERMS));
        assertThat(register.looks()).isEqualTo(2 + LAYOUT.buckets());
    }

    @Test
    void termsAreNotWrittenAsLongAsOneBucketDoesNotAnswer() {
        register.decide((operation, group) -> group.equals("7") ? Fate.FAILED : Fate.ANSWERED);
        join();
        scheduler.run(PAUSE);
        assertThat(outcomes).containsOnly("failed: connection refused").hasSize(2);
        assertThat(store.values("")).isEmpty();
        register.decide(Fate.ANSWERED);
        scheduler.run(PAUSE);
        assertThat(outcomes).endsWith("joined");
    }

    @Test
    void refusalIsNotFollowedByAnotherAttemptBeforeAPause() {
        putTerms(OTHER_TERMS);
        join();
        putTerms(TERMS);
        join();
        scheduler.run(PAUSE.minusNanos(1));
        join();
        assertThat(readings()).isEqualTo(1);
        scheduler.run(Duration.ofNanos(1));
        assertThat(outcomes).containsExactly("refused", "joined");
    }

    @Test
    void failureIsFollowedByAnotherAttemptAfterEachPause() {
        register.decide(Fate.FAILED);
        join();
        scheduler.run(PAUSE.multipliedBy(2));
        assertThat(outcomes).containsOnly("failed: connection refused").hasSize(3);
        register.decide(Fate.ANSWERED);
        scheduler.run(PAUSE);
        assertThat(outcomes).endsWith("joined");
    }

    @Test
    void joinedInstanceThatCannotReadTheTermsAgainIsNotRestless() {
        join();
        int before = readings();
        register.decide(Fate.FAILED);
        join();
        scheduler.run(PAUSE.multipliedBy(10));
        assertThat(readings()).isEqualTo(before + 1);
        join();
        assertThat(readings()).isEqualTo(before + 2);
    }

    @Test
    void instanceThatHasJustJoinedAndIsRefusedAndAgreesAgainIsToldEach() {
        join();
        putTerms(OTHER_TERMS);
        join();
        putTerms(TERMS);
        scheduler.run(PAUSE);
        assertThat(outcomes).containsExactly("joined", "refused", "joined");
    }

    /** Others may have other terms, and other buckets. */
    @Test
    void instanceThatWasRefusedLooksAtTheBucketsBeforeItWritesTermsThatAreMissing() {
        join();
        putTerms(OTHER_TERMS);
        join();
        store.put(
                "7",
                BucketLeases.LEASE,
                born(store.lookAt("7", List.of()), TTL.multipliedBy(2)).toString());
        loseNamespace();
        scheduler.run(PAUSE);
        assertThat(membership.refusal()).hasMessageContaining("lease-ttl");
        assertThat(store.values("")).isEmpty();
    }

    @Test
    void instanceThatJoinedLongAgoPutsItsTermsBack() {
        join();
        pass(TTL.multipliedBy(3));
        putTerms(OTHER_TERMS);
        join();
        assertThat(store.values("")).containsEntry(NamespaceMembership.TERMS, stored(TERMS));
        loseNamespace();
        join();
        assertThat(store.values("")).containsEntry(NamespaceMembership.TERMS, stored(TERMS));
        assertThat(outcomes).containsOnly("joined");
    }

    @Test
    void storeThatIsUnsuitableIsARefusalUntilItIsSuitable() {
        register.failWith(new StoreUnsuitableException("grant +info"));
        register.decide(Fate.FAILED);
        join();
        assertThat(membership.refusal()).hasMessage("grant +info").isInstanceOf(StoreUnsuitableException.class);
        register.decide(Fate.ANSWERED);
        scheduler.run(PAUSE);
        assertThat(outcomes).containsExactly("refused", "joined");
        assertThat(membership.refusal()).isNull();
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

    @Test
    void termsThatOthersWriteAtThisMomentAreReadAgainLater() {
        register.decide((operation, group) -> {
            if (operation == Operation.SWAP) {
                putTerms(TERMS.with("written", Integer.toString(store.states())));
                loseNamespace();
                store.setRun("run" + store.states());
            }
            return Fate.ANSWERED;
        });
        join();
        assertThat(outcomes).isEmpty();
        register.decide(Fate.ANSWERED);
        scheduler.run(PAUSE);
        assertThat(outcomes).containsExactly("joined");
    }

    @Test
    void termsAreReadAgainWhenThatWasLongAgo() {
        putTerms(TERMS);
        join();
        scheduler.run(TTL.minusNanos(1));
        reader.refresh(time.nanoTime(), TTL.toNanos());
        scheduler.run(Duration.ofNanos(1));
        assertThat(readings()).isEqualTo(1);
        reader.refresh(time.nanoTime(), TTL.toNanos());
        scheduler.runDue();
        assertThat(readings()).isEqualTo(2);
    }
}
