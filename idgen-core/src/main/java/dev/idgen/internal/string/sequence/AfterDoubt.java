package dev.idgen.internal.string.sequence;

import dev.idgen.internal.register.LeaseClient;
import dev.idgen.internal.string.sequence.LeaseReply.Happened;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/**
 * What this instance does after a doubt about a bucket; whether there is one, {@link BucketRule} decides. All buckets
 * are touched then, so that those in doubt are locked, and reopen, together. Used by the planner only, except for the
 * counts.
 */
final class AfterDoubt {

    /** Touches come no more often than this. */
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int TOUCHES_AT_ONCE = 4;

    /** For how long after a doubt a bucket may overflow ahead of time, which says nothing of the rate then. */
    private static final long OVERFLOW_EXPECTED_NANOS = TimeUnit.MINUTES.toNanos(2);

    private static final String OVERFLOWED =
            ": bucket {} overflowed {} ms before its next numbers may carry the right time; if this goes on, the fleet draws more"
                    + " numbers than the namespace has in one lease-ttl";
    private static final String LOST =
            ": the store lost the record of bucket {}, or its latest writes. Does the store keep its data (persistence, eviction)?";
    private static final String DOUBTED =
            ": the store may have lost writes, as bucket {} shows ({}); its next ids carry a time that is ahead, later than that of"
                    + " all ids before";

    private final Ring ring;
    private final LeaseClient client;
    private final BiConsumer<Bucket, Runnable> touch;
    private final Runnable lost;
    private final AtomicLong overflows = new AtomicLong();
    private final AtomicLong lostRecords = new AtomicLong();

    private final Queue<Bucket> untouched = new ArrayDeque<>();
    private int touching;
    private boolean touched;
    private long touchedAt;

    /**
     * @param touch asks a bucket for no numbers, so that a doubt that is due is noted, and runs something when that was
     *     answered
     * @param lost run when a value was lost: the terms may be gone, too
     */
    AfterDoubt(Ring ring, LeaseClient client, BiConsumer<Bucket, Runnable> touch, Runnable lost) {
        this.ring = ring;
        this.client = client;
        this.touch = touch;
        this.lost = lost;
    }

    /** How often a bucket overflowed before its next numbers could carry the right time. Any thread. */
    long overflows() {
        return overflows.get();
    }

    /** How often a bucket's value was found lost, or behind what this instance had seen of it. Any thread. */
    long lostRecords() {
        return lostRecords.get();
    }

    /**
     * A lease could not be extended: if writes may be lost, others are to find all buckets in doubt, and none that
     * seems new.
     */
    void ended(Happened happened) {
        if (happened == Happened.LOST || happened == Happened.FAILOVER) {
            touchAll(client.time().nanoTime());
        }
    }

    /** @param earlyMillis how long the bucket is locked, or how far in the future its window begins */
    void happened(Bucket bucket, Happened happened, long earlyMillis) {
        long now = client.time().nanoTime();
        switch (happened) {
            case NOTHING, OPERATOR, CLOCK -> {}
            case OVERFLOW -> {
                // A bucket that leads after a doubt overflows ahead of time, too.
                boolean leading = touched && now - touchedAt < OVERFLOW_EXPECTED_NANOS;
                if (earlyMillis > 0 && !leading) {
                    overflows.incrementAndGet();
                    client.log().warnOnce(OVERFLOWED, bucket.index(), earlyMillis);
                }
            }
            case FAILOVER -> doubted(bucket, happened, now);
            case LOST -> {
                lostRecords.incrementAndGet();
                client.log().errorOnce(LOST, bucket.index());
                doubted(bucket, happened, now);
                lost.run();
            }
        }
    }

    private void doubted(Bucket bucket, Happened happened, long now) {
        bucket.doubted();
        client.log().warnOnce(DOUBTED, bucket.index(), happened);
        touchAll(now);
    }

    private void touchAll(long now) {
        if (!touched || now - touchedAt > PAUSE_NANOS) {
            touched = true;
            touchedAt = now;
            untouched.clear();
            untouched.addAll(ring.inOrder());
            touchOn();
        }
    }

    /** A few at a time: a server that hangs holds the threads of a driver that blocks. */
    private void touchOn() {
        while (touching < TOUCHES_AT_ONCE && !untouched.isEmpty()) {
            Bucket bucket = untouched.remove();
            if (!bucket.isBusy() && !bucket.isBreakerOpen()) {
                touching++;
                touch.accept(bucket, () -> {
                    touching--;
                    touchOn();
                });
            }
        }
    }
}
