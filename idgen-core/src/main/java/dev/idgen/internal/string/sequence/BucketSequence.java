package dev.idgen.internal.string.sequence;

import dev.idgen.LeaseStore;
import dev.idgen.NamespaceDisagreementException;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.lease.Groups;
import dev.idgen.internal.lease.LeaseClient;
import dev.idgen.internal.lease.SignedLeaseStore;
import dev.idgen.internal.lease.Terms;
import dev.idgen.internal.monitor.GeneratorMeasures;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.monitor.Monitored;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.request.StoreLog;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.store.AllowedNames;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;

/**
 * Draws numbers that are unique in a namespace, each with a timestamp.
 *
 * <p><b>How.</b> It leases ranges of numbers from a store, each with a window of timestamps, ahead of need and not on
 * callers' threads. A draw takes the next number of a range and clamps the clock into its window.
 *
 * <p><b>Guarantee.</b> No two draws in a namespace return the same number and timestamp, whatever the instances' clocks
 * do. This requires that the lease store keeps its contract. It also requires that no copy of this process's memory
 * runs (a cloned virtual machine image).
 *
 * <p><b>Waiting.</b> If there is stock, a draw takes no lock and makes no request. Otherwise {@link #acquire} waits
 * until the deadline, and {@link #acquireAsync} does not block.
 *
 * <p>Thread-safe, also for virtual threads.
 *
 * @param <S> the workspace of a stripe
 */
/*
 * Threads: callers own stripes (see Dispenser) and cut chunks from leases (see Lease). One planner thread does the
 * rest (see RefillPlanner). A caller that finds no number waits (see Waiters), and owns no stripe meanwhile.
 */
public final class BucketSequence<S> implements Monitored, AutoCloseable {

    private final SequenceEnvironment environment;
    private final TimeSource time;
    private final StripePool<S> stripes;
    private final LeaseClient client;
    private final Stock stock;
    private final Groups groups;
    private final RefillPlanner refill;
    private final Dispenser<S> dispenser;
    private final SequenceUnavailability unavailability;

    /**
     * Starts leasing at once, in the background.
     *
     * @param namespace its name: 1 to 64 characters {@code [0-9A-Za-z._-]}
     * @param terms the settings that all instances of the namespace must share, except layout and lease-ttl
     * @param leaseStore contains the namespace's buckets
     * @param workspaces makes a stripe's workspace
     */
    public static <S> BucketSequence<S> start(
            String namespace,
            Terms terms,
            SequenceSettings settings,
            LeaseStore leaseStore,
            BucketLayout layout,
            TimeSource time,
            Supplier<S> workspaces) {
        AllowedNames.namespace(namespace);
        RandomGenerator random = time.random();
        SequenceEnvironment environment = new SequenceEnvironment(
                settings,
                layout,
                time,
                time.planner("idgen-" + namespace),
                Waiters.CALLBACKS,
                random.nextInt(layout.buckets()),
                () -> random.nextInt(BucketLayout.PARTS),
                new BucketRule(layout, layout.rule(settings.leaseTtl().toMillis())));
        return new BucketSequence<>(namespace, terms, leaseStore, workspaces, environment);
    }

    BucketSequence(
            String namespace,
            Terms terms,
            LeaseStore leaseStore,
            Supplier<S> workspaces,
            SequenceEnvironment environment) {
        BucketLayout layout = environment.layout();
        SequenceSettings settings = environment.settings();
        this.environment = environment;
        this.time = environment.time();
        this.stripes = new StripePool<>(Runtime.getRuntime().availableProcessors(), workspaces);
        Terms all = terms.with("layout", layout.toString())
                .with(Terms.TTL, Long.toString(settings.leaseTtl().toMillis()));
        LeaseStore signed = settings.instance().isEmpty()
                ? leaseStore
                : new SignedLeaseStore(leaseStore, () -> signature(settings.instance(), all.fingerprint()));
        StoreLog log = new StoreLog(
                LoggerFactory.getLogger(BucketSequence.class), "idgen namespace '" + namespace + "'", time);
        Requests requests = new Requests(environment.planner(), settings.requestTimeout(), time, log::broken);
        this.client = new LeaseClient(signed, requests, time, settings.maxSkew(), log);
        this.stock = new Stock(client.waiters());
        Ring ring = new Ring(terms.region(), layout, environment.firstBucket(), settings.breakerWait(), time);
        this.groups = new Groups(
                client,
                new Groups.Leased(
                        layout.groupNames(),
                        all,
                        environment.rule().groupRule,
                        settings.breakerWait(),
                        other -> new NamespaceDisagreementException(
                                namespace, other.setting(), other.expected(), other.actual(), other.change())),
                this::changed);
        this.unavailability = new SequenceUnavailability(client, groups, ring, stock);
        this.refill = new RefillPlanner(client, environment, groups, ring, stock);
        this.dispenser = new Dispenser<>(stripes, stock, client.clock(), time, refill);
        refill.start();
    }

