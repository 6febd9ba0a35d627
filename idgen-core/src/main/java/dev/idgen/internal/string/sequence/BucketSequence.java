package dev.idgen.internal.string.sequence;

import dev.idgen.NamespaceDisagreementException;
import dev.idgen.Register;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.SequenceUnavailableException.Buckets;
import dev.idgen.SequenceUnavailableException.Reason;
import dev.idgen.StoreUnsuitableException;
import dev.idgen.internal.monitor.GeneratorMeasures;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.monitor.Monitored;
import dev.idgen.internal.register.Groups;
import dev.idgen.internal.register.LeaseClient;
import dev.idgen.internal.register.SignedRegister;
import dev.idgen.internal.register.Terms;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.request.StoreLog;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.time.StampClock;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.store.AllowedNames;
import dev.idgen.store.StoreUse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/**
 * Draws numbers that are unique in a namespace, each with a timestamp.
 *
 * <p><b>How.</b> It leases ranges of numbers from a store, each with a window of timestamps, ahead of need and not on
 * callers' threads. A draw takes the next number of a range and clamps the clock into its window.
 *
 * <p><b>Guarantee.</b> No two draws in a namespace return the same number and timestamp, whatever the instances' clocks
 * do. This requires that the register keeps its contract. It also requires that no copy of this process's memory runs
 * (a cloned virtual machine image).
 *
 * <p><b>Waiting.</b> If there is stock, a draw takes no lock and makes no request. Otherwise {@link #acquire} waits
 * until the deadline, and {@link #acquireAsync} does not block.
 *
 * <p>Thread-safe, also for virtual threads.
 *
 * @param <S> the workspace of a stripe
 */
/*
 * Threads: callers own stripes (see StripePool) and cut chunks from leases (see Lease). One planner thread does the
 * rest (see RefillPlanner). A caller that finds no number waits (see Waiters), and owns no stripe meanwhile.
 */
public final class BucketSequence<S> implements Monitored, AutoCloseable {

    /** The most requests for numbers that an instance sends at once. */
    public static final int MOST_REQUESTS = StoreUse.MOST_REQUESTS;

    /** The rate that operators see is measured over at least this time. */
    private static final long RATED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final SequenceEnvironment environment;
    private final TimeSource time;
    private final StampClock clock;
    private final StripePool<S> stripes;
    private final Waiters waiters;
    private final Stock stock;
    private final Groups groups;
    private final Ring ring;
    private final LeaseClient client;
    private final RefillPlanner refill;

    // Only the planner's thread uses these.
    private long rate;
    private long ratedAt;
    private long drawnBefore;

    /**
     * Starts leasing at once, in the background.
     *
     * @param namespace its name: 1 to 64 characters {@code [0-9A-Za-z._-]}
     * @param terms the settings that all instances of the namespace must share, except layout and lease-ttl
     * @param register contains the namespace's buckets
     * @param workspaces makes a stripe's workspace
     */
    public static <S> BucketSequence<S> start(
            String namespace,
            Terms terms,
            SequenceSettings settings,
            Register register,
            BucketLayout layout,
            TimeSource time,
            Supplier<S> workspaces) {
        AllowedNames.namespace(namespace);
        BucketSequence<S> sequence = new BucketSequence<>(
                namespace, terms, register, workspaces, SequenceEnvironment.of(namespace, settings, layout, time));
        sequence.startPlanning();
        return sequence;
    }

    BucketSequence(
            String namespace, Terms terms, Register register, Supplier<S> workspaces, SequenceEnvironment environment) {
        BucketLayout layout = environment.layout();
        SequenceSettings settings = environment.settings();
        this.environment = environment;
        this.time = environment.time();
        this.ratedAt = time.nanoTime();
        this.clock = new StampClock(time, settings.maxSkew());
        this.stripes = new StripePool<>(Runtime.getRuntime().availableProcessors(), workspaces);
        this.waiters = new Waiters(time, Requests.FIRST_TIMEOUT);
        this.stock = new Stock(waiters);
        this.ring = new Ring(terms.region(), layout, environment.firstBucket(), settings.breakerWait(), time);
        StoreLog log = new StoreLog(
                LoggerFactory.getLogger(BucketSequence.class), "idgen namespace '" + namespace + "'", time);
        Requests requests = new Requests(environment.planner(), settings.requestTimeout(), time, log::broken);
        long ttl = settings.leaseTtl().toMillis();
        Terms all = terms.with("layout", layout.toString()).with(Terms.TTL, Long.toString(ttl));
        Register signed = settings.instance().isEmpty()
                ? register
                : new SignedRegister(register, () -> signature(settings.instance(), all.fingerprint()));
        this.client = new LeaseClient(signed, requests, time, clock, waiters, log);
        this.groups = new Groups(
                client,
                new Groups.Leased(
                        IntStream.range(0, layout.groups())
                                .mapToObj(Integer::toString)
                                .toList(),
                        all,
                        environment.rule().groupRule,
                        settings.breakerWait(),
                        other -> new NamespaceDisagreementException(
                                namespace, other.setting(), other.expected(), other.actual(), other.change())),
                this::changed);
        this.refill = new RefillPlanner(client, environment, groups, ring, stock);
    }

