package dev.idgen.internal.string.sequence;

import dev.idgen.internal.request.Absence;
import dev.idgen.internal.string.sequence.LeaseReply.Happened;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What this instance does after the store has found a doubt about a bucket; whether there is one, and for how long the bucket is
 * locked, bucket.lua decides. When writes may be lost, all buckets are touched, so that those in doubt are locked, and reopen, together. When the namespace is new, all its buckets
 * are made. Used by the planner only, except for the counts.
 */
final class AfterDoubt {

    /** Touches come no more often than this. */
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int TOUCHES_AT_ONCE = 4;

    /** For how long after a doubt a bucket may overflow ahead of time, which says nothing of the rate then. */
    private static final long OVERFLOW_EXPECTED_NANOS = TimeUnit.MINUTES.toNanos(2);

    /** Does the things that only the planner can do. */
    interface Actions {

        /** Asks a bucket for no numbers, so that the store takes note of a doubt that is due. */
        void touch(Bucket bucket, Runnable afterwards);

        /** Reads the namespace's record, unless that failed a moment ago. */
        void readNamespace();
    }

    private final Ring ring;
    private final Absence absence;
    private final TimeSource time;
    private final SequenceLog log;
    private final Actions actions;
    private final AtomicLong overflows = new AtomicLong();
    private final AtomicLong lostRecords = new AtomicLong();

    private final Queue<Bucket> untouched = new ArrayDeque<>();
    private int touching;
    private boolean touched;
    private long touchedAt;

    AfterDoubt(Ring ring, Absence absence, TimeSource time, SequenceLog log, Actions actions) {
        this.ring = ring;
        this.absence = absence;
        this.time = time;
        this.log = log;
        this.actions = actions;
    }

    /** How often a bucket overflowed before its next numbers could carry the right time. Any thread. */
    long overflows() {
        return overflows.get();
    }

    /** How often a bucket's record was found lost, or behind what this instance had seen of it. Any thread. */
    long lostRecords() {
        return lostRecords.get();
    }

    /** A bucket has no record. */
    void unborn() {
        absence.missing(() -> make(ring.inOrder(), absence::made));
    }

    /** A lease could not be extended: if writes may be lost, others are to find all buckets in doubt, and none that seems new. */
    void ended(Happened happened) {
        if (happened == Happened.LOST || happened == Happened.FAILOVER) {
            touchAll(time.nanoTime());
        }
    }

    /** A grant was of a record behind what this instance saw. */
    void wentBack(Bucket bucket) {
        lostRecords.incrementAndGet();
        log.wentBack(bucket.index(), time.nanoTime());
    }

    /** @param early how long the bucket is locked, or how far in the future its window begins */
    void happened(Bucket bucket, Happened happened, Duration early) {
        long now = time.nanoTime();
        switch (happened) {
            case NOTHING, OPERATOR, CLOCK -> {}
            case UNREAD -> actions.readNamespace();
            case OVERFLOW -> {
                // A bucket that leads after a doubt overflows ahead of time, too.
                boolean leading = touched && now - touchedAt < OVERFLOW_EXPECTED_NANOS;
                if (!early.isZero() && !leading) {
                    overflows.incrementAndGet();
                    log.overflowed(bucket.index(), early, now);
                }
            }
            // To touch all with each new connection would lock all with each.
            case CONNECTION -> log.doubted(bucket.index(), happened, now);
            case FAILOVER -> {
                log.doubted(bucket.index(), happened, now);
                touchAll(now);
            }
            case LOST -> {
                lostRecords.incrementAndGet();
                log.lost(bucket.index(), now);
                log.doubted(bucket.index(), happened, now);
                actions.readNamespace(); // its record may be gone too
                touchAll(now);
            }
        }
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

    private void make(List<Bucket> buckets, Runnable afterwards) {
        AtomicInteger unanswered = new AtomicInteger(buckets.size());
        for (Bucket bucket : buckets) {
            actions.touch(bucket, () -> {
                if (unanswered.decrementAndGet() == 0) {
                    afterwards.run();
                }
            });
        }
    }
}
