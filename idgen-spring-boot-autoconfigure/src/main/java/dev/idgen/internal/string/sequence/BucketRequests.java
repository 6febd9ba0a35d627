package dev.idgen.internal.string.sequence;

import dev.idgen.internal.request.Absence;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseReply.BucketUnborn;
import dev.idgen.internal.string.sequence.LeaseReply.Ended;
import dev.idgen.internal.string.sequence.LeaseReply.Locked;
import dev.idgen.internal.time.ExpectedTime;
import dev.idgen.internal.time.StampClock;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Asks the store for numbers of a bucket, or to keep a lease open, and does what its answer says: breakers, locks, clocks, stock.
 * {@link RefillPlanner} decides what is asked. Used by the planner's thread only, except where a method says otherwise.
 */
final class BucketRequests implements NamespaceReader.Listener, AfterDoubt.Actions {

    private static final long UNBORN_RETRY_MILLIS = 20;
    private static final long WENT_BACK_PAUSE_MILLIS = 1000;

    private final LeaseStore store;
    private final BucketLayout layout;
    private final SequenceSettings settings;
    private final TimeSource time;
    private final StampClock clock;
    private final Requests requests;
    private final NamespaceMembership membership;
    private final Ring ring;
    private final Stock stock;
    private final SequenceLog log;
    private final Runnable round;
    private final NamespaceReader reader;
    private final Absence absence;
    private final AfterDoubt afterDoubt;
    private final ExpectedTime storeTime;
    private final long ttlNanos;
    private volatile @Nullable Throwable latestFailure;
    private long roundTrip;

    /** @param round run after each answer */
    BucketRequests(
            LeaseStore store,
            SequenceSettings settings,
            TimeSource time,
            Requests requests,
            SequenceState state,
            Runnable round) {
        this.store = store;
        this.layout = store.layout();
        this.settings = settings;
        this.time = time;
        this.requests = requests;
        this.clock = state.clock();
        this.membership = state.membership();
        this.ring = state.ring();
        this.stock = state.stock();
        this.log = state.log();
        this.round = round;
        this.ttlNanos = settings.leaseTtl().toNanos();
        this.reader = new NamespaceReader(store, state, requests, settings.breakerWait(), time, this);
        this.absence = new Absence(
                requests,
                time,
                ring.size(),
                settings.leaseTtl(),
                this::absentAt,
                failure -> failure("checking for existing buckets", failure));
        this.afterDoubt = new AfterDoubt(ring, absence, time, log, this);
        this.storeTime = new ExpectedTime(time);
    }

    /** Any thread. */
    @Nullable
    Throwable latestFailure() {
        return latestFailure;
    }

    AfterDoubt afterDoubt() {
        return afterDoubt;
    }

    /** How long the latest answer took, in nanoseconds. */
    long roundTrip() {
        return roundTrip;
    }

    // The namespace

    @Override
    public void readNamespace() {
        reader.joinUnlessPausing();
    }

    /** Reads the namespace's record again if that was long ago. */
    void refreshNamespace(long now) {
        reader.refresh(now, ttlNanos);
    }

    private LeaseStore.BucketAsker asker() {
        return asker(absence.meaning());
    }

    /** A record read within two ttls is no older than the rhythm in which it is read again. */
    private LeaseStore.BucketAsker asker(long meaning) {
        return membership.asker(
                reader.isFresh(time.nanoTime(), 2 * ttlNanos),
                settings.maxLead().toMillis(),
                storeTime.millis(),
                meaning);
    }

    @Override
    public void answered(long storeClock, long requestedAt) {
        long now = time.nanoTime();
        if (storeTime.accept(storeClock)) {
            log.clock(clock.synchronize(storeClock, requestedAt), clock.skew(), now);
        } else {
            log.clockFarAhead(Duration.ofMillis(storeClock - storeTime.millis()), now);
        }
    }

    @Override
    public void joined() {
        absence.joined();
        round.run();
    }

    @Override
    public void refused() {
        stock.noteOutcome();
        stock.revoke();
    }

    @Override
    public void failed(Throwable failure) {
        failure("joining the namespace", failure);
        stock.noteOutcome();
    }

    // What was lost, and what is new

    /** The store's time if it has no record of a bucket of this region: where there are others, they need not be there. */
    private CompletionStage<OptionalLong> absentAt(int place) {
        return store.lease(ring.at(place).index(), 0, asker(Absence.UNKNOWN), LeaseStore.Seen.NOTHING)
                .thenApply(reply -> reply instanceof BucketUnborn unborn
                        ? OptionalLong.of(unborn.time().now())
                        : OptionalLong.empty());
    }

