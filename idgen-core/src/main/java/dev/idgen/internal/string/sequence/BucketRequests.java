package dev.idgen.internal.string.sequence;

import dev.idgen.internal.register.Births;
import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.register.ClockTrust;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseReply.BucketUnborn;
import dev.idgen.internal.string.sequence.LeaseReply.Contended;
import dev.idgen.internal.string.sequence.LeaseReply.Ended;
import dev.idgen.internal.string.sequence.LeaseReply.Locked;
import dev.idgen.internal.string.sequence.LeaseReply.OtherTtl;
import dev.idgen.internal.time.StampClock;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks for numbers of a bucket, or to keep a lease open, and does what the answer says: breakers, locks, clocks, stock.
 * {@link RefillPlanner} decides what is asked. Used by the planner's thread only, except where a method says otherwise.
 */
final class BucketRequests implements NamespaceReader.Listener, AfterDoubt.Actions {

    private static final long UNBORN_RETRY_MILLIS = 100;
    private static final long CONTENDED_PAUSE_MILLIS = 50;

    /**
     * After so many buckets in a row whose next window begins in the future, numbers of such a window are wanted. After a failover all
     * buckets may be so, and to ask each of them first whether it is takes too long where the store is far away.
     */
    private static final int LEADING_IN_A_ROW = 8;

    private final BucketLeases leases;
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
    private final Births births;
    private final AfterDoubt afterDoubt;
    private final ClockTrust trust;
    private volatile @Nullable Throwable latestFailure;
    private long roundTrip;
    private int leadingInARow;

