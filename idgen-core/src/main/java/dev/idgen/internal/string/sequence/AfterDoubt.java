package dev.idgen.internal.string.sequence;

import dev.idgen.internal.register.LeaseClient;
import dev.idgen.internal.string.sequence.LeaseReply.Happened;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/**
 * What this instance does after a doubt about a bucket; {@link BucketRule} decides whether there is one. It touches all
 * buckets, so that those in doubt are locked, and reopen, together. Used only on the planner's thread, except for the
 * counts.
 */
final class AfterDoubt {

    /** The shortest time between two rounds of touches. */
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int TOUCHES_AT_ONCE = 4;

    /** For this long after a doubt, a bucket may overflow early. That says nothing about the rate then. */
    private static final long OVERFLOW_EXPECTED_NANOS = TimeUnit.MINUTES.toNanos(2);

    private static final String OVERFLOWED =
            ": bucket {} overflowed {} ms before its next numbers may carry the right time; if this goes on, the fleet draws more"
                    + " numbers than the namespace has in one lease-ttl";
    private static final String LOST =
            ": the store lost the record of bucket {}, or its latest writes. Does the store keep its data (persistence, eviction)?";
    private static final String DOUBTED =
            ": the store may have lost writes, as bucket {} shows ({}); its next ids carry a time ahead of the clock, later than all"
                    + " earlier ids";

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
     * @param touch asks a bucket for no numbers, so that a doubt is noted if there is one, then runs a task
     * @param lost called when a value was lost, because the terms may be gone too
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

    /** How often a bucket's value was found lost, or behind what this instance had seen. Any thread. */
    long lostRecords() {
        return lostRecords.get();
    }

    /**
     * Handles the end of a lease that could not be extended. If writes may be lost, other instances must find all
     * buckets in doubt, and none that seems new.
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
                // A bucket that leads after a doubt overflows early, too.
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

    /** Touches a few at a time, because a hanging server holds the threads of a blocking driver. */
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
