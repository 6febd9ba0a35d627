package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.SequenceUnavailableException;
import dev.idgen.internal.store.redis.SimulatedRedis;
import dev.idgen.internal.time.ManualScheduler;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/** A sequence in logical time, and a store that can be made to fail, for the tests of what callers see. */
abstract class SequenceFixture {

    static final BucketLayout LAYOUT = new BucketLayout(4, 18);
    static final NamespaceTerms TERMS = new NamespaceTerms(Map.of("zone", "Z"));
    static final NamespaceTerms OTHER_TERMS = new NamespaceTerms(Map.of("zone", "+01:00"));
    static final Duration TTL = Duration.ofSeconds(10);

    final ManualTime time = new ManualTime();
    final ManualScheduler scheduler = new ManualScheduler(time);
    /** How far the store's clock is ahead, in milliseconds. */
    final long[] ahead = {0};

    final SimulatedRedis redis = new SimulatedRedis(() -> time.millis() + ahead[0]);
    final LeaseStore scripts = redis.leaseStore("test", LAYOUT, () -> 0);
    final UnreliableStore store = new UnreliableStore(scripts);
    final Set<String> drawn = new HashSet<>();

    // The namespace is not new.
    {
        LeaseStore.BucketAsker creator = new LeaseStore.BucketAsker(
                TTL.toMillis(), TTL.toMillis(), TTL.toMillis(), 0, time.millis(), time.millis());
        for (int i = 0; i < LAYOUT.buckets(); i++) {
            scripts.lease(i, 0, creator, LeaseStore.Seen.NOTHING);
        }
    }

    /** How many workspaces were made for stripes. */
    int workspaces;

    /** How many tasks of callers who did not block were run. */
    int callbacks;

    /** What runs them. */
    Executor pool = Runnable::run;

    BucketSequence<Object> sequence(SequenceSettings settings, NamespaceTerms terms, TimeSource clocks) {
        BucketSequence<Object> sequence = new BucketSequence<>(
                "test",
                terms,
                settings,
                store,
                this::workspace,
                new SequenceEnvironment(clocks, scheduler, this::call, 0));
        sequence.startPlanning();
        scheduler.runDue();
        return sequence;
    }

    BucketSequence<Object> sequence(SequenceSettings settings, NamespaceTerms terms) {
        return sequence(settings, terms, time);
    }

    BucketSequence<Object> sequence() {
        return sequence(SequenceSettings.defaults(), TERMS);
    }

    void loseBuckets() {
        for (int i = 0; i < LAYOUT.buckets(); i++) {
            redis.lose(":" + i + "}");
        }
    }

    void loseNamespace() {
        redis.lose(":namespace");
    }

    private Object workspace() {
        workspaces++;
        return new Object();
    }

    private void call(Runnable callback) {
        callbacks++;
        pool.execute(callback);
    }

    /** Draws at once, or returns false. */
    boolean draw(BucketSequence<Object> sequence) {
        CompletableFuture<String> result = sequence.acquireAsync(stripe -> stripe.tick() + "-" + stripe.number());
        if (!result.isDone() || result.isCompletedExceptionally()) {
            return false;
        }
        assertThat(drawn.add(result.join())).as("drawn once: %s", result.join()).isTrue();
        return true;
    }

    /** Draws at a steady rate and returns how many draws did not succeed at once. */
    int drawFor(BucketSequence<Object> sequence, Duration duration, int perSecond) {
        Duration step = Duration.ofSeconds(1).dividedBy(perSecond);
        long steps = duration.dividedBy(step);
        int missed = 0;
        for (long i = 0; i < steps; i++) {
            missed += draw(sequence) ? 0 : 1;
            scheduler.run(step);
        }
        return missed;
    }

    SequenceUnavailableException unavailable(BucketSequence<Object> sequence) {
        CompletableFuture<Object> result = sequence.acquireAsync(Stripe::number);
        assertThat(result).as("waits").isNotDone();
        scheduler.run(SequenceSettings.defaults().acquireTimeout());
        assertThat(result).isCompletedExceptionally();
        try {
            result.join();
        } catch (CompletionException e) {
            return (SequenceUnavailableException) e.getCause();
        }
        throw new AssertionError("completed");
    }
}
