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

    /** Goes on when every window handed out has closed: the record is a snapshot of any age. */
    private BucketRecord distrust(String newRun) {
        long closed = last + longest + CLOCK_MARGIN_MILLIS;
        return enter(following(quarter, 1), Math.max(entered, closed), newRun);
    }

    private BucketRecord overflow(String newRun) {
        return enter(following(quarter, 1), Math.max(entered + LOSS_MILLIS, last), newRun);
    }

    private static int following(int quarter, int steps) {
        return (quarter + steps) % BucketLayout.QUARTERS;
    }

    /**
     * The server that holds a record.
     *
     * @param run changes with each start and each promotion; empty if the server does not tell
     * @param former the run of the master that it took over from; empty if it did not
     * @param startedAt when its process started, in epoch milliseconds of its clock
     * @param appendOnly whether it writes an append-only file
     */
    record Server(String run, String former, long startedAt, boolean appendOnly) {

        /** Whether it started after the record was written last, and so read it from a snapshot on disk. */
        boolean readFromSnapshot(long clock, long last) {
            long uptimeSeconds = Math.floorDiv(clock - startedAt, 1000L);
            return !appendOnly && clock - uptimeSeconds * 1000 > last - CLOCK_MARGIN_MILLIS;
        }

        /** Whether there was another server between the one that wrote a record and this one: it may have read a snapshot. */
        boolean wasPassedOn(String writer) {
            return !former.isEmpty() && !former.equals(writer);
        }
    }

    /**
     * A request about one record at one time.
     *
     * @param before the record, null if there is none
     * @param size numbers in a quarter
     * @param clock the store's clock in epoch milliseconds
     * @param server the server that holds the record
     * @param randomQuarter where a new record begins
     */
    record Request(@Nullable BucketRecord before, int size, long clock, Server server, IntSupplier randomQuarter) {

        Step extend(Granted grant, LeaseStore.Asker asker) {
            boolean sameStay = before != null
                    && server.run().equals(grant.run())
                    && server.run().equals(before.run)
                    && before.entered == grant.window().notBefore()
                    && before.quarter == grant.first() / size;
            return before == null || !sameStay
                    ? new Step(before, new Ended(time(now())))
                    : granted(before.at(now(), longest(asker)), grant.first(), 0, asker);
        }

        /** Only the namespace's creator asks for this, while the namespace is new. */
        Step birth(LeaseStore.Asker asker) {
            if (isLocked()) {
                return stillLocked();
            }
            return before == null
                    ? grantFrom(created(asker), 0, LockReason.LOST, asker)
                    : grantFrom(before.at(now(), longest(asker)), 0, LockReason.FAILOVER, asker);
        }

        Step lease(int count, LeaseStore.Asker asker) {
            if (isLocked()) {
                return stillLocked();
            }
            if (before == null) {
                return isNamespaceNew(asker)
                        ? new Step(null, new Unborn(time(now())))
                        : grantFrom(created(asker), count, LockReason.LOST, asker);
            }
            BucketRecord record = before.at(now(), longest(asker));
            if (!record.run.equals(server.run()) && !server.run().isEmpty()) {
                return server.readFromSnapshot(clock, before.last) || server.wasPassedOn(before.run)
                        ? grantFrom(record.distrust(server.run()), count, LockReason.LOST, asker)
                        : grantFrom(record.skip(server.run()), count, LockReason.FAILOVER, asker);
            }
            if (record.position >= size) {
                return grantFrom(record.overflow(server.run()), count, LockReason.OVERFLOW, asker);
            }
            return grantFrom(record, count, LockReason.FAILOVER, asker);
        }

        /** Grants what the quarter has, or locks the bucket until its stay begins. */
        private Step grantFrom(BucketRecord record, int count, LockReason reason, LeaseStore.Asker asker) {
            long wait = record.entered - record.last;
            if (wait > 0) {
                return new Step(record.locked(reason, clock + wait), new Locked(reason, wait, time(record.last)));
            }
            int first = record.quarter * size + record.position;
            int granted = Math.min(count, size - record.position);
            return granted(record.unlocked().advanced(granted), first, granted, asker);
        }

        /** A new record; if the namespace is not new, one was lost, and every window handed out must close first. */
        private BucketRecord created(LeaseStore.Asker asker) {
            long entered = isNamespaceNew(asker) ? now() : now() + longest(asker) + CLOCK_MARGIN_MILLIS;
            return new BucketRecord(
                    server.run(), randomQuarter.getAsInt(), 0, entered, now(), longest(asker), Ends.NONE, null, 0);
        }

        private long now() {
            return before == null ? clock : Math.max(clock, before.last);
        }

        private long longest(LeaseStore.Asker asker) {
            long asked = Math.max(asker.maxTtlMillis(), asker.ttlMillis());
            return before == null ? asked : Math.max(asked, before.longest);
        }

        private StoreTime time(long now) {
            return new StoreTime(now, clock);
        }

        private boolean isNamespaceNew(LeaseStore.Asker asker) {
            long age = now() - asker.created();
            return age < BIRTH_MILLIS && age > -CLOCK_MARGIN_MILLIS;
        }

        private boolean isLocked() {
            return before != null && before.lockReason != null && clock <= before.lockedUntil;
        }

        private Step stillLocked() {
            BucketRecord locked = Objects.requireNonNull(before);
            LockReason reason = Objects.requireNonNull(locked.lockReason);
            return new Step(before, new Locked(reason, locked.lockedUntil - clock, time(now())));
        }

        private Step granted(BucketRecord record, int first, int count, LeaseStore.Asker asker) {
            long end = record.last + asker.ttlMillis();
            return new Step(
                    record.withEnds(record.ends.atLeast(record.quarter, end)),
                    new Granted(first, count, new Window(record.entered, end), server.run(), time(record.last)));
        }
    }
}