    /** What operators see of an instance in its buckets. On the planner's thread. */
    private Map<String, Object> signature(String instance, String fingerprint) {
        String version = BucketSequence.class.getPackage().getImplementationVersion();
        return Map.of(
                "holder",
                instance,
                "settings",
                fingerprint,
                "version",
                version == null ? "unknown" : version,
                "held",
                stock(),
                "rate",
                refill.perSecond());
    }

    private void changed() {
        refill.changed();
    }

    /**
     * Takes ownership of a stripe that has just drawn a number. The caller must {@link #release} it soon, and must not
     * block before.
     *
     * @throws SequenceUnavailableException if no number is available within {@code idgen.sequence.acquire-timeout}
     * @throws NamespaceDisagreementException if this instance's settings differ from its namespace's
     * @throws StoreUnsuitableException if the store cannot keep ids unique
     */
    public Stripe<S> acquire() {
        Stripe<S> stripe = stripes.take();
        return dispenser.draws(stripe, 1) ? stripe : acquireAfter(stripe, 1, this::deadline);
    }

    /**
     * Like {@link #acquire()}, for a caller that wants several numbers by one deadline.
     *
     * @param wanted how many numbers the chunk should have, if available; a hint
     * @param deadlineNanos from {@link #deadline()}
     */
    public Stripe<S> acquire(int wanted, long deadlineNanos) {
        Stripe<S> stripe = stripes.take();
        return dispenser.draws(stripe, wanted) ? stripe : acquireAfter(stripe, wanted, () -> deadlineNanos);
    }

    /** The deadline of a call that begins now, in monotonic nanoseconds. */
    public long deadline() {
        return time.nanoTime() + environment.settings().acquireTimeout().toNanos();
    }

    /**
     * Draws a number without blocking the caller.
     *
     * @param use makes the result from a stripe; it must not keep the stripe, and must not block
     * @return complete if there is stock; otherwise completed on the common pool, by the deadline. It fails at once if
     *     this is closed or the namespace disagrees. Failures are the exceptions of {@link #acquire}
     */
    public <T> CompletableFuture<T> acquireAsync(Function<? super Stripe<S>, ? extends T> use) {
        try {
            Stripe<S> stripe = stripes.take();
            long latestMillis = stripe.latest();
            Stripe<S> drawn = dispenser.draws(stripe, 1) ? stripe : dispenser.takeFromOthers(stripe);
            return drawn != null
                    ? CompletableFuture.completedFuture(made(use, drawn))
                    : client.waiters()
                            .awaitAsync(
                                    () -> {
                                        Stripe<S> taken = dispenser.tryAgain(1, latestMillis);
                                        return taken == null ? null : made(use, taken);
                                    },
                                    unavailability.since(time.nanoTime()),
                                    environment.settings().acquireTimeout(),
                                    client.requests()::schedule,
                                    environment.callbacks());
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Returns a stripe that {@link #acquire} gave. */
    public void release(Stripe<S> stripe) {
        dispenser.release(stripe);
    }

    /** How many numbers are in stock. */
    public long stock() {
        return stock.remainingAt(time.nanoTime());
    }

    /**
     * Waits until leasing has succeeded or failed for the first time. The first caller then finds stock, or the reason
     * why there is none.
     *
     * @return why this instance may not draw from the namespace, if the store said so
     */
    public Optional<RuntimeException> awaitFirstOutcome(Duration most) {
        client.waiters().awaitOutcome(most);
        return Optional.ofNullable(groups.refusal());
    }

    /** {@inheritDoc} An idle instance without stock has no unavailability. */
    @Override
    public Optional<String> unavailability() {
        return unavailability.current();
    }

    @Override
    public List<Measure> measures() {
        return Stream.of(
                        List.of(
                                GeneratorMeasures.issued(stripes::drawn),
                                GeneratorMeasures.held(this::stock),
                                GeneratorMeasures.waiting(client.waiters()::waiting),
                                GeneratorMeasures.clockOffset(client.clock()::skew)),
                        refill.measures(),
                        client.requests().measures())
                .flatMap(List::stream)
                .toList();
    }

    /** Ends leasing and its thread. Callers can still draw the numbers in stock. */
    @Override
    public void close() {
        refill.close();
    }

    /**
     * Draws what others left in their stripes, or waits. Releases the given stripe; the caller's time continues from
     * it.
     */
    private Stripe<S> acquireAfter(Stripe<S> empty, int wanted, LongSupplier latestNanos) {
        long latestMillis = empty.latest();
        Stripe<S> stripe = dispenser.takeFromOthers(empty);
        if (stripe != null) {
            return stripe;
        }
        long deadlineNanos = latestNanos.getAsLong();
        long begunNanos =
                deadlineNanos - environment.settings().acquireTimeout().toNanos();
        return client.waiters()
                .await(() -> dispenser.tryAgain(wanted, latestMillis), unavailability.since(begunNanos), deadlineNanos);
    }

    /**
     * Makes a result and releases the stripe. That comes before the future completes, because completion runs the
     * caller's own actions.
     */
    private <T> T made(Function<? super Stripe<S>, ? extends T> use, Stripe<S> stripe) {
        try {
            return use.apply(stripe);
        } finally {
            release(stripe);
        }
    }
}