    @Override
    public void touch(Bucket bucket, Runnable afterwards) {
        lease(bucket, 0, afterwards);
    }

    // Leases

    /** Asks to keep a lease open for another ttl. */
    void extend(Lease lease, long now) {
        lease.extensionRequested(now);
        Bucket bucket = lease.bucket();
        requests.send(() -> store.extend(bucket.index(), lease.grant(), asker()), new BucketAnswer(bucket, () -> {}) {
            @Override
            void granted(BucketGranted grant, long requestedAt, boolean late) {
                works(grant);
                lease.extend(grant, requestedAt);
            }

            @Override
            void refused() {
                lease.endExtensions();
            }
        });
    }

    /**
     * Asks for numbers.
     *
     * @param count how many; 0 takes none, and lets the store take note of what happened to the bucket
     * @param afterwards run once, when the request was answered or given up
     */
    void lease(Bucket bucket, int count, Runnable afterwards) {
        bucket.setBusy(true);
        requests.send(
                () -> store.lease(bucket.index(), count, asker(), bucket.seen()),
                new BucketAnswer(bucket, () -> {
                    bucket.setBusy(false);
                    afterwards.run();
                }) {
                    @Override
                    void granted(BucketGranted grant, long requestedAt, boolean late) {
                        keep(bucket, grant, requestedAt, late);
                    }
                });
    }

    private void keep(Bucket bucket, BucketGranted grant, long requestedAt, boolean late) {
        if (!membership.isJoined()) {
            return; // it may not lease any more
        }
        long now = time.nanoTime();
        // An answer that was given up may come after that to a request sent later.
        if (!bucket.accept(grant, late, layout.quarterSize(), now)) {
            afterDoubt.wentBack(bucket);
            bucket.lockFor(WENT_BACK_PAUSE_MILLIS, now);
        } else if (grant.count() > 0) {
            works(grant);
            requests.connectionWorks();
            int base = layout.compose(bucket.index(), grant.first());
            stock.add(new Lease(bucket, grant, base, requestedAt, stock.permit()));
            stock.noteOutcome();
        }
    }

    /** Does what the answer to one request says. */
    private abstract class BucketAnswer implements Requests.Answer<LeaseReply> {

        private final Bucket bucket;
        private final Runnable settled;
        private boolean done;

        /** @param settled run once, before anything else */
        BucketAnswer(Bucket bucket, Runnable settled) {
            this.bucket = bucket;
            this.settled = settled;
        }

        abstract void granted(BucketGranted grant, long requestedAt, boolean late);

        void refused() {}

        private void settle() {
            if (!done) {
                done = true;
                settled.run();
            }
        }

        @Override
        public void arrived(LeaseReply reply, long requestedAt, boolean late) {
            settle();
            if (!late) {
                roundTrip = time.nanoTime() - requestedAt;
                ring.succeeded(bucket, roundTrip);
            }
            BucketRequests.this.answered(reply.time().clock(), requestedAt);
            bucket.told(reply.time());
            if (reply instanceof BucketGranted grant) {
                granted(grant, requestedAt, late);
                afterDoubt.happened(bucket, grant.happened(), leadOf(grant));
            } else if (reply instanceof Locked lock) {
                // A server with a wrong clock may say far too long; if it is right, it says so again.
                long millis = Math.min(lock.millis(), settings.leaseTtl().toMillis());
                bucket.lockFor(Math.max(millis, 1), time.nanoTime());
                afterDoubt.happened(bucket, lock.happened(), Duration.ofMillis(lock.millis()));
            } else if (reply instanceof BucketUnborn) {
                bucket.lockFor(UNBORN_RETRY_MILLIS, time.nanoTime());
                afterDoubt.unborn();
            } else if (reply instanceof Ended ended) {
                refused();
                afterDoubt.ended(ended.happened());
            }
            round.run();
        }

        @Override
        public void failed(Throwable failure, long requestedAt) {
            settle();
            ring.failed(bucket, time.nanoTime() - requestedAt, failure);
            failure("leasing from bucket " + bucket.index(), failure);
            stock.noteOutcome();
            round.run();
        }
    }

    private static Duration leadOf(BucketGranted grant) {
        return Duration.ofMillis(
                Math.max(0, grant.window().notBefore() - grant.time().now()));
    }

    private void works(BucketGranted grant) {
        log.granted(grant, time.nanoTime());
        latestFailure = null;
    }

    private void failure(String what, Throwable failure) {
        latestFailure = failure;
        log.failed(what, failure, time.nanoTime());
    }
}