    /** @param round run after each answer */
    BucketRequests(
            Register register,
            SequenceSettings settings,
            SequenceEnvironment environment,
            Requests requests,
            SequenceState state,
            Runnable round) {
        this.layout = environment.layout();
        this.settings = settings;
        this.time = environment.time();
        this.requests = requests;
        this.clock = state.clock();
        this.membership = state.membership();
        this.ring = state.ring();
        this.stock = state.stock();
        this.log = state.log();
        this.round = round;
        this.trust = new ClockTrust(time);
        this.leases = new BucketLeases(register, settings, environment, requests::execute);
        NamespaceCensus census = new NamespaceCensus(membership, register, leases, ring, settings.leaseTtl(), requests);
        this.reader = new NamespaceReader(census, state, requests, settings, time, this);
        this.births = new Births(register, requests, time, trust, settings.leaseTtl(), new BucketPlaces());
        this.afterDoubt = new AfterDoubt(ring, time, log, this);
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

    /** Reads the namespace's terms again if that was long ago. */
    void refreshNamespace(long now) {
        reader.refresh(now, settings.leaseTtl().toNanos());
    }

    @Override
    public void joined() {
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

    /** The buckets of this instance's region, which are made together: where there are others, they need not be there. */
    private final class BucketPlaces implements Births.Places {

        @Override
        public int count() {
            return ring.size();
        }

        @Override
        public String group(int place) {
            return ring.at(place).group();
        }

        @Override
        public List<String> names() {
            return List.of(BucketLeases.LEASE);
        }

        @Override
        public String newborn(int place, Look look) {
            ring.at(place).lookedAt(look.run());
            return leases.newborn(look);
        }

        @Override
        public boolean isForeign(Look look) {
            return leases.isForeign(look);
        }

        @Override
        public void failed(Throwable failure) {
            failure("checking for existing buckets", failure);
        }

        @Override
        public void decided() {
            round.run();
        }
    }

    /** Whether it is being found out if the namespace is new. */
    boolean isDeciding() {
        return births.isDeciding();
    }

    // Leases

    /** Whether all buckets that were asked lately are ahead, or locked since they are too far ahead. */
    boolean allSeemToLead() {
        return leadingInARow >= LEADING_IN_A_ROW;
    }

    /** Asks to keep a lease open for another ttl. */
    void extend(Lease lease, long now) {
        lease.extensionRequested(now);
        Bucket bucket = lease.bucket();
        Looks looks = new Looks(bucket);
        requests.send(() -> leases.extend(bucket, lease.grant(), looks), new BucketAnswer(bucket, looks, () -> {}) {
            @Override
            void granted(BucketGranted grant, long requestedAt) {
                works();
                lease.extend(grant, requestedAt);
            }

            @Override
            void refused() {
                lease.endExtensions();
            }
        });
    }

    @Override
    public void touch(Bucket bucket, Runnable afterwards) {
        lease(bucket, 0, afterwards);
    }

    /**
     * Asks for numbers.
     *
     * @param count how many; 0 takes none, and notes what happened to the bucket
     * @param afterwards run once, when the request was answered or given up
     */
    void lease(Bucket bucket, int count, Runnable afterwards) {
        bucket.setBusy(true);
        boolean mayLead = allSeemToLead() || bucket.isLeadingAt(time.nanoTime());
        Looks looks = new Looks(bucket);
        requests.send(
                () -> leases.lease(bucket, count, mayLead, births::isLost, looks),
                new BucketAnswer(bucket, looks, () -> {
                    bucket.setBusy(false);
                    afterwards.run();
                }) {
                    @Override
                    void granted(BucketGranted grant, long requestedAt) {
                        keep(bucket, grant, requestedAt);
                    }
                });
    }

    private void keep(Bucket bucket, BucketGranted grant, long requestedAt) {
        if (!membership.isJoined()) {
            return; // it may not lease any more
        }
        bucket.granted(grant, layout.quarterSize(), time.nanoTime());
        leadingInARow = grant.lead() > 0 ? leadingInARow + 1 : 0;
        if (grant.count() > 0) {
            works();
            births.granted();
            requests.connectionWorks();
            int base = layout.compose(bucket.index(), grant.first());
            stock.add(new Lease(bucket, grant, base, requestedAt, stock.permit()));
            stock.noteOutcome();
        }
    }

    /** The looks of one request. */
    private final class Looks implements BucketLeases.Looking {

        private final Bucket bucket;
        private final long requestedAt = time.nanoTime();
        private String run = "";

        Looks(Bucket bucket) {
            this.bucket = bucket;
        }

        @Override
        public Circumstances at(Look look, long last) {
            Circumstances at = trust.at(look, last);
            long now = time.nanoTime();
            run = look.run();
            if (at.isTrusted()) {
                log.clock(clock.synchronize(look.time(), requestedAt), clock.skew(), now);
            } else {
                log.clockFarAhead(Duration.ofMillis(look.time() - at.now()), now);
            }
            return at;
        }

        @Override
        public void unreadable(String text) {
            log.unreadable(bucket.index(), text, time.nanoTime());
        }
    }

    /** Does what the answer to one request says. */
    private abstract class BucketAnswer implements Requests.Answer<LeaseReply> {

        private final Bucket bucket;
        private final Looks looks;
        private final Runnable settled;
        private boolean done;

        /** @param settled run once, before anything else */
        BucketAnswer(Bucket bucket, Looks looks, Runnable settled) {
            this.bucket = bucket;
            this.looks = looks;
            this.settled = settled;
        }

        abstract void granted(BucketGranted grant, long requestedAt);

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
                ring.succeeded(bucket, roundTrip); // of the run that was known, whose buckets are where this one is
                bucket.lookedAt(looks.run);
            }
            if (reply instanceof BucketGranted grant) {
                afterDoubt.happened(bucket, grant.happened(), grant.lead());
                granted(grant, requestedAt);
            } else if (reply instanceof Locked lock) {
                // A server with a wrong clock may say far too long; if it is right, it says so again.
                long millis = Math.min(lock.millis(), settings.leaseTtl().toMillis());
                bucket.lockFor(Math.max(millis, 1), time.nanoTime());
                afterDoubt.happened(bucket, lock.happened(), lock.millis());
                leadingInARow += lock.isLead() ? 1 : 0;
            } else if (reply instanceof BucketUnborn) {
                bucket.lockFor(UNBORN_RETRY_MILLIS, time.nanoTime());
            } else if (reply instanceof Ended ended) {
                refused();
                afterDoubt.ended(ended.happened());
            } else if (reply instanceof OtherTtl other) {
                bucket.lockFor(settings.leaseTtl().toMillis(), time.nanoTime());
                log.otherTtl(bucket.index(), other.ttl(), time.nanoTime());
            } else if (reply instanceof Contended) {
                bucket.lockFor(CONTENDED_PAUSE_MILLIS, time.nanoTime());
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

    private void works() {
        log.granted(time.nanoTime());
        latestFailure = null;
    }

    private void failure(String what, Throwable failure) {
        latestFailure = failure;
        log.failed(what, failure, time.nanoTime());
    }
}
