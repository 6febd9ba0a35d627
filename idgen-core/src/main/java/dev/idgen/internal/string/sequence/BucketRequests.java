package dev.idgen.internal.string.sequence;

import dev.idgen.Register.Snapshot;
import dev.idgen.internal.register.GroupValue;
import dev.idgen.internal.register.Groups;
import dev.idgen.internal.register.LeaseClient;
import dev.idgen.internal.register.Obstacle;
import dev.idgen.internal.register.Step;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.string.sequence.BucketRule.BucketStep;
import dev.idgen.internal.string.sequence.BucketRule.LeaseQuestion;
import dev.idgen.internal.string.sequence.LeaseReply.Blocked;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseReply.Cause;
import dev.idgen.internal.string.sequence.LeaseReply.Ended;
import dev.idgen.internal.string.sequence.LeaseReply.Locked;
import dev.idgen.internal.time.TimeSource;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Asks {@link BucketRule} for a bucket's numbers, or to extend a lease, and does what the answer says with breakers,
 * locks and stock. {@link RefillPlanner} decides what to ask. Used only on the planner's thread, except for
 * {@link #overflows}.
 */
final class BucketRequests {

    private static final String OVERFLOWED =
            ": all numbers of bucket {} are leased for {} ms. If all buckets' are, instances use theirs again in later"
                    + " milliseconds, and no id is repeated";

    private final LeaseClient client;
    private final Requests requests;
    private final TimeSource time;
    private final SequenceEnvironment environment;
    private final BucketRule rule;
    private final BucketLayout layout;
    private final Groups groups;
    private final Ring ring;
    private final Stock stock;
    private final Runnable round;
    private final AtomicLong overflows = new AtomicLong();
    private long roundTrip;

    /** @param round called after each answer */
    BucketRequests(
            LeaseClient client,
            SequenceEnvironment environment,
            Groups groups,
            Ring ring,
            Stock stock,
            Runnable round) {
        this.client = client;
        this.requests = client.requests();
        this.time = client.time();
        this.environment = environment;
        this.rule = environment.rule();
        this.layout = environment.layout();
        this.groups = groups;
        this.ring = ring;
        this.stock = stock;
        this.round = round;
    }

    /** The mark by which an operator closes a bucket, in the bucket's group. */
    static String closed(Bucket bucket) {
        return "closed:" + bucket.name();
    }

    /** How long the latest answer took, in nanoseconds. */
    long roundTrip() {
        return roundTrip;
    }

    /** How often a bucket had no numbers left. Any thread. */
    long overflows() {
        return overflows.get();
    }

    /** Asks to extend a lease by another ttl. */
    void extend(Lease lease, long now) {
        lease.extensionRequested(now);
        long until = lease.notAfter();
        send(
                lease.bucket(),
                (group, value, look, believed) -> rule.extend(group, value, look.time(), lease.grant(), until),
                (reply, requestedAt) -> {
                    if (reply instanceof BucketGranted grant) {
                        lease.extend(grant, requestedAt);
                        client.granted(grant.window(), grant.now(), requestedAt);
                    } else if (reply instanceof Ended) {
                        lease.endExtensions();
                    }
                },
                () -> {});
    }

    /**
     * Asks for numbers.
     *
     * @param count the most numbers to take; a grant may have fewer
     * @param young the most to take of young ones
     * @param afterwards runs once, after an answer or failure
     */
    void lease(Bucket bucket, int count, int young, Runnable afterwards) {
        bucket.setBusy(true);
        int part = environment.randomPart().getAsInt();
        send(
                bucket,
                (group, value, look, believed) ->
                        rule.lease(group, value, look.time(), new LeaseQuestion(count, young, part, believed)),
                (reply, requestedAt) -> granted(bucket, reply, requestedAt),
                () -> {
                    bucket.setBusy(false);
                    afterwards.run();
                });
    }

    private void granted(Bucket bucket, LeaseReply reply, long requestedAt) {
        if (reply instanceof BucketGranted grant && groups.isJoined()) { // else it may no longer lease
            bucket.unlock();
            int base = layout.compose(bucket.index(), grant.first());
            Lease lease = new Lease(bucket, grant, base, requestedAt, layout.isYoung(grant.first()), stock.permit());
            client.granted(grant.window(), grant.now(), requestedAt);
            stock.add(lease);
        }
    }

    private interface Question {

        BucketStep ask(GroupValue group, @Nullable BucketValue value, Snapshot look, boolean believed);
    }

    private interface Arrival {

        void of(LeaseReply reply, long requestedAt);
    }

    /**
     * Asks the rule about one bucket.
     *
     * @param arrived receives any answer and the time of its request
     * @param settled runs once, before anything else
     */
    private void send(Bucket bucket, Question question, Arrival arrived, Runnable settled) {
        long sentAt = time.nanoTime();
        requests.<LeaseReply>send(
                () -> ask(bucket, question),
                (reply, requestedAt, late) -> {
                    long now = time.nanoTime();
                    if (!late) {
                        settled.run();
                        roundTrip = now - requestedAt;
                        bucket.breaker().succeeded(roundTrip);
                    } else {
                        bucket.breaker().reset(); // this machine was busy, or the store slow, but it works
                    }
                    if (reply instanceof Locked lock) {
                        locked(bucket, lock, now);
                    } else if (reply instanceof Blocked blocked) {
                        blocked(bucket, blocked.obstacle(), now);
                    }
                    arrived.of(reply, requestedAt);
                    round.run();
                },
                failure -> {
                    settled.run();
                    bucket.breaker().failed(time.nanoTime() - sentAt, failure);
                    client.failed("leasing from bucket " + bucket.index(), failure);
                    round.run();
                });
    }

    private CompletionStage<LeaseReply> ask(Bucket bucket, Question question) {
        List<String> names = List.of(bucket.name(), closed(bucket));
        return groups.<LeaseReply>ask(
                bucket.group(),
                names,
                (group, look, believed) -> step(bucket, question, group, look, believed),
                Blocked::new);
    }

    private Step<LeaseReply> step(Bucket bucket, Question question, GroupValue group, Snapshot look, boolean believed) {
        String text = look.value(bucket.name());
        BucketValue value = text == null ? null : BucketValue.parse(text).orElse(null);
        if (text != null && value == null) {
            groups.unreadable(bucket.group(), bucket.name() + ": " + text);
            return Step.answer(new Blocked(Obstacle.UNREADABLE));
        }
        if (look.value(closed(bucket)) != null) {
            return Step.answer(new Locked(Cause.OPERATOR, BucketRule.CLOSED_MILLIS));
        }
        BucketStep step = question.ask(group, value, look, believed);
        BucketValue next = step.next();
        return next == null
                ? Step.answer(step.answer())
                : Step.write(look.names(), bucket.name(), next.toString(), step.answer());
    }

    private void locked(Bucket bucket, Locked lock, long now) {
        // A server with a wrong clock may say far too long. If it is right, it will say so again.
        long millis = Math.max(Math.min(lock.millis(), rule.groupRule.ttl()), 1);
        if (lock.cause() == Cause.DOUBT) {
            ring.lockGroup(bucket.group(), millis, now, lock.cause());
        } else {
            bucket.lockFor(millis, now, lock.cause());
        }
        if (lock.cause() == Cause.OVERFLOW) {
            overflows.incrementAndGet();
            client.log().infoOnce(OVERFLOWED, bucket.index(), lock.millis());
        }
    }

    private void blocked(Bucket bucket, Obstacle obstacle, long now) {
        switch (obstacle) {
            case MISSING, CHANGING -> ring.lockGroup(bucket.group(), BucketRule.BLOCKED_MILLIS, now, null);
            case CONTENDED -> bucket.lockFor(BucketRule.BLOCKED_MILLIS, now, null);
            case CLOCK -> ring.lockGroup(bucket.group(), BucketRule.RETRY_MILLIS, now, null);
            case OTHER_TERMS -> ring.lockGroup(bucket.group(), rule.groupRule.ttl(), now, null);
            case UNREADABLE -> bucket.lockFor(rule.groupRule.ttl(), now, null);
        }
    }
}
