package dev.idgen.internal.string.sequence;

import dev.idgen.internal.string.sequence.LeaseReply.Happened;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What this instance does after a doubt about a bucket; whether there is one, {@link BucketRule} decides. All buckets are touched
 * then, so that those in doubt are locked, and reopen, together. Used by the planner only, except for the counts.
 */
final class AfterDoubt {

    /** Touches come no more often than this. */
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int TOUCHES_AT_ONCE = 4;

    /** For how long after a doubt a bucket may overflow ahead of time, which says nothing of the rate then. */
    private static final long OVERFLOW_EXPECTED_NANOS = TimeUnit.MINUTES.toNanos(2);

    /** Does the things that only the planner can do. */
    interface Actions {

        /** Asks a bucket for no numbers, so that a doubt that is due is noted. */
        void touch(Bucket bucket, Runnable afterwards);

        /** Reads the namespace's terms, unless that failed a moment ago. */
        void readNamespace();
    }

    private final Ring ring;
    private final TimeSource time;
    private final SequenceLog log;
    private final Actions actions;
    private final AtomicLong overflows = new AtomicLong();
    private final AtomicLong lostRecords = new AtomicLong();

    private final Queue<Bucket> untouched = new ArrayDeque<>();
    private int touching;
    private boolean touched;
    private long touchedAt;

    AfterDoubt(Ring ring, TimeSource time, SequenceLog log, Actions actions) {
        this.ring = ring;
        this.time = time;
        this.log = log;
        this.actions = actions;
    }

    /** How often a bucket overflowed before its next numbers could carry the right time. Any thread. */
    long overflows() {
        return overflows.get();
    }

    /** How often a bucket's value was found lost, or behind what this instance had seen of it. Any thread. */
    long lostRecords() {
        return lostRecords.get();
    }

    /** A lease could not be extended: if writes may be lost, others are to find all buckets in doubt, and none that seems new. */
    void ended(Happened happened) {
        if (happened == Happened.LOST || happened == Happened.FAILOVER) {
            touchAll(time.nanoTime());
        }
    }

    /** @param earlyMillis how long the bucket is locked, or how far in the future its window begins */
    void happened(Bucket bucket, Happened happened, long earlyMillis) {
        long now = time.nanoTime();
        switch (happened) {
            case NOTHING, OPERATOR, CLOCK -> {}
            case OVERFLOW -> {
                // A bucket that leads after a doubt overflows ahead of time, too.
                boolean leading = touched && now - touchedAt < OVERFLOW_EXPECTED_NANOS;
                if (earlyMillis > 0 && !leading) {
                    overflows.incrementAndGet();
                    log.overflowed(bucket.index(), Duration.ofMillis(earlyMillis), now);
                }
            }
            case FAILOVER -> doubted(bucket, happened, now);
            case LOST -> {
                lostRecords.incrementAndGet();
                log.lost(bucket.index(), now);
                doubted(bucket, happened, now);
                actions.readNamespace(); // the terms may be gone, too
            }
        }
    }

    private void doubted(Bucket bucket, Happened happened, long now) {
        bucket.doubted();
        log.doubted(bucket.index(), happened, now);
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
                actions.touch(bucket, () -> {
                    touching--;
                    touchOn();
                });
            }
        }
    }
}
