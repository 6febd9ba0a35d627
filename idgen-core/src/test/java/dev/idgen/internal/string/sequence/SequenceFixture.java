package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.idgen.SequenceUnavailableException;
import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.register.SimulatedRegister;
import dev.idgen.internal.register.UnreliableRegister;
import dev.idgen.internal.register.UnreliableRegister.Operation;
import dev.idgen.internal.register.UnreliableRegister.Request;
import dev.idgen.internal.time.ManualPlanner;
import dev.idgen.internal.time.ManualScheduler;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;

/** Sequences in logical time, and a register that can be made to fail. */
public abstract class SequenceFixture {

    static final BucketLayout LAYOUT = new BucketLayout(4, 18);
    static final NamespaceTerms TERMS = new NamespaceTerms(Map.of("zone", "Z"));
    static final NamespaceTerms OTHER_TERMS = new NamespaceTerms(Map.of("zone", "+01:00"));
    static final Duration TTL = SequenceSettings.defaults().leaseTtl();

    final ManualTime time = new ManualTime();
    final ManualScheduler scheduler = new ManualScheduler(time);
    final SimulatedRegister store = new SimulatedRegister(time::millis);
    final UnreliableRegister register = new UnreliableRegister(store);
    final Set<String> drawn = new HashSet<>();

    // The namespace is not new.
    {
        makeBuckets(store, LAYOUT);
    }

    /** How many workspaces were made for stripes. */
    int workspaces;

    /** How many tasks of callers who did not block were run. */
    int callbacks;

    /** What runs them. */
    Executor pool = Runnable::run;

    /** Makes all buckets, as the first instance of a namespace does. */
    static void makeBuckets(SimulatedRegister store, BucketLayout layout) {
        for (int i = 0; i < layout.buckets(); i++) {
            String group = Integer.toString(i);
            Look look = store.lookAt(group, List.of(BucketValue.LEASE));
            store.put(group, BucketValue.LEASE, born(look, TTL).toString());
        }
    }

    /** A second ago, so that it may be leased from. */
    static BucketValue born(Look look, Duration ttl) {
        Circumstances then = new Circumstances(look.time() - 1000, 0, true, look.run(), look.epoch());
        return new BucketRule().born(then, 0, ttl.toMillis());
    }

    /** Default settings but for the time that callers wait. */
    public static SequenceSettings patient(Duration acquireTimeout) {
        return settings(SequenceSettings.defaults().leaseTtl(), acquireTimeout);
    }

    /** Default settings but for the ttl and the time that callers wait. */
    static SequenceSettings settings(Duration ttl, Duration acquireTimeout) {
        SequenceSettings defaults = SequenceSettings.defaults();
        return new SequenceSettings(
                ttl,
                acquireTimeout,
                defaults.requestTimeout(),
                defaults.breakerWait(),
                defaults.maxLead(),
                defaults.maxSkew());
    }

    /** An instance. */
    BucketSequence<Object> start(
            NamespaceTerms terms,
            SequenceSettings settings,
            Register from,
            BucketLayout layout,
            TimeSource clocks,
            ScheduledExecutorService planner) {
        BucketSequence<Object> sequence = new BucketSequence<>(
                "test",
                terms,
                from,
                this::workspace,
                new SequenceEnvironment(settings, layout, clocks, planner, this::call, 0, () -> 0, new BucketRule()));
        sequence.startPlanning();
        scheduler.runDue();
        return sequence;
    }

    BucketSequence<Object> sequence(SequenceSettings settings, NamespaceTerms terms, TimeSource clocks) {
        return start(terms, settings, register, LAYOUT, clocks, scheduler);
    }

    BucketSequence<Object> sequence(SequenceSettings settings, NamespaceTerms terms) {
        return sequence(settings, terms, time);
    }

    BucketSequence<Object> sequence() {
        return sequence(SequenceSettings.defaults(), TERMS);
    }

    /** Another instance, which can be closed without ending the first one. */
    BucketSequence<Object> another() {
        return start(TERMS, SequenceSettings.defaults(), register, LAYOUT, time, new ManualPlanner(scheduler));
    }

    void loseBuckets() {
        for (int i = 0; i < LAYOUT.buckets(); i++) {
            store.loseGroup(Integer.toString(i));
        }
    }

    void loseNamespace() {
        store.loseGroup("");
    }

    /** Others, whose terms are not these, have taken the namespace over. */
    void putTerms(NamespaceTerms terms) {
        store.put("", NamespaceMembership.TERMS, stored(terms));
    }

    static String stored(NamespaceTerms terms) {
        return terms.with("layout", LAYOUT.toString())
                .with(NamespaceTerms.TTL, Long.toString(TTL.toMillis()))
                .format();
    }

    /** How often the terms were looked at. */
    int readings() {
        return (int) register.requests().stream()
                .filter(request ->
                        request.operation() == Operation.LOOK && request.group().isEmpty())
                .count();
    }

    /** The requests that ask for numbers, as far as they came to that. */
    List<Request> grants() {
        return register.requests().stream()
                .filter(request -> numbers(request) > 0)
                .toList();
    }

    /** How many numbers a request takes. */
    static int numbers(Request request) {
        if (request.operation() != Operation.SWAP || request.group().isEmpty()) {
            return 0;
        }
        BucketValue after = BucketValue.parse(request.next()).orElseThrow();
        int before = BucketValue.parse(String.valueOf(request.looked().value(BucketValue.LEASE)))
                .filter(value -> value.quarter() == after.quarter())
                .map(BucketValue::position)
                .orElse(0);
        return after.position() - before;
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
}
