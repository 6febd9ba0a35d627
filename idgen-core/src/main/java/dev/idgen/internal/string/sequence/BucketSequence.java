package dev.idgen.internal.string.sequence;

import dev.idgen.IdgenException;
import dev.idgen.NamespaceDisagreementException;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.SequenceUnavailableException.Buckets;
import dev.idgen.SequenceUnavailableException.Reason;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.monitor.Measures;
import dev.idgen.internal.monitor.Monitored;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.request.StoreNames;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.time.StampClock;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

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
 * <p><b>Waiting.</b> With stock at hand a draw takes no lock and makes no request. Without, {@link #acquire} waits until
 * the deadline, and {@link #acquireAsync} not at all.
 *
 * <p>Thread-safe, for virtual threads too.
 *
 * @param <S> the workspace of a stripe
 */
/*
 * Threads: callers own stripes (see Stripes) and cut chunks from leases (see Lease); one planner thread does the rest
 * (see RefillPlanner). A caller that finds nothing waits (see Waiters); no stripe is owned while waiting.
 */
public final class BucketSequence<S> implements Monitored, AutoCloseable {

    /** How many requests for numbers an instance has under way at a time, at most. */
    public static final int MOST_REQUESTS = 8;

    private final SequenceSettings settings;
    private final TimeSource time;
    private final Executor callbacks;
    private final StampClock clock;
    private final Stripes<S> stripes;
    private final Waiters waiters;
    private final Stock stock;
    private final NamespaceMembership membership;
    private final Ring ring;
    private final Requests requests;
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
        SequenceEnvironment environment = SequenceEnvironment.of(namespace, layout, time);
        BucketSequence<S> sequence =
                new BucketSequence<>(namespace, terms, settings, register, workspaces, environment);
        sequence.startPlanning();
        return sequence;
    }

    BucketSequence(
            String namespace,
            NamespaceTerms terms,
            SequenceSettings settings,
            Register register,
            Supplier<S> workspaces,
            SequenceEnvironment environment) {
        BucketLayout layout = environment.layout();
        this.settings = settings;
        this.time = environment.time();
        this.callbacks = environment.callbacks();
        this.clock = new StampClock(time, settings.maxSkew());
        this.stripes = new Stripes<>(Runtime.getRuntime().availableProcessors(), workspaces);
        this.waiters = new Waiters(time, Requests.FIRST_TIMEOUT);
        this.stock = new Stock(waiters);
        this.membership = new NamespaceMembership(
                namespace,
                terms.with("layout", layout.toString())
                        .with(
                                NamespaceTerms.TTL,
                                Long.toString(settings.leaseTtl().toMillis())));
        this.ring = new Ring(terms.region(), layout.buckets(), environment.firstBucket(), settings.breakerWait(), time);
        SequenceLog log = new SequenceLog(namespace);
        this.requests = new Requests(environment.planner(), settings.requestTimeout(), time, log::broken);
        this.refill = new RefillPlanner(
                register, settings, environment, requests, new SequenceState(clock, membership, ring, stock, log));
    }

    void startPlanning() {
        refill.start();
    }

    /**
     * Takes ownership of a stripe that has just drawn a number. The caller must give it back with {@link #release}, soon
     * and without blocking before.
     *
     * @throws SequenceUnavailableException if none is to be had within {@code idgen.sequence.acquire-timeout}
     * @throws NamespaceDisagreementException if this instance's settings differ from its namespace's
     * @throws StoreUnsuitableException if the store cannot keep ids unique
     */
    public Stripe<S> acquire() {
        Stripe<S> stripe = tryAcquire(1);
        return stripe != null ? stripe : waiters.await(stripeFor(1), deadline());
    }

    /**
     * Like {@link #acquire()} for a caller that wants several numbers by one deadline.
     *
     * @param wanted how many numbers to have in the chunk, if there are as many; a hint
     * @param deadline from {@link #deadline()}
     */
    public Stripe<S> acquire(int wanted, long deadline) {
        Stripe<S> stripe = tryAcquire(wanted);
        return stripe != null ? stripe : waiters.await(stripeFor(wanted), deadline);
    }

    /** When a caller that comes now will have waited long enough, as monotonic nanoseconds. */
    public long deadline() {
        return time.nanoTime() + settings.acquireTimeout().toNanos();
    }

    /**
     * Draws a number without blocking the caller.
     *
     * @param use makes the result from a stripe; it must not keep the stripe, nor block
     * @return complete if there is stock; otherwise completed on the common pool, by the deadline, or at once if this is closed
     *     or the namespace disagrees, with the result or with what {@link #acquire} would have thrown
     */
    public <T> CompletableFuture<T> acquireAsync(Function<? super Stripe<S>, ? extends T> use) {
        T made;
        try {
            made = made(use);
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
        return made != null
                ? CompletableFuture.completedFuture(made)
                : waiters.awaitAsync(
                        waitFor(() -> made(use)), settings.acquireTimeout(), requests::schedule, callbacks);
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

    /** How often a bucket overflowed before its next numbers could carry the right time: the fleet draws more than its capacity. */
    public long overflows() {
        return refill.afterDoubt().overflows();
    }

    /** How far the time in ids drawn now is ahead of the clock; zero unless the store failed over, lost data or overflowed. */
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
     * Waits until leasing has succeeded or failed for the first time, so that the first caller finds either stock or the
     * reason why there is none.
     *
     * @return why this instance may not draw from the namespace, if the store said so
     */
    public Optional<IdgenException> awaitFirstOutcome(Duration most) {
        waiters.awaitOutcome(most);
        return Optional.ofNullable(membership.refusal());
    }

    /** {@inheritDoc} An instance that nobody draws from holds nothing and is not in trouble for that. */
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
                || refill.latestFailure() != null
                || buckets().ready() == 0;
        return failing || refill.isClosed()
                ? Optional.ofNullable(unavailable(reason(), time.nanoTime()).getMessage())
                : Optional.empty();
    }

    @Override
    public List<Measure> measures() {
        List<Measure> measures = new ArrayList<>(List.of(
                Measures.issued(stripes::drawn),
                Measures.held(this::stock),
                Measures.waiting(waiters::waiting),
                Measures.clockOffset(() -> clockSkew().toMillis()),
                Measure.gauge(
                        "idgen.sequence.lead",
                        Measure.SECONDS,
                        "How far the time in ids is ahead, after the store failed over or lost data, or beyond the capacity",
                        () -> lead().toMillis() / 1e3),
                buckets("ready", Buckets::ready),
                buckets("open", Buckets::open),
                buckets("locked", Buckets::locked),
                Measure.counter(
                        "idgen.buckets.overflowed",
                        "",
                        "Times that a bucket overflowed before its next numbers could carry the right time",
                        this::overflows),
                Measure.counter(
                        "idgen.buckets.lost",
                        "",
                        "Times that a bucket's value was found lost, or behind what was seen of it",
                        this::lostRecords)));
        measures.addAll(refill.measures());
        return List.copyOf(measures);
    }

    private Measure buckets(String state, ToIntFunction<Buckets> count) {
        return Measure.gauge(
                        "idgen.buckets",
                        "buckets",
                        "Buckets by what this instance knows: ready, breaker open, locked until their numbers are safe",
                        () -> count.applyAsInt(buckets()))
                .tagged("state", state);
    }

    /** Ends leasing and its thread. Numbers in stock can still be drawn. */
    @Override
    public void close() {
        refill.close();
    }

    /** Draws from the stripe that it takes, else from what others left in theirs. Owns nothing if it returns null or throws. */
    private @Nullable Stripe<S> tryAcquire(int wanted) {
        Stripe<S> stripe = stripes.take();
        long latest;
        try {
            if (stripe.isClockRenewalDue()) {
                time.renew();
            }
            if (stripe.draw(time.recentNanoTime(), clock) || drawRefilled(stripe, wanted)) {
                return stripe;
            }
            latest = stripe.latest();
        } catch (RuntimeException | Error e) {
            stripes.release(stripe);
            throw e;
        }
        stripes.release(stripe);
        return takeFromOthers(latest);
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

    /** Draws from a chunk that others left behind. */
    private @Nullable Stripe<S> takeFromOthers(long latest) {
        long now = time.nanoTime();
        long earliest = Math.max(clock.millisAt(now), latest);
        return stripes.takeWhere(other -> other.draw(now, earliest));
    }

    private Waiters.Wanted<Stripe<S>> stripeFor(int wanted) {
        return waitFor(() -> tryAcquire(wanted));
    }

    /** The stripe is given back before the result is completed, which runs what the caller has made depend on it. */
    private <T> @Nullable T made(Function<? super Stripe<S>, ? extends T> use) {
        Stripe<S> stripe = tryAcquire(1);
        if (stripe == null) {
            return null;
        }
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
                return refill.isClosed() || membership.isRefused();
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
        if (refill.isClosed()) {
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
        return new SequenceUnavailableException(reason, buckets(), waited, refill.latestFailure());
    }
}
