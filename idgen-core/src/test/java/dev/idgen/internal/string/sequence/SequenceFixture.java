package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.idgen.LeaseStore;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.internal.lease.GroupValue;
import dev.idgen.internal.lease.SimulatedLeaseStore;
import dev.idgen.internal.lease.Terms;
import dev.idgen.internal.lease.UnreliableLeaseStore;
import dev.idgen.internal.lease.UnreliableLeaseStore.Request;
import dev.idgen.internal.lease.UnreliableLeaseStore.Swap;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.time.ManualPlanner;
import dev.idgen.internal.time.ManualScheduler;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Sequences in logical time, and a lease store that can be made to fail. */
public abstract class SequenceFixture {

    static final BucketLayout LAYOUT = new BucketLayout(4, 18);
    static final Terms TERMS = new Terms(Map.of("zone", "Z"));
    static final Terms OTHER_TERMS = new Terms(Map.of("zone", "+01:00"));
    static final Duration TTL = Duration.ofSeconds(10);

    final ManualTime time = new ManualTime();
    final ManualScheduler scheduler = new ManualScheduler(time);
    final SimulatedLeaseStore store = new SimulatedLeaseStore(time::millis);
    final UnreliableLeaseStore leaseStore = new UnreliableLeaseStore(store);
    final Set<String> drawn = new HashSet<>();

    // The latest doubt was long ago.
    {
        putGroups(store, LAYOUT, TERMS);
    }

    /** How many workspaces were made for stripes. */
    int workspaces;

    /** How many tasks of callers who did not block were run. */
    int callbacks;

    /** What runs them. */
    Executor pool = Runnable::run;

    /** Writes the values of all groups, as long after a doubt. */
    void putGroups(SimulatedLeaseStore into, BucketLayout layout, Terms terms) {
        for (int group = 0; group < layout.groups(); group++) {
            putGroup(into, layout, terms, group, time.millis() - TimeUnit.HOURS.toMillis(1));
        }
    }

    static void putGroup(SimulatedLeaseStore into, BucketLayout layout, Terms terms, int group, long doubted) {
        into.putGroup(Integer.toString(group), stored(layout, terms), doubted);
    }

    static Terms stored(BucketLayout layout, Terms terms) {
        return terms.with("layout", layout.toString()).with(Terms.TTL, Long.toString(TTL.toMillis()));
    }

    /** Default settings but for the ttl and the time that callers wait. */
    public static SequenceSettings patient(Duration acquireTimeout) {
        return settings(TTL, acquireTimeout);
    }

    /** Default settings but for the ttl and the time that callers wait. */
    static SequenceSettings settings(Duration ttl, Duration acquireTimeout) {
        SequenceSettings defaults = SequenceSettings.defaults();
        return new SequenceSettings(
                ttl, acquireTimeout, defaults.requestTimeout(), defaults.breakerWait(), defaults.maxSkew(), "");
    }

    /** Default settings but for the ttl. */
    static SequenceSettings settings() {
        return settings(TTL, SequenceSettings.defaults().acquireTimeout());
    }

    /** An instance. */
    BucketSequence<Object> start(
            Terms terms,
            SequenceSettings settings,
            LeaseStore from,
            BucketLayout layout,
            TimeSource clocks,
            ScheduledExecutorService planner) {
        BucketSequence<Object> sequence = new BucketSequence<>(
                "test",
                terms,
                from,
                this::workspace,
                new SequenceEnvironment(
                        settings, layout, clocks, planner, this::call, 0, () -> 0, rule(layout, settings)));
        scheduler.runDue();
        return sequence;
    }

    BucketSequence<Object> sequence(SequenceSettings settings, Terms terms, TimeSource clocks) {
        return start(terms, settings, leaseStore, LAYOUT, clocks, scheduler);
    }

    BucketSequence<Object> sequence(SequenceSettings settings, Terms terms) {
        return sequence(settings, terms, time);
    }