    /** On the planner's thread. */
    private Map<String, Object> signature(String instance, String fingerprint) {
        long now = time.nanoTime();
        long drawn = stripes.drawn();
        if (now - ratedAt >= RATED_NANOS) {
            rate = (drawn - drawnBefore) * TimeUnit.SECONDS.toNanos(1) / (now - ratedAt);
            drawnBefore = drawn;
            ratedAt = now;
        }
        String version = BucketSequence.class.getPackage().getImplementationVersion();
        return Map.of(
                "holder", instance,
                "settings", fingerprint,
                "version", version == null ? "unknown" : version,
                "held", stock(),
                "rate", rate);
    }

    private void changed() {
        refill.changed();
    }

    void startPlanning() {
        refill.start();
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
        return draws(stripe, 1) ? stripe : acquireAfter(stripe, 1, this::deadline);
    }

    /**
     * Like {@link #acquire()}, for a caller that wants several numbers by one deadline.
     *
     * @param wanted how many numbers the chunk should have, if available; a hint
     * @param deadline from {@link #deadline()}
     */
    public Stripe<S> acquire(int wanted, long deadline) {
        Stripe<S> stripe = stripes.take();
        return draws(stripe, wanted) ? stripe : acquireAfter(stripe, wanted, () -> deadline);
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
            long latest = stripe.latest();
            Stripe<S> drawn = draws(stripe, 1) ? stripe : takeFromOthers(stripe);
            return drawn != null
                    ? CompletableFuture.completedFuture(made(use, drawn))
                    : waiters.awaitAsync(
                            () -> {
                                Stripe<S> taken = tryAcquire(1, latest);
                                return taken == null ? null : made(use, taken);
                            },
                            refusals(time.nanoTime()),
                            environment.settings().acquireTimeout(),
                            client.requests()::schedule,
                            environment.callbacks());
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Returns a stripe to the pool. */
    public void release(Stripe<S> stripe) {
        if (stripe.home() == Stripe.Home.NOWHERE) {
            stock.keep(stripe, time.nanoTime());
        }
        stripes.release(stripe);
    }

    /** How many buckets are in each state. */
    public Buckets buckets() {
        return ring.counts(time.nanoTime());
    }

    /** How many numbers are in stock. */
    public long stock() {
        return stock.remainingAt(time.nanoTime());
    }

    /** How many numbers were used again in a later millisecond. */
    public long reused() {
        return stock.reused();
    }

    /** How often a bucket had no numbers left that may be granted. */
    public long overflows() {
        return refill.overflows();
    }

    /** How often a group of buckets was found lost. */
    public long lostGroups() {
        return groups.lost();
    }

    /** How far this machine's clock was ahead of the store's at the latest comparison; negative if behind. */
    public Duration clockSkew() {
        return clock.skew();
    }

    /**
     * Waits until leasing has succeeded or failed for the first time. The first caller then finds stock, or the reason
     * why there is none.
     *
     * @return why this instance may not draw from the namespace, if the store said so
     */
    public Optional<RuntimeException> awaitFirstOutcome(Duration most) {
        waiters.awaitOutcome(most);
        return Optional.ofNullable(groups.refusal());
    }

    /** {@inheritDoc} An idle instance without stock has no unavailability. */
    @Override
    public Optional<String> unavailability() {
        RuntimeException refusal = refused();
        if (refusal != null) {
            return Optional.ofNullable(refusal.getMessage());
        }
        if (stock() > 0) {
            return Optional.empty();
        }
        boolean failing = !groups.isJoined()
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
                buckets("ready", Buckets::ready),
                buckets("open", Buckets::open),
                buckets("locked", Buckets::locked),
                Measure.counter(
                        "idgen.sequence.reused",
                        "",
                        "Numbers used again in a later millisecond, because there were no others",
                        this::reused),
                Measure.counter(
                        "idgen.buckets.overflowed", "", "Times that a bucket's numbers were used up", this::overflows),
                Measure.counter(
                        "idgen.buckets.lost",
                        "",
                        "Times that the record of a group of buckets was lost",
                        this::lostGroups)));
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

    /** Ends leasing and its thread. Callers can still draw the numbers in stock. */
    @Override
    public void close() {
        refill.close();
    }

