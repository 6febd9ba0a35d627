package dev.idgen.internal.string.sequence;

import dev.idgen.internal.register.Births;
import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.register.LeaseClient;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Step;
import dev.idgen.internal.string.sequence.BucketRule.BucketStep;
import dev.idgen.internal.string.sequence.BucketRule.ExtendQuestion;
import dev.idgen.internal.string.sequence.BucketRule.LeaseQuestion;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseReply.BucketUnborn;
import dev.idgen.internal.string.sequence.LeaseReply.Contended;
import dev.idgen.internal.string.sequence.LeaseReply.Ended;
import dev.idgen.internal.string.sequence.LeaseReply.Locked;
import dev.idgen.internal.string.sequence.LeaseReply.OtherTtl;
import dev.idgen.internal.time.TimeSource;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks {@link BucketRule} for a bucket's numbers, or to extend a lease, and does what the answer says with breakers,
 * locks and stock. {@link RefillPlanner} decides what to ask. Used only on the planner's thread.
 */
final class BucketRequests {

    private static final long UNBORN_RETRY_MILLIS = 100;
    private static final long CONTENDED_PAUSE_MILLIS = 50;

    /**
     * After so many buckets in a row whose next window begins in the future, it accepts numbers of such a window. After
     * a failover that may be so for all buckets. Asking each of them first takes too long if the store is far away.
     */
    private static final int LEADING_IN_A_ROW = 8;

    private static final String UNREADABLE = ": the value of bucket {} cannot be read, and counts as lost: {}";
    private static final String OTHER_TTL =
            ": the value of bucket {} has a lease-ttl of {} ms, which is not the namespace's; the bucket is not used";

    /** An operator sets this field to close a bucket. */
    static final String CLOSED = "closed";

    private static final List<String> FIELDS = List.of(BucketValue.LEASE, CLOSED);

    private final LeaseClient client;
    private final TimeSource time;
    private final SequenceEnvironment environment;
    private final BucketRule rule;
    private final int quarterSize;
    private final long ttl;
    private final NamespaceReader namespace;
    private final Ring ring;
    private final Stock stock;
    private final Runnable round;
    private final Births births;
    private final AfterDoubt afterDoubt;
    private long roundTrip;
    private int leadingInARow;

    /** @param round called after each answer */
    BucketRequests(
            LeaseClient client,
            SequenceEnvironment environment,
            NamespaceReader namespace,
            Ring ring,
            Stock stock,
            Runnable round) {
        this.client = client;
        this.time = client.time();
        this.environment = environment;
        this.rule = environment.rule();
        this.quarterSize = environment.layout().quarterSize();
        this.ttl = environment.settings().leaseTtl().toMillis();
        this.namespace = namespace;
        this.ring = ring;
        this.stock = stock;
        this.round = round;
        Births.Places places = new Births.Places(
                ring.buckets().stream().map(Bucket::group).toList(), // buckets of other regions need not exist
                List.of(BucketValue.LEASE),
                this::newborn,
                look -> BucketValue.of(look).filter(value -> value.ttl() != ttl).isPresent());
        this.births =
                new Births(client, environment.settings().leaseTtl(), places, "checking for existing buckets", round);
        this.afterDoubt =
                new AfterDoubt(ring, client, (bucket, afterwards) -> lease(bucket, 0, afterwards), namespace::join);
    }

    private String newborn(int place, Look look) {
        ring.buckets().get(place).lookedAt(look.run());
        int quarter = environment.randomQuarter().getAsInt();
        return rule.born(Circumstances.of(look), quarter, ttl).toString();
    }

    AfterDoubt afterDoubt() {
        return afterDoubt;
    }

    /** How long the latest answer took, in nanoseconds. */
    long roundTrip() {
        return roundTrip;
    }

    /** Whether it is still undecided if the namespace is new. */
    boolean isDeciding() {
        return births.isDeciding();
    }

    /** Whether all recently asked buckets lead, or are locked because they are too far ahead. */
    boolean allSeemToLead() {
        return leadingInARow >= LEADING_IN_A_ROW;
    }

    /** Asks to extend a lease by another ttl. That is only possible in the stay that granted it. */
    void extend(Lease lease, long now) {
        lease.extensionRequested(now);
        Bucket bucket = lease.bucket();
        new BucketRequest(
                        bucket,
                        (value, at, isClosed) -> rule.extend(
                                value,
                                at,
                                new ExtendQuestion(lease.grant(), quarterSize, ttl, bucket.seen(), isClosed)),
                        (grant, requestedAt) -> {
                            client.granted();
                            lease.extend(grant, requestedAt);
                        },
                        lease::endExtensions,
                        () -> {})
                .send();
    }