    BucketSequence<Object> sequence() {
        return sequence(settings(), TERMS);
    }

    /** Another instance, which can be closed without ending the first one. */
    BucketSequence<Object> another() {
        return start(TERMS, settings(), leaseStore, LAYOUT, time, new ManualPlanner(scheduler));
    }

    /** Other instances, with other terms, have taken over the namespace. */
    void putTerms(Terms terms) {
        putGroups(store, LAYOUT, terms);
    }

    /** The swaps that take numbers, whether or not they wrote. */
    List<Request> grants() {
        return leaseStore.requests().stream()
                .filter(request -> numbers(request) > 0)
                .toList();
    }

    /** How many numbers a request takes. */
    static int numbers(Request request) {
        Swap swap = request.swap();
        if (swap == null || swap.name().equals(GroupValue.NAME)) {
            return 0;
        }
        BucketValue after = BucketValue.parse(swap.next()).orElseThrow();
        BucketValue before = BucketValue.parse(String.valueOf(swap.looked().value(swap.name())))
                .orElse(BucketValue.NONE);
        boolean sameSlot = after.slot() == before.slot();
        boolean sameStay = after.since().equals(before.since())
                && after.part() == before.part()
                && after.entered().equals(before.entered());
        return after.recovery()
                - (sameSlot ? before.recovery() : 0)
                + after.position()
                - (sameStay ? before.position() : 0);
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

    /** Draws of all, 100 a second; returns how many did not succeed at once. */
    int drawFor(List<BucketSequence<Object>> instances, Duration duration) {
        int missed = 0;
        for (long i = 0; i < duration.toMillis() / 10; i++) {
            for (BucketSequence<Object> instance : instances) {
                missed += draw(instance) ? 0 : 1;
            }
            scheduler.run(Duration.ofMillis(10));
        }
        return missed;
    }

    /** Draws as many as can be drawn at once, and returns how many. */
    static long drawAll(BucketSequence<Object> sequence, long most) {
        long[] left = {most};
        boolean more = true;
        while (more && left[0] > 0) {
            CompletableFuture<Integer> chunk = sequence.acquireAsync(stripe ->
                    1 + stripe.drawMore((int) Math.min(left[0] - 1, Integer.MAX_VALUE)));
            more = chunk.isDone() && !chunk.isCompletedExceptionally();
            left[0] -= more ? chunk.join() : 0;
        }
        return most - left[0];
    }

    /** Draws at a high rate, in batches of a millisecond, and returns how many numbers could not be drawn at once. */
    long drawBatchesFor(BucketSequence<Object> sequence, Duration duration, int perSecond) {
        long missed = 0;
        for (long i = 0; i < duration.toMillis(); i++) {
            int batch = perSecond / 1000;
            missed += batch - drawAll(sequence, batch);
            scheduler.run(Duration.ofMillis(1));
        }
        return missed;
    }

    SequenceUnavailableException unavailable(BucketSequence<Object> sequence) {
        CompletableFuture<Object> result = sequence.acquireAsync(Stripe::number);
        assertThat(result).as("waits").isNotDone();
        scheduler.run(SequenceSettings.defaults().acquireTimeout());
        return (SequenceUnavailableException) catchThrowable(result::join).getCause();
    }

    static BucketRule rule(BucketLayout layout, SequenceSettings settings) {
        return new BucketRule(layout, layout.rule(settings.leaseTtl().toMillis()));
    }

    /** The sequence's values by name, or by name and tag if there is one; a timer's number of events. */
    static Map<String, Double> measures(BucketSequence<?> sequence) {
        Map<String, Double> values = new HashMap<>();
        for (Measure measure : sequence.measures()) {
            String tag = String.join("", measure.tags().values());
            boolean timer = measure.kind() == Measure.Kind.TIMER;
            values.put(
                    tag.isEmpty() ? measure.name() : measure.name() + " " + tag,
                    timer ? measure.count().getAsLong() : measure.value().getAsDouble());
        }
        return values;
    }
}