    /** Draws from a taken stripe, and releases it if this throws. */
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
     * Draws what others left in their stripes, or waits. Releases the given stripe; the caller's time continues from
     * it.
     */
    private Stripe<S> acquireAfter(Stripe<S> empty, int wanted, LongSupplier latestEnd) {
        long latest = empty.latest();
        Stripe<S> stripe = takeFromOthers(empty);
        if (stripe != null) {
            return stripe;
        }
        long deadline = latestEnd.getAsLong();
        long begun = deadline - environment.settings().acquireTimeout().toNanos();
        return waiters.await(() -> tryAcquire(wanted, latest), refusals(begun), deadline);
    }

    /**
     * Looks again for a waiting caller. Owns no stripe if it returns null or throws.
     *
     * @param latest the caller's latest time, because the stripe may differ from the one before
     */
    private @Nullable Stripe<S> tryAcquire(int wanted, long latest) {
        Stripe<S> stripe = stripes.take();
        stripe.goOnFrom(latest);
        Stripe<S> drawn = draws(stripe, wanted) ? stripe : takeFromOthers(stripe);
        if (drawn == null) {
            refill.wakeSoon();
        }
        return drawn;
    }

    /** Fills an owned stripe and draws from it. */
    private boolean drawRefilled(Stripe<S> stripe, int wanted) {
        long now = time.nanoTime();
        boolean isShort = refill.isShort(now);
        if (isShort) {
            stock.keep(stripe, now);
        }
        int chunk = Math.max(stripe.nextChunk(now), wanted);
        boolean filled = stock.cutInto(stripe, chunk, now) || stock.reuseIn(stripe, now, clock.millisAt(now));
        boolean drawn = filled && stripe.draw(now, clock);
        refill.drawnFrom(now);
        if (stripe.isBusy() && !isShort) { // what a thread leaves in its own stripe is not used again
            stripes.giveOwn(stripe);
        }
        return drawn;
    }

    /** Draws from a chunk that others left. Releases the given stripe, which first takes over the drawn time. */
    private @Nullable Stripe<S> takeFromOthers(Stripe<S> empty) {
        try {
            long now = time.nanoTime();
            long earliest = Math.max(clock.millisAt(now), empty.latest());
            Stripe<S> stripe = stripes.takeWhere(other -> drawsOrGivesUp(other, now, earliest));
            if (stripe != null) {
                empty.goOnFrom(stripe.latest());
            }
            return stripe;
        } finally {
            release(empty);
        }
    }

    /** Draws from a stripe that others left. If that is used up, its numbers can be used again. */
    private boolean drawsOrGivesUp(Stripe<S> other, long now, long earliest) {
        boolean draws = other.draw(now, earliest);
        if (other.isUsedUp() && !draws) {
            stock.keep(other, now);
        }
        return draws;
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

    /** @param begun when the call began, which may be long before the wait */
    private Waiters.Refusals refusals(long begun) {
        return new Waiters.Refusals() {
            @Override
            public boolean isFinal() {
                return client.requests().isClosed() || refused() != null;
            }

            /** A caller may use numbers again in the next millisecond. */
            @Override
            public boolean isNear() {
                return stock.isOpenAt(time.nanoTime());
            }

            @Override
            public RuntimeException refusal(long ignored) {
                return unavailable(reason(), begun);
            }

            @Override
            public RuntimeException interrupted(long ignored) {
                return unavailable(Reason.INTERRUPTED, begun);
            }
        };
    }

    /** Null while a lease is open: one whose terms were replaced is used up. */
    private @Nullable RuntimeException refused() {
        return stock.isOpenAt(time.nanoTime()) ? null : groups.refusal();
    }

    private Reason reason() {
        if (client.requests().isClosed()) {
            return Reason.CLOSED;
        }
        if (!groups.isJoined()) {
            return Reason.NOT_JOINED;
        }
        Buckets counts = buckets();
        if (counts.ready() > 0 || (counts.open() > 0 && counts.locked() > 0)) {
            return Reason.TIMED_OUT;
        }
        if (counts.open() > 0) {
            return Reason.ALL_OPEN;
        }
        return ring.isUnsettled(time.nanoTime()) ? Reason.SETTLING : Reason.ALL_LOCKED;
    }

    private RuntimeException unavailable(Reason reason, long begun) {
        RuntimeException refusal = refused();
        if (refusal != null) {
            return refusal;
        }
        long now = time.nanoTime();
        Buckets counts = ring.counts(now);
        long locked = counts.locked() == 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(ring.nanosToUnlock(now));
        long waited = TimeUnit.NANOSECONDS.toMillis(now - begun);
        return new SequenceUnavailableException(reason, counts, locked, waited, client.latestFailure());
    }
}