    /**
     * Asks for numbers.
     *
     * @param count the most numbers to take; a grant may have fewer. 0 takes none, but notes a doubt or an overflow if
     *     there is one
     * @param afterwards runs once, after an answer or failure
     */
    void lease(Bucket bucket, int count, Runnable afterwards) {
        bucket.setBusy(true);
        boolean mayLead = allSeemToLead() || bucket.isLeadingAt(time.nanoTime());
        long maxLead = environment.settings().maxLead().toMillis();
        new BucketRequest(
                        bucket,
                        (value, at, isClosed) -> {
                            int quarter = environment.randomQuarter().getAsInt();
                            boolean isLost = value == null && births.isLost();
                            LeaseQuestion question = new LeaseQuestion(
                                    count,
                                    quarterSize,
                                    ttl,
                                    quarter,
                                    bucket.seen(),
                                    isLost,
                                    isClosed,
                                    maxLead,
                                    mayLead);
                            return rule.lease(value, at, question);
                        },
                        (grant, requestedAt) -> keep(bucket, grant, requestedAt),
                        () -> {},
                        () -> {
                            bucket.setBusy(false);
                            afterwards.run();
                        })
                .send();
    }

    private void keep(Bucket bucket, BucketGranted grant, long requestedAt) {
        if (!namespace.membership().isJoined()) {
            return; // it may no longer lease
        }
        bucket.granted(grant, quarterSize, time.nanoTime());
        leadingInARow = grant.lead() > 0 ? leadingInARow + 1 : 0;
        if (grant.count() > 0) {
            client.granted();
            int base = environment.layout().compose(bucket.index(), grant.first());
            stock.add(new Lease(bucket, grant, base, requestedAt, stock.permit()));
        }
    }

    private interface Question {

        BucketStep ask(@Nullable BucketValue value, Circumstances at, boolean isClosed);
    }

    /** A question to the rule about one bucket, and what to do with the answer. */
    private final class BucketRequest {

        private final Bucket bucket;
        private final Question question;
        private final ObjLongConsumer<BucketGranted> granted;
        private final Runnable ended;
        private final long sentAt = time.nanoTime();
        private @Nullable Runnable settled;
        private String run = "";

        /**
         * @param granted receives a grant and the time of its request
         * @param settled runs once, before anything else that the answer requires
         */
        BucketRequest(
                Bucket bucket,
                Question question,
                ObjLongConsumer<BucketGranted> granted,
                Runnable ended,
                Runnable settled) {
            this.bucket = bucket;
            this.question = question;
            this.granted = granted;
            this.ended = ended;
            this.settled = settled;
        }

        void send() {
            client.send(
                    () -> client.ask(bucket.group(), FIELDS, this::step, Contended::new), this::arrived, this::failed);
        }

        private Step<LeaseReply> step(Look look, LongFunction<Circumstances> judge) {
            BucketValue value = BucketValue.of(look).orElse(null);
            String text = look.value(BucketValue.LEASE);
            if (value == null && text != null) {
                client.log().errorOnce(UNREADABLE, bucket.index(), text);
            }
            run = look.run();
            Circumstances at = judge.apply(value == null ? 0 : value.last());
            BucketStep step = question.ask(value, at, look.value(CLOSED) != null);
            BucketValue next = step.next();
            return next == null
                    ? Step.answer(step.answer())
                    : Step.write(FIELDS, BucketValue.LEASE, next.toString(), step.answer());
        }

        private void settle() {
            Runnable its = settled;
            settled = null;
            if (its != null) {
                its.run();
            }
        }

        private void arrived(LeaseReply reply, long requestedAt, boolean late) {
            settle();
            long now = time.nanoTime();
            if (!late) {
                roundTrip = now - requestedAt;
                ring.succeeded(bucket, roundTrip); // for the run known so far: its buckets are on this server
                bucket.lookedAt(run);
            }
            if (reply instanceof BucketGranted grant) {
                afterDoubt.happened(bucket, grant.happened(), grant.lead());
                granted.accept(grant, requestedAt);
            } else if (reply instanceof Locked lock) {
                // A server with a wrong clock may say far too long. If it is right, it will say so again.
                bucket.lockFor(Math.max(Math.min(lock.millis(), ttl), 1), now);
                afterDoubt.happened(bucket, lock.happened(), lock.millis());
                leadingInARow += lock.isLead() ? 1 : 0;
            } else if (reply instanceof BucketUnborn) {
                bucket.lockFor(UNBORN_RETRY_MILLIS, now);
            } else if (reply instanceof Ended end) {
                ended.run();
                afterDoubt.ended(end.happened());
            } else if (reply instanceof OtherTtl other) {
                bucket.lockFor(ttl, now);
                client.log().errorOnce(OTHER_TTL, bucket.index(), other.ttl());
            } else if (reply instanceof Contended) {
                bucket.lockFor(CONTENDED_PAUSE_MILLIS, now);
            }
            round.run();
        }

        private void failed(Throwable failure) {
            settle();
            ring.failed(bucket, time.nanoTime() - sentAt, failure);
            client.failed("leasing from bucket " + bucket.index(), failure);
            round.run();
        }
    }
}
