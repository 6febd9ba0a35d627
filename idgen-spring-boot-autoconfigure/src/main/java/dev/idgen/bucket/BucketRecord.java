package dev.idgen.bucket;

import dev.idgen.bucket.LeaseReply.Ended;
import dev.idgen.bucket.LeaseReply.Granted;
import dev.idgen.bucket.LeaseReply.LockReason;
import dev.idgen.bucket.LeaseReply.Locked;
import dev.idgen.bucket.LeaseReply.Unborn;
import dev.idgen.time.Window;
import java.util.Objects;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One bucket's record, and the lease protocol as pure steps from one record to the next: the same rules as {@code
 * bucket.lua}, answer for answer.
 *
 * @param run the server's run when the record was written last
 * @param quarter the quarter numbers are granted from
 * @param position numbers granted from it in this stay
 * @param entered when this stay began, in epoch milliseconds
 * @param last the latest time seen
 * @param longest longest ttl seen
 * @param ends when the latest window granted in each quarter closes
 * @param lockReason why the bucket is locked, or null
 * @param lockedUntil until when, by the store's clock
 */
record BucketRecord(
        String run,
        int quarter,
        int position,
        long entered,
        long last,
        long longest,
        Ends ends,
        @Nullable LockReason lockReason,
        long lockedUntil) {

    /** For how long after a namespace's creation its creator may create buckets without a lock. */
    static final long BIRTH_MILLIS = 5000;
    /** More than what a failover loses of the latest writes. */
    static final long LOSS_MILLIS = 1000;
    /** More than any two servers' clocks differ. */
    static final long CLOCK_MARGIN_MILLIS = 2000;

    /** When the latest window of each quarter closes, in epoch milliseconds. */
    record Ends(long end0, long end1, long end2, long end3) {

        static final Ends NONE = new Ends(0, 0, 0, 0);

        long of(int quarter) {
            return switch (quarter) {
                case 0 -> end0;
                case 1 -> end1;
                case 2 -> end2;
                default -> end3;
            };
        }

        Ends atLeast(int quarter, long end) {
            return new Ends(
                    quarter == 0 ? Math.max(end0, end) : end0,
                    quarter == 1 ? Math.max(end1, end) : end1,
                    quarter == 2 ? Math.max(end2, end) : end2,
                    quarter == 3 ? Math.max(end3, end) : end3);
        }
    }

    /** What a request makes of a record: the next record, null if there still is none, and the answer. */
    record Step(@Nullable BucketRecord after, LeaseReply reply) {}

    private BucketRecord at(long now, long maxTtl) {
        return new BucketRecord(run, quarter, position, entered, now, maxTtl, ends, lockReason, lockedUntil);
    }

    private BucketRecord withEnds(Ends later) {
        return new BucketRecord(run, quarter, position, entered, last, longest, later, lockReason, lockedUntil);
    }

    private BucketRecord locked(LockReason reason, long until) {
        return new BucketRecord(run, quarter, position, entered, last, longest, ends, reason, until);
    }

    private BucketRecord unlocked() {
        return new BucketRecord(run, quarter, position, entered, last, longest, ends, null, 0);
    }

    private BucketRecord advanced(int count) {
        return new BucketRecord(run, quarter, position + count, entered, last, longest, ends, lockReason, lockedUntil);
    }

    /** Enters another quarter at a time, or as soon after it as the quarter's windows have closed. */
    private BucketRecord enter(int target, long at, String newRun) {
        long open = Math.max(at, ends.of(target) + 1);
        return new BucketRecord(newRun, target, 0, open, last, longest, ends, lockReason, lockedUntil);
    }

    /** Holds the quarters shut that the writes lost by a failover may have used, and goes on behind them. */
    private BucketRecord skip(String newRun) {
        long shut = last + longest + LOSS_MILLIS + CLOCK_MARGIN_MILLIS;
        return withEnds(ends.atLeast(quarter, shut).atLeast(following(quarter, 1), shut))
                .enter(following(quarter, 2), Math.max(entered, last + LOSS_MILLIS), newRun);
    }

    private BucketRecord overflow(String newRun) {
        return enter(following(quarter, 1), Math.max(entered + LOSS_MILLIS, last), newRun);
    }

    private static int following(int quarter, int steps) {
        return (quarter + steps) % BucketLayout.QUARTERS;
    }

    /**
     * A request about one record at one time.
     *
     * @param before the record, null if there is none
     * @param size numbers in a quarter
     * @param clock the store's clock in epoch milliseconds
     * @param run the store's run
     * @param randomQuarter where a new record begins
     */
    record Request(@Nullable BucketRecord before, int size, long clock, String run, IntSupplier randomQuarter) {

        Step extend(Granted grant, LeaseStore.Terms terms) {
            boolean sameStay = before != null
                    && run.equals(grant.run())
                    && run.equals(before.run)
                    && before.entered == grant.window().notBefore()
                    && before.quarter == grant.first() / size;
            return before == null || !sameStay
                    ? new Step(before, new Ended(time(now())))
                    : granted(before.at(now(), longest(terms)), grant.first(), 0, terms);
        }

        /** Only the namespace's creator asks for this, while the namespace is new. */
        Step birth(LeaseStore.Terms terms) {
            if (isLocked()) {
                return stillLocked();
            }
            BucketRecord record = before == null ? created(terms) : before.at(now(), longest(terms));
            return grantFrom(record, 0, before == null ? LockReason.LOST : LockReason.FAILOVER, terms);
        }

        Step lease(int count, LeaseStore.Terms terms) {
            if (isLocked()) {
                return stillLocked();
            }
            if (before == null && isNamespaceNew(terms)) {
                return new Step(null, new Unborn(time(now())));
            }
            BucketRecord record = before == null ? created(terms) : before.at(now(), longest(terms));
            if (!record.run.equals(run) && !run.isEmpty()) {
                return grantFrom(record.skip(run), count, LockReason.FAILOVER, terms);
            }
            if (record.position >= size) {
                return grantFrom(record.overflow(run), count, LockReason.OVERFLOW, terms);
            }
            return grantFrom(record, count, before == null ? LockReason.LOST : LockReason.FAILOVER, terms);
        }

        /** Grants what the quarter has, or locks the bucket until its stay begins. */
        private Step grantFrom(BucketRecord record, int count, LockReason reason, LeaseStore.Terms terms) {
            long wait = record.entered - record.last;
            if (wait > 0) {
                return new Step(record.locked(reason, clock + wait), new Locked(reason, wait, time(record.last)));
            }
            int first = record.quarter * size + record.position;
            int granted = Math.min(count, size - record.position);
            return granted(record.unlocked().advanced(granted), first, granted, terms);
        }

        /** A new record; if the namespace is not new, one was lost, and every window handed out must close first. */
        private BucketRecord created(LeaseStore.Terms terms) {
            long entered = isNamespaceNew(terms) ? now() : now() + longest(terms) + CLOCK_MARGIN_MILLIS;
            return new BucketRecord(
                    run, randomQuarter.getAsInt(), 0, entered, now(), longest(terms), Ends.NONE, null, 0);
        }

        private long now() {
            return before == null ? clock : Math.max(clock, before.last);
        }

        private long longest(LeaseStore.Terms terms) {
            long asked = Math.max(terms.maxTtlMillis(), terms.ttlMillis());
            return before == null ? asked : Math.max(asked, before.longest);
        }

        private StoreTime time(long now) {
            return new StoreTime(now, clock);
        }

        private boolean isNamespaceNew(LeaseStore.Terms terms) {
            return now() - terms.created() < BIRTH_MILLIS;
        }

        private boolean isLocked() {
            return before != null && before.lockReason != null && clock <= before.lockedUntil;
        }

        private Step stillLocked() {
            BucketRecord locked = Objects.requireNonNull(before);
            LockReason reason = Objects.requireNonNull(locked.lockReason);
            return new Step(before, new Locked(reason, locked.lockedUntil - clock, time(now())));
        }

        private Step granted(BucketRecord record, int first, int count, LeaseStore.Terms terms) {
            long end = record.last + terms.ttlMillis();
            return new Step(
                    record.withEnds(record.ends.atLeast(record.quarter, end)),
                    new Granted(first, count, new Window(record.entered, end), run, time(record.last)));
        }
    }
}
