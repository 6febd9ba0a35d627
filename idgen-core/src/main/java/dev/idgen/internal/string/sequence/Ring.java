package dev.idgen.internal.string.sequence;

import dev.idgen.SequenceUnavailableException.Buckets;
import dev.idgen.internal.request.BreakerFactory;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All buckets of a region, visited in turn from a random start, each with a circuit breaker.
 *
 * <p>One failure opens a breaker. After two failures in a row on one server's buckets, the breakers of all its buckets
 * open. So two requests detect a dead server, instead of one per bucket. The first success on one of these buckets
 * closes them all.
 *
 * <p>Used only on the planner's thread, except for {@link #counts}.
 */
final class Ring {

    private static final int FAILURES_OF_A_DEAD_SERVER = 2;

    private final List<Bucket> buckets;
    private final Map<String, Integer> failuresByRun = new HashMap<>();
    private int position;

    /**
     * @param layout the buckets of all regions
     * @param start which of this region's buckets is asked first
     */
    Ring(Region region, BucketLayout layout, int start, Duration breakerWait, TimeSource time) {
        BreakerFactory breakers = new BreakerFactory(breakerWait, time);
        this.buckets = IntStream.range(0, layout.buckets())
                .filter(region::has)
                .mapToObj(i -> new Bucket(i, Integer.toString(layout.groupOf(i)), breakers.named("bucket-" + i)))
                .toList();
        this.position = start % buckets.size();
    }

    /** All buckets, in the order of their indexes. */
    List<Bucket> buckets() {
        return buckets;
    }

    /** The next bucket that is not locked, has a closed breaker and no request under way. */
    @Nullable
    Bucket nextReady(long nanoTime) {
        return next(bucket -> isReady(bucket, nanoTime));
    }

    /** Locks all buckets of a group. */
    void lockGroup(String group, long millis, long nanoTime) {
        buckets.stream()
                .filter(bucket -> bucket.group().equals(group))
                .forEach(bucket -> bucket.lockFor(millis, nanoTime));
    }

    private static boolean isReady(Bucket bucket, long nanoTime) {
        return isFree(bucket, nanoTime)
                && !bucket.isBreakerOpen()
                && bucket.breaker().tryAcquirePermission();
    }

    /** The next bucket whose breaker has been open for long enough to let one request through. */
    @Nullable
    Bucket nextProbe(long nanoTime) {
        return next(bucket -> isFree(bucket, nanoTime)
                && bucket.isBreakerOpen()
                && bucket.breaker().tryAcquirePermission());
    }

    private static boolean isFree(Bucket bucket, long nanoTime) {
        return !bucket.isBusy() && !bucket.isLockedAt(nanoTime);
    }

    private @Nullable Bucket next(Predicate<Bucket> usable) {
        for (int i = 0; i < buckets.size(); i++) {
            Bucket bucket = buckets.get(position);
            position = (position + 1) % buckets.size();
            if (usable.test(bucket)) {
                return bucket;
            }
        }
        return null;
    }

    void succeeded(Bucket bucket, long nanos) {
        boolean wasOpen = bucket.isBreakerOpen();
        bucket.breaker().succeeded(nanos);
        failuresByRun.remove(bucket.run());
        if (wasOpen) {
            sameServer(bucket)
                    .filter(Bucket::isBreakerOpen)
                    .forEach(other -> other.breaker().close());
        }
    }

    void failed(Bucket bucket, long nanos, Throwable failure) {
        bucket.breaker().failed(nanos, failure);
        if (!bucket.run().isEmpty()
                && failuresByRun.merge(bucket.run(), 1, Integer::sum) >= FAILURES_OF_A_DEAD_SERVER) {
            sameServer(bucket)
                    .filter(other -> !other.isBreakerOpen())
                    .forEach(other -> other.breaker().open());
        }
    }

    private Stream<Bucket> sameServer(Bucket bucket) {
        return buckets.stream().filter(bucket::sharesServerWith);
    }

    Buckets counts(long nanoTime) {
        int open = 0;
        int locked = 0;
        for (Bucket bucket : buckets) {
            if (bucket.isBreakerOpen()) {
                open++;
            } else if (bucket.isLockedAt(nanoTime)) {
                locked++;
            }
        }
        return new Buckets(buckets.size() - open - locked, open, locked);
    }

    /** Nanoseconds until the first locked bucket opens; {@link Long#MAX_VALUE} if none is locked. */
    long nanosToUnlock(long nanoTime) {
        return buckets.stream()
                .filter(bucket -> bucket.isLockedAt(nanoTime))
                .mapToLong(bucket -> bucket.lockedUntil() - nanoTime)
                .min()
                .orElse(Long.MAX_VALUE);
    }
}
