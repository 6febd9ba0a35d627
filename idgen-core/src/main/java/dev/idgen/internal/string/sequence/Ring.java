package dev.idgen.internal.string.sequence;

import dev.idgen.SequenceUnavailableException.Buckets;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.request.Breaker;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.string.sequence.LeaseReply.Cause;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * All buckets of a region, visited in turn from a random start. The buckets of a group have one circuit breaker,
 * because one server has them all.
 *
 * <p>Used only on the planner's thread, except where a method says "any thread".
 */
final class Ring {

    private static final int PROBES_PER_WAIT = 10;

    private final List<Bucket> buckets;
    private final TimeSource time;
    private final long probeNanos;
    private int position;

    /** The bucket that was probed last. */
    private @Nullable Bucket probed;

    private long probedNanos;

    /**
     * @param layout the buckets of all regions
     * @param start which of this region's buckets is asked first
     */
    Ring(Region region, BucketLayout layout, int start, Duration breakerWait, TimeSource time) {
        List<Breaker> breakers = IntStream.range(0, layout.groups())
                .mapToObj(group -> new Breaker("group-" + group, breakerWait, time))
                .toList();
        int perGroup = layout.buckets() / layout.groups();
        // One of each group, then the next of each: passing a locked group keeps the distance from other instances.
        this.buckets = IntStream.range(0, layout.buckets())
                .map(place -> place % layout.groups() * perGroup + place / layout.groups())
                .filter(region::has)
                .mapToObj(i -> new Bucket(i, Integer.toString(layout.groupOf(i)), breakers.get(layout.groupOf(i))))
                .toList();
        this.position = start % buckets.size();
        this.time = time;
        this.probeNanos = breakerWait.toNanos() / PROBES_PER_WAIT;
        this.probedNanos = time.nanoTime();
    }

    /** All buckets. */
    List<Bucket> buckets() {
        return buckets;
    }

    /** The next bucket that is not locked, has a closed breaker and no request under way. */
    @Nullable
    Bucket nextReady(long nanoTime) {
        return next(nanoTime, false);
    }

    /**
     * The next bucket whose breaker has been open for long enough to let one request through. Probes are spread out and
     * sent one by one, so that a server that refuses connections is not asked continuously.
     */
    @Nullable
    Bucket nextProbe(long nanoTime) {
        Bucket latest = probed;
        boolean isProbing =
                latest != null && latest.isBusy() && latest.breaker().isOpen();
        if (isProbing || nanoTime - probedNanos < probeNanos) {
            return null;
        }
        probedNanos = nanoTime;
        probed = next(nanoTime, true);
        return probed;
    }

    /** Nanoseconds until a bucket may be available: a locked one opens, or one may be probed. */
    long nanosToNext(long nanoTime) {
        long dueNanos = probedNanos + probeNanos - nanoTime;
        return Math.min(nanosToUnlock(nanoTime), dueNanos > 0 ? dueNanos : probeNanos);
    }

    /** Locks all buckets of a group. */
    void lockGroup(String group, long millis, long nanoTime, @Nullable Cause cause) {
        buckets.stream()
                .filter(bucket -> bucket.group().equals(group))
                .forEach(bucket -> bucket.lockFor(millis, nanoTime, cause));
    }

    private @Nullable Bucket next(long nanoTime, boolean isOpen) {
        for (int i = 0; i < buckets.size(); i++) {
            Bucket bucket = buckets.get(position);
            position = (position + 1) % buckets.size();
            if (!bucket.isBusy()
                    && !bucket.isLockedAt(nanoTime)
                    && bucket.breaker().isOpen() == isOpen
                    && bucket.breaker().tryAcquirePermission()) {
                return bucket;
            }
        }
        return null;
    }

    /** How many are in which state. Any thread. */
    Buckets counts(long nanoTime) {
        int open = 0;
        int locked = 0;
        for (Bucket bucket : buckets) {
            if (bucket.breaker().isOpen()) {
                open++;
            } else if (bucket.isLockedAt(nanoTime)) {
                locked++;
            }
        }
        return new Buckets(buckets.size() - open - locked, open, locked);
    }

    /** Whether a bucket is locked because writes may be missing, or the namespace is new. Any thread. */
    boolean isUnsettled(long nanoTime) {
        return buckets.stream().anyMatch(bucket -> bucket.isUnsettledAt(nanoTime));
    }

    /** Nanoseconds until the first locked bucket opens; {@link Long#MAX_VALUE} if none is locked. Any thread. */
    long nanosToUnlock(long nanoTime) {
        return buckets.stream()
                .mapToLong(bucket -> bucket.lockedNanos(nanoTime))
                .filter(nanos -> nanos > 0)
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** How many buckets are in each state. */
    List<Measure> measures() {
        return List.of(
                measure("ready", Buckets::ready), measure("open", Buckets::open), measure("locked", Buckets::locked));
    }

    private Measure measure(String state, ToIntFunction<Buckets> count) {
        return Measure.gauge(
                        "idgen.buckets",
                        "buckets",
                        "Buckets that are ready, locked, or skipped because they failed",
                        () -> count.applyAsInt(counts(time.nanoTime())))
                .tagged("state", state);
    }
}
