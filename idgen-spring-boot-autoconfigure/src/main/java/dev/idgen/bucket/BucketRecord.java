package dev.idgen.bucket;

import dev.idgen.bucket.LeaseReply.Ended;
import dev.idgen.bucket.LeaseReply.Granted;
import dev.idgen.bucket.LeaseReply.LockReason;
import dev.idgen.bucket.LeaseReply.Locked;
import dev.idgen.bucket.LeaseReply.Unborn;
import dev.idgen.time.Window;
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
    /** A quarter is not left sooner, so that a lost second of writes holds at most one move. */
    static final long MIN_STAY_MILLIS = 1000;
    /** More than any two servers' clocks differ. */
    static final long CLOCK_MARGIN_MILLIS = 2000;
    /** The clock margin and what a failover may lose. */
    static final long FAILOVER_MARGIN_MILLIS = 3000;

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

    private BucketRecord advanced(int count) {
        return new BucketRecord(run, quarter, position + count, entered, last, longest, ends, null, 0);
    }

    private BucketRecord enter(int target, String newRun) {
        return new BucketRecord(newRun, target, 0, last, last, longest, ends, null, 0);
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

        Step birth(LeaseStore.Terms terms) {
            if (isLocked()) {
                return stillLocked();
            }
            BucketRecord record;
            if (before != null) {
                record = before.at(now(), longest(terms));
            } else if (isNamespaceNew(terms)) {
                record = fresh(now(), terms);
            } else {
                return lost(terms);
            }
            return granted(record, record.quarter * size + record.position, 0, terms);
        }

        Step lease(int count, LeaseStore.Terms terms) {
            if (isLocked()) {
                return stillLocked();
            }
            if (before == null) {
                return isNamespaceNew(terms) ? new Step(null, new Unborn(time(now()))) : lost(terms);
            }
            BucketRecord record = before.at(now(), longest(terms));
            boolean moved = !record.run.equals(run) && !run.isEmpty();
            if (moved || record.position >= size) {
                int target = following(record.quarter, moved ? 2 : 1);
                long open = record.ends.of(target) + 1;
                if (!moved) {
                    open = Math.max(open, record.entered + MIN_STAY_MILLIS);
                }
                if (now() < open) {
                    return lock(record, moved ? LockReason.FAILOVER : LockReason.OVERFLOW, open - now());
                }
                if (moved) {
                    long shut = now() + record.longest + FAILOVER_MARGIN_MILLIS;
                    record = record.withEnds(
                            record.ends.atLeast(record.quarter, shut).atLeast(following(record.quarter, 1), shut));
                }
                record = record.enter(target, run);
            }
            int first = record.quarter * size + record.position;
            int granted = Math.min(count, size - record.position);
            return granted(record.advanced(granted), first, granted, terms);
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
            BucketRecord locked = java.util.Objects.requireNonNull(before);
            LockReason reason = java.util.Objects.requireNonNull(locked.lockReason);
            return new Step(before, new Locked(reason, locked.lockedUntil - clock, time(now())));
        }

        private BucketRecord fresh(long entered, LeaseStore.Terms terms) {
            return new BucketRecord(
                    run, randomQuarter.getAsInt(), 0, entered, entered, longest(terms), Ends.NONE, null, 0);
        }

        private Step lost(LeaseStore.Terms terms) {
            long wait = longest(terms) + CLOCK_MARGIN_MILLIS;
            return lock(fresh(now() + wait, terms), LockReason.LOST, wait);
        }

        private Step lock(BucketRecord record, LockReason reason, long millis) {
            return new Step(record.locked(reason, clock + millis), new Locked(reason, millis, time(record.last)));
        }

        private Step granted(BucketRecord record, int first, int count, LeaseStore.Terms terms) {
            long end = record.last + terms.ttlMillis();
            return new Step(
                    record.withEnds(record.ends.atLeast(record.quarter, end)),
                    new Granted(first, count, new Window(record.entered, end), run, time(record.last)));
        }
    }
}
