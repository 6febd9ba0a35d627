package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.request.Region;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.store.redis.SimulatedRedis;
import dev.idgen.internal.string.sequence.UnreliableStore.Fate;
import dev.idgen.internal.time.ManualScheduler;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.StampClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NamespaceReaderTests implements NamespaceReader.Listener {

    private static final NamespaceTerms TERMS = new NamespaceTerms(Map.of("zone", "Z"));
    private static final NamespaceTerms OTHER_TERMS = new NamespaceTerms(Map.of("zone", "+01:00"));
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final long TTL = Duration.ofSeconds(10).toNanos();

    private final ManualTime time = new ManualTime();
    private final ManualScheduler scheduler = new ManualScheduler(time);
    private final SimulatedRedis redis = new SimulatedRedis(time::millis);
    private final LeaseStore scripts = redis.leaseStore("test", new BucketLayout(1, 18), () -> 0);
    private final UnreliableStore store = new UnreliableStore(scripts);
    private final NamespaceMembership membership = new NamespaceMembership("test", TERMS, 10_000);
    private final List<String> outcomes = new ArrayList<>();
    private final NamespaceReader joining = new NamespaceReader(
            store,
            new SequenceState(
                    new StampClock(time, Duration.ofSeconds(1)),
                    membership,
                    new Ring(Region.ALL, 2, 0, PAUSE, time),
                    new Stock(new Waiters(time)),
                    new SequenceLog("test")),
            new Requests(scheduler, Duration.ofMillis(250), time, bug -> outcomes.add(bug.toString())),
            PAUSE,
            time,
            this);

    @Override
    public void answered(long clock, long requestedAt) {
        outcomes.add("answered at " + (clock == time.millis()) + " " + (requestedAt == time.nanoTime()));
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
        joining.joinUnlessPausing();
        scheduler.runDue();
    }

    private void createWith(NamespaceTerms terms) {
        redis.lose(":namespace");
        scripts.join(new Namespace.NamespaceClaim(10_000, 10_000, false, terms.format(), List.of()));
    }

    private static String answered() {
        return "answered at true true";
    }

    @Test
    void recordThatAgreesIsJoinedAndTellsTheTimeEachTime() {
        join();
        join();
        assertThat(outcomes).containsExactly(answered(), "joined", answered(), "joined");
        assertThat(membership.isJoined()).isTrue();
    }

    @Test
    void recordThatDisagreesTellsTheTimeToo() {
        createWith(OTHER_TERMS);
        join();
        assertThat(outcomes).containsExactly(answered(), "refused");
    }

    @Test
    void refusalIsNotFollowedByAnotherAttemptBeforeAPause() {
        createWith(OTHER_TERMS);
        join();
        createWith(TERMS);
        join();
        scheduler.run(PAUSE.minusNanos(1));
        join();
        assertThat(store.joins).isEqualTo(1);
        scheduler.run(Duration.ofNanos(1));
        assertThat(outcomes).containsExactly(answered(), "refused", answered(), "joined");
    }

    @Test
    void failureIsFollowedByAnotherAttemptAfterEachPause() {
        store.decide(Fate.FAILED);
        join();
        scheduler.run(PAUSE.multipliedBy(2));
        assertThat(outcomes).containsOnly("failed: connection refused").hasSize(3);
        store.decide(Fate.ANSWERED);
        scheduler.run(PAUSE);
        assertThat(outcomes).endsWith(answered(), "joined");
    }

    @Test
    void joinedInstanceThatCannotReadTheRecordAgainIsNotRestless() {
        join();
        store.decide(Fate.FAILED);
        join();
        scheduler.run(PAUSE.multipliedBy(10));
        assertThat(store.joins).isEqualTo(2);
        join();
        assertThat(store.joins).isEqualTo(3);
    }

    @Test
    void joinedInstanceThatIsRefusedLaterAndAgreesAgainIsToldEach() {
        join();
        createWith(OTHER_TERMS);
        join();
        createWith(TERMS);
        scheduler.run(PAUSE);
        assertThat(outcomes).containsExactly(answered(), "joined", answered(), "refused", answered(), "joined");
    }

    @Test
    void oneAttemptIsUnderWayAtATime() {
        store.decide(Fate.HELD);
        join();
        join();
        assertThat(store.joins).isEqualTo(1);
        store.deliver();
        scheduler.runDue();
        join();
        assertThat(store.joins).isEqualTo(2);
    }

    @Test
    void recordIsReadAgainWhenItIsAsOldAsItMayBe() {
        join();
        scheduler.run(Duration.ofNanos(TTL - 1));
        assertThat(joining.isFresh(time.nanoTime(), TTL)).isTrue();
        joining.refresh(time.nanoTime(), TTL);
        scheduler.run(Duration.ofNanos(1));
        assertThat(joining.isFresh(time.nanoTime(), TTL)).isFalse();
        assertThat(store.joins).isEqualTo(1);
        joining.refresh(time.nanoTime(), TTL);
        scheduler.runDue();
        assertThat(store.joins).isEqualTo(2);
        assertThat(joining.isFresh(time.nanoTime(), TTL)).isTrue();
    }
}
