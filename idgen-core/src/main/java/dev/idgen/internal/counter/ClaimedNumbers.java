package dev.idgen.internal.counter;

import dev.idgen.Claim;
import dev.idgen.DecodedId;
import dev.idgen.IdScheme;
import dev.idgen.Monotonicity;
import dev.idgen.NumberNotClaimedException;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.ids.IdSource;
import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.monitor.GeneratorMeasures;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.request.Waiters;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Random numbers of a range. It claims each number before it issues it, so they are as unique as the {@link Claim}.
 * Thread-safe if the claim and the random generator are.
 */
public final class ClaimedNumbers implements IdSource {

    /** How many numbers to try for one id by default. */
    public static final int ATTEMPTS = 20;

    private static final Logger log = LoggerFactory.getLogger(ClaimedNumbers.class);
    private static final List<String> PARTS = List.of("number");

    /** The collision rate covers about this many of the latest attempts. */
    private static final int MEMORY = 1000;

    private static final double WARN_RATE = 0.5;
    private static final int BITS = Long.SIZE - 1;

    private final String name;
    private final ClaimRange range;
    private final int maxAttempts;
    private final Claim claim;
    private final RandomGenerator random;
    private final AtomicLong attempts = new AtomicLong();
    private final AtomicLong collisions = new AtomicLong();
    private final LongAdder issued = new LongAdder();
    private final AtomicBoolean warned = new AtomicBoolean();

    /** @param maxAttempts how many numbers to try for one id */
    public ClaimedNumbers(String name, ClaimRange range, int maxAttempts, Claim claim, RandomGenerator random) {
        this.name = name;
        this.range = range;
        this.maxAttempts = maxAttempts;
        this.claim = claim;
        this.random = random;
    }

    @Override
    public <T> T next(IdType<T> form) {
        return form.of(0, nextLong());
    }

    @Override
    public long nextLong() {
        for (int i = 0; i < maxAttempts; i++) {
            long number = range.any(random);
            boolean claimed = claim.claim(name, number);
            record(claimed);
            if (claimed) {
                return number;
            }
        }
        throw notClaimed();
    }

    /** Claims a number with at most so many attempts. The store's thread runs none of them. */
    private CompletableFuture<Long> claimed(StoreClaim store, int most) {
        long number = range.any(random);
        return store.claimed(name, number)
                .thenComposeAsync(
                        claimed -> {
                            record(claimed);
                            if (claimed) {
                                return CompletableFuture.completedFuture(number);
                            }
                            return most > 1 ? claimed(store, most - 1) : CompletableFuture.failedFuture(notClaimed());
                        },
                        Waiters.CALLBACKS);
    }

    private NumberNotClaimedException notClaimed() {
        return new NumberNotClaimedException(name, maxAttempts, collisionRate());
    }

    private void record(boolean claimed) {
        if (claimed) {
            issued.increment();
        } else {
            collisions.incrementAndGet();
        }
        long all = attempts.incrementAndGet();
        if (all >= MEMORY) {
            // Halving lets the latest attempts count most. A rate may lose updates of other threads.
            attempts.set(all / 2);
            collisions.set(collisions.get() / 2);
            boolean isFillingUp = collisionRate() > WARN_RATE;
            if (!warned.getAndSet(isFillingUp) && isFillingUp) {
                log.warn(
                        "'{}' finds that {} % of the numbers it tries are taken: its range {} is filling up",
                        name, Math.round(100 * collisionRate()), range);
            }
        }
    }

    /** The share of recently tried numbers that were taken, 0 to 1. It shows about how full the range is. */
    double collisionRate() {
        long all = attempts.get();
        return all == 0 ? 0 : (double) collisions.get() / all;
    }

    @Override
    public List<Measure> measures() {
        return List.of(
                GeneratorMeasures.issued(issued::sum),
                Measure.gauge(
                        "idgen.claim.collisions",
                        "",
                        "Share of tried numbers that were taken, 0 to 1: how full the range is",
                        this::collisionRate));
    }

    /** {@inheritDoc} A claim of the application's own may block, and random bits may, so the common pool takes them. */
    @Override
    public <T> CompletableFuture<T> nextAsync(IdType<T> form) {
        CompletableFuture<Long> number = claim instanceof StoreClaim store
                ? claimedInTime(store)
                : CompletableFuture.supplyAsync(this::nextLong, Waiters.CALLBACKS);
        return Waiters.mapped(number, claimed -> form.of(0, claimed));
    }

    private CompletableFuture<Long> claimedInTime(StoreClaim store) {
        return CompletableFuture.supplyAsync(() -> claimed(store, maxAttempts), Waiters.CALLBACKS)
                .thenCompose(claimed -> claimed)
                .orTimeout(TimeUnit.NANOSECONDS.convert(store.timeout()), TimeUnit.NANOSECONDS)
                .exceptionallyAsync(
                        failure -> {
                            Throwable cause = Requests.unwrap(failure);
                            throw CounterUnavailability.failure(name, cause, store.timeout());
                        },
                        Waiters.CALLBACKS);
    }

    @Override
    public int bits() {
        return BITS;
    }

    @Override
    public IdScheme scheme() {
        List<IdScheme.Field> layout = List.of(NumberMapping.digits("number", range.max()));
        return NumberMapping.scheme("random-claim", range.toString(), Monotonicity.NONE, layout);
    }

    @Override
    public DecodedId decode(Word128 id, @Nullable Instant issuedBy) {
        long number = id.low();
        if (number < range.min() || number > range.max()) {
            throw new IllegalArgumentException("ids are " + range.min() + " to " + range.max());
        }
        return DecodedId.of(null, PARTS, number);
    }

    @Override
    public String toString() {
        return "random-claim generator '" + name + "'";
    }
}
