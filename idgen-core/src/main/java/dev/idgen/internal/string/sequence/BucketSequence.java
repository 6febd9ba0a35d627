package dev.idgen.internal.string.sequence;

import dev.idgen.IdgenException;
import dev.idgen.NamespaceDisagreementException;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.SequenceUnavailableException.Buckets;
import dev.idgen.SequenceUnavailableException.Reason;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.monitor.GeneratorMeasures;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.monitor.Monitored;
import dev.idgen.internal.register.LeaseClient;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.request.StoreLog;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.setting.StoreNames;
import dev.idgen.internal.time.StampClock;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Draws numbers that are unique in a namespace, each with a timestamp.
 *
 * <p><b>How.</b> Ranges of numbers are leased from a store, each with a window of timestamps, ahead of need and off the
 * caller's thread. A draw takes the next number of a range and clamps the clock into its window.
 *
 * <p><b>Guarantee.</b> No two draws in a namespace give the same number and timestamp, whatever the clocks of the
 * instances do, as long as the register keeps its contract and this process's memory is not duplicated
 * while it runs (a cloned virtual machine image).
 *
 * <p><b>Waiting.</b> With stock at hand a draw takes no lock and makes no request. Without, {@link #acquire} waits
 * until the deadline, and {@link #acquireAsync} not at all.
 *
 * <p>Thread-safe, for virtual threads too.
 *
 * @param <S> the workspace of a stripe
 */
/*
 * Threads: callers own stripes (see StripePool) and cut chunks from leases (see Lease); one planner thread does the
 * rest (see RefillPlanner). A caller that finds nothing waits (see Waiters); no stripe is owned while waiting.
 */
public final class BucketSequence<S> implements Monitored, AutoCloseable {

    /** How many requests for numbers an instance has under way at a time, at most. */
    public static final int MOST_REQUESTS = 8;

    private final SequenceEnvironment environment;
    private final TimeSource time;
    private final StampClock clock;
    private final StripePool<S> stripes;
    private final Waiters waiters;
    private final Stock stock;
    private final NamespaceMembership membership;
    private final Ring ring;
    private final LeaseClient client;
    private final RefillPlanner refill;

    /**
     * Starts leasing at once, in the background.
     *
     * @param namespace whose numbers to draw: 1 to 64 characters {@code [0-9A-Za-z._-]}
     * @param terms the settings that all instances of the namespace must share, layout and lease-ttl aside
     * @param register where the namespace's buckets are
     * @param workspaces makes a stripe's workspace
     */
    public static <S> BucketSequence<S> start(
            String namespace,
            NamespaceTerms terms,
            SequenceSettings settings,
            Register register,
            BucketLayout layout,
            TimeSource time,
            Supplier<S> workspaces) {
        StoreNames.namespace(namespace);
        BucketSequence<S> sequence = new BucketSequence<>(
                namespace, terms, register, workspaces, SequenceEnvironment.of(namespace, settings, layout, time));
        sequence.startPlanning();
        return sequence;
    }

    BucketSequence(
            String namespace,
            NamespaceTerms terms,
            Register register,
            Supplier<S> workspaces,
            SequenceEnvironment environment) {
        BucketLayout layout = environment.layout();
        SequenceSettings settings = environment.settings();
        this.environment = environment;
        this.time = environment.time();
        this.clock = new StampClock(time, settings.maxSkew());
        this.stripes = new StripePool<>(Runtime.getRuntime().availableProcessors(), workspaces);
        this.waiters = new Waiters(time, Requests.FIRST_TIMEOUT);
        this.stock = new Stock(waiters);
        this.membership = new NamespaceMembership(
                namespace,
                terms.with("layout", layout.toString())
                        .with(
                                NamespaceTerms.TTL,
                                Long.toString(settings.leaseTtl().toMillis())));
        this.ring = new Ring(terms.region(), layout.buckets(), environment.firstBucket(), settings.breakerWait(), time);
        StoreLog log = new StoreLog(
                LoggerFactory.getLogger(BucketSequence.class), "idgen namespace '" + namespace + "'", time);
        Requests requests = new Requests(environment.planner(), settings.requestTimeout(), time, log::broken);
        this.client = new LeaseClient(register, requests, time, clock, waiters, log);
        this.refill = new RefillPlanner(client, environment, membership, ring, stock);
    }

    void startPlanning() {
        refill.start();
    }

    /**
     * Takes ownership of a stripe that has just drawn a number. The caller must give it back with {@link #release},
     * soon and without blocking before.
     *
     * @throws SequenceUnavailableException if none is available within {@code idgen.sequence.acquire-timeout}
     * @throws NamespaceDisagreementException if this instance's settings differ from its namespace's
     * @throws StoreUnsuitableException if the store cannot keep ids unique
     */
    public Stripe<S> acquire() {
        Stripe<S> stripe = stripes.take();
        return draws(stripe, 1) ? stripe : acquireAfter(stripe, 1, this::deadline);
    }

    /**
     * Like {@link #acquire()} for a caller that wants several numbers by one deadline.
     *
     * @param wanted how many numbers to have in the chunk, if there are as many; a hint
     * @param deadline from {@link #deadline()}
     */
    public Stripe<S> acquire(int wanted, long deadline) {
        Stripe<S> stripe = stripes.take();
        return draws(stripe, wanted) ? stripe : acquireAfter(stripe, wanted, () -> deadline);
    }

    /** When a caller that comes now will have waited long enough, as monotonic nanoseconds. */
    public long deadline() {
        return time.nanoTime() + environment.settings().acquireTimeout().toNanos();
    }

    /**
     * Draws a number without blocking the caller.
     *
     * @param use makes the result from a stripe; it must not keep the stripe, nor block
     * @return complete if there is stock; otherwise completed on the common pool, by the deadline, or at once if this
     *     is closed or the namespace disagrees, with the result or with what {@link #acquire} would have thrown
     */
    public <T> CompletableFuture<T> acquireAsync(Function<? super Stripe<S>, ? extends T> use) {
        try {
            Stripe<S> stripe = stripes.take();
            long latest = stripe.latest();
            Stripe<S> drawn = draws(stripe, 1) ? stripe : takeFromOthers(stripe);
            return drawn != null
                    ? CompletableFuture.completedFuture(made(use, drawn))
                    : waiters.awaitAsync(
                            waitFor(() -> {
                                Stripe<S> taken = tryAcquire(1, latest);
                                return taken == null ? null : made(use, taken);
                            }),
                            environment.settings().acquireTimeout(),
                            client.requests()::schedule,
                            environment.callbacks());
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Gives a stripe back to the pool. */
    public void release(Stripe<S> stripe) {
        stripes.release(stripe);
    }

    /** How many buckets are in which state. */
    public Buckets buckets() {
        return ring.counts(time.nanoTime());
    }

    /** Numbers in stock. */
    public long stock() {
        return stock.remainingAt(time.nanoTime());
    }

    /**
     * How often a bucket overflowed before its next numbers could carry the right time: the fleet draws more than its
     * capacity.
     */
    public long overflows() {
        return refill.afterDoubt().overflows();
    }

    /**
     * How far the time in ids drawn now is ahead of the clock; zero unless the store failed over, lost data or
     * overflowed.
     */
    public Duration lead() {
        return refill.lead();
    }

    /** How often a bucket's value was found lost, or behind what this instance had seen of it. */
    public long lostRecords() {
        return refill.afterDoubt().lostRecords();
    }

    /** How far this machine's clock was ahead of the store's when last compared; negative if behind. */
    public Duration clockSkew() {
        return clock.skew();
    }

    /**
     * Waits until leasing has succeeded or failed for the first time, so that the first caller finds either stock or
     * the reason why there is none.
     *
     * @return why this instance may not draw from the namespace, if the store said so
     */
    public Optional<IdgenException> awaitFirstOutcome(Duration most) {
        waiters.awaitOutcome(most);
        return Optional.ofNullable(membership.refusal());
    }

    /** {@inheritDoc} An idle instance holds nothing, which is no trouble. */
    @Override
    public Optional<String> trouble() {
        IdgenException refusal = membership.refusal();
        if (refusal != null) {
            return Optional.ofNullable(refusal.getMessage());
        }
        if (stock() > 0) {
            return Optional.empty();
        }
        boolean failing = !membership.isJoined()
                || client.latestFailure() != null
                || buckets().ready() == 0;
        return failing || client.requests().isClosed()
                ? Optional.ofNullable(unavailable(reason(), time.nanoTime()).getMessage())
                : Optional.empty();
    }

    @Override
    public List<Measure> measures() {
        List<Measure> measures = new ArrayList<>(List.of(
                GeneratorMeasures.issued(stripes::drawn),
                GeneratorMeasures.held(this::stock),
                GeneratorMeasures.waiting(waiters::waiting),
                GeneratorMeasures.clockOffset(() -> clockSkew().toMillis()),
                Measure.gauge(
                        "idgen.sequence.lead",
                        Measure.SECONDS,
                        "How far the time in ids is ahead of the clock",
                        () -> lead().toMillis() / 1e3),
                buckets("ready", Buckets::ready),
                buckets("open", Buckets::open),
                buckets("locked", Buckets::locked),
                Measure.counter(
                        "idgen.buckets.overflowed",
                        "",
                        "Times that a bucket's numbers were used up too early",
                        this::overflows),
                Measure.counter(
                        "idgen.buckets.lost",
                        "",
                        "Times that a bucket's record was lost or behind what this instance saw",
                        this::lostRecords)));
        measures.addAll(client.requests().measures());
        return List.copyOf(measures);
    }

    private Measure buckets(String state, ToIntFunction<Buckets> count) {
        return Measure.gauge(
                        "idgen.buckets",
                        "buckets",
                        "Buckets that are ready, locked, or skipped because they failed",
                        () -> count.applyAsInt(buckets()))
                .tagged("state", state);
    }

    /** Ends leasing and its thread. Numbers in stock can still be drawn. */
    @Override
    public void close() {
        refill.close();
    }

    /** Draws from the stripe that was taken, which is released if this throws. */
    private boolean draws(Stripe<S> stripe, int wanted) {
        try {
            if (stripe.isClockRenewalDue()) {
                time.renew();
            }
            return stripe.draw(time.recentNanoTime(), clock) || drawRefilled(stripe, wanted);
        } catch (RuntimeException | Error e) {
            stripes.release(stripe);
            throw e;
        }
    }

    /**
     * Draws from what others left in their stripes, or waits. The caller's time goes on from that of the stripe, which
     * is released.
     */
    private Stripe<S> acquireAfter(Stripe<S> empty, int wanted, LongSupplier deadline) {
        long latest = empty.latest();
        Stripe<S> stripe = takeFromOthers(empty);
        return stripe != null ? stripe : waiters.await(waitFor(() -> tryAcquire(wanted, latest)), deadline.getAsLong());
    }

    /**
     * Looks again for a caller that waits. Owns nothing if it returns null or throws.
     *
     * @param latest the caller's latest time: the stripe taken now may be another than the one before
     */
    private @Nullable Stripe<S> tryAcquire(int wanted, long latest) {
        Stripe<S> stripe = stripes.take();
        stripe.goOnFrom(latest);
        return draws(stripe, wanted) ? stripe : takeFromOthers(stripe);
    }

    /** Fills an owned stripe and draws from it. */
    private boolean drawRefilled(Stripe<S> stripe, int wanted) {
        long now = time.nanoTime();
        boolean drawn = stock.cutInto(stripe, Math.max(stripe.nextChunk(now), wanted), now) && stripe.draw(now, clock);
        refill.drawnFrom(now);
        if (stripe.isBusy()) {
            stripes.giveOwn(stripe);
        }
        return drawn;
    }

    /** Draws from a chunk that others left behind, and releases a stripe, which knows then what time was drawn. */
    private @Nullable Stripe<S> takeFromOthers(Stripe<S> empty) {
        try {
            long now = time.nanoTime();
            long earliest = Math.max(clock.millisAt(now), empty.latest());
            Stripe<S> stripe = stripes.takeWhere(other -> other.draw(now, earliest));
            if (stripe != null) {
                empty.goOnFrom(stripe.latest());
            }
            return stripe;
        } finally {
            stripes.release(empty);
        }
    }

    /** The stripe is given back before the result is completed, which runs what the caller has made depend on it. */
    private <T> T made(Function<? super Stripe<S>, ? extends T> use, Stripe<S> stripe) {
        try {
            return use.apply(stripe);
        } finally {
            stripes.release(stripe);
        }
    }

    private <T> Waiters.Wanted<T> waitFor(Supplier<? extends @Nullable T> take) {
        return new Waiters.Wanted<>() {
            @Override
            public @Nullable T take() {
                return take.get();
            }

            @Override
            public boolean isFinal() {
                return client.requests().isClosed() || membership.isRefused();
            }

            @Override
            public RuntimeException refusal(long begun) {
                return unavailable(reason(), begun);
            }

            @Override
            public RuntimeException interrupted(long begun) {
                return unavailable(Reason.INTERRUPTED, begun);
            }
        };
    }

    private Reason reason() {
        if (client.requests().isClosed()) {
            return Reason.CLOSED;
        }
        if (!membership.isJoined()) {
            return Reason.NOT_JOINED;
        }
        Buckets counts = buckets();
        if (counts.ready() > 0 || (counts.open() > 0 && counts.locked() > 0)) {
            return Reason.TIMED_OUT;
        }
        return counts.open() > 0 ? Reason.ALL_OPEN : Reason.ALL_LOCKED;
    }

    private IdgenException unavailable(Reason reason, long begun) {
        IdgenException refusal = membership.refusal();
        if (refusal != null) {
            return refusal;
        }
        long waited = TimeUnit.NANOSECONDS.toMillis(time.nanoTime() - begun);
        return new SequenceUnavailableException(reason, buckets(), waited, client.latestFailure());
    }
}
