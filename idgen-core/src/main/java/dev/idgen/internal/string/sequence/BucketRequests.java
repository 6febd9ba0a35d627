package dev.idgen.internal.string.sequence;

import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.internal.lease.GroupValue;
import dev.idgen.internal.lease.Groups;
import dev.idgen.internal.lease.LeaseClient;
import dev.idgen.internal.lease.Obstacle;
import dev.idgen.internal.lease.Step;
import dev.idgen.internal.string.sequence.BucketRule.BucketStep;
import dev.idgen.internal.string.sequence.BucketRule.LeaseQuestion;
import dev.idgen.internal.string.sequence.LeaseReply.Blocked;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseReply.Cause;
import dev.idgen.internal.string.sequence.LeaseReply.Ended;
import dev.idgen.internal.string.sequence.LeaseReply.Locked;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ObjLongConsumer;
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
    private final SequenceEnvironment environment;
    private final Groups groups;
    private final Ring ring;
    private final Stock stock;
    private final Runnable round;
    private final AtomicLong overflows = new AtomicLong();
    private long roundTripNanos;

    /** @param round called after each answer */
    BucketRequests(
            LeaseClient client,
            SequenceEnvironment environment,
            Groups groups,
            Ring ring,
            Stock stock,
            Runnable round) {
        this.client = client;
        this.environment = environment;
        this.groups = groups;
        this.ring = ring;
        this.stock = stock;
        this.round = round;
    }

    /** The mark by which an operator closes a bucket, in the bucket's group. */
    static String closed(Bucket bucket) {
        return "closed:" + bucket.name();
    }

    /** How long the latest answer took. */
    long roundTripNanos() {
        return roundTripNanos;
    }

    /** How often a bucket had no numbers left. Any thread. */
    long overflows() {
        return overflows.get();
    }

    /** A question to the rule about one bucket. */
    private interface Question {

        BucketStep ask(GroupValue group, @Nullable BucketValue value, Snapshot snapshot, boolean believed);
    }

    /** Asks to extend a lease by another ttl. */
    void extend(Lease lease, long nanoTime) {
        lease.extensionRequested(nanoTime);
        long untilMillis = lease.notAfter();
        send(
                lease.bucket(),
                (group, value, snapshot, believed) ->
                        environment.rule().extend(group, value, snapshot.time(), lease.grant(), untilMillis),
                (reply, requestedNanos) -> extended(lease, reply, requestedNanos),
                () -> {});
    }

    private void extended(Lease lease, LeaseReply reply, long requestedNanos) {
        if (reply instanceof BucketGranted grant) {
            lease.extend(grant, requestedNanos);
            client.granted(grant.window(), grant.lookMillis(), requestedNanos);
        } else if (reply instanceof Ended) {
            lease.endExtensions();
        }
    }

    /**
     * Asks for numbers.
     *
     * @param count the most numbers to take; a grant may have fewer
     * @param recovery the most to take of recovery ones
     * @param ended runs once, after an answer or failure
     */
    void lease(Bucket bucket, int count, int recovery, Runnable ended) {
        bucket.setBusy(true);
        int part = environment.randomPart().getAsInt();
        send(
                bucket,
                (group, value, snapshot, believed) -> environment
                        .rule()
                        .lease(group, value, snapshot.time(), new LeaseQuestion(count, recovery, part, believed)),
                (reply, requestedNanos) -> granted(bucket, reply, requestedNanos),
                () -> {
                    bucket.setBusy(false);
                    ended.run();
                });
    }

    private void granted(Bucket bucket, LeaseReply reply, long requestedNanos) {
        if (reply instanceof BucketGranted grant && groups.isJoined()) { // else it may no longer lease
            bucket.unlock();
            BucketLayout layout = environment.layout();
            int base = layout.compose(bucket.index(), grant.first());
            Lease lease =
                    new Lease(bucket, grant, base, requestedNanos, layout.isRecovery(grant.first()), stock.permit());
            client.granted(grant.window(), grant.lookMillis(), requestedNanos);
            stock.add(lease);
        }
    }

    /**
     * Asks about one bucket.
     *
     * @param answered receives any answer, also a late one, and monotonic nanoseconds before the request was sent
     * @param ended runs once, when there is an answer or a failure, before anything else
     */
    private void send(Bucket bucket, Question question, ObjLongConsumer<LeaseReply> answered, Runnable ended) {
        long sentNanos = client.time().nanoTime();
        client.requests()
                .<LeaseReply>send(
                        () -> groups.ask(
                                bucket.group(),
                                List.of(bucket.name(), closed(bucket)),
                                (group, snapshot, believed) -> step(bucket, question, group, snapshot, believed),
                                Blocked::new),
                        (reply, requestedNanos, late) -> {
                            if (!late) {
                                ended.run();
                            }
                            answered(bucket, reply, requestedNanos, late);
                            answered.accept(reply, requestedNanos);
                            round.run();
                        },
                        failure -> {
                            ended.run();
                            bucket.breaker().failed(client.time().nanoTime() - sentNanos, failure);
                            client.failed("leasing from bucket " + bucket.index(), failure);
                            round.run();
                        });
    }

    private Step<LeaseReply> step(
            Bucket bucket, Question question, GroupValue group, Snapshot snapshot, boolean believed) {
        String text = snapshot.value(bucket.name());
        BucketValue value = text == null ? null : BucketValue.parse(text).orElse(null);
        if (text != null && value == null) {
            groups.unreadable(bucket.group(), bucket.name() + ": " + text);
            return Step.answer(new Blocked(Obstacle.UNREADABLE));
        }
        if (snapshot.value(closed(bucket)) != null) {
            return Step.answer(new Locked(Cause.OPERATOR, BucketRule.CLOSED_MILLIS));
        }
        BucketStep step = question.ask(group, value, snapshot, believed);
        BucketValue next = step.next();
        return next == null
                ? Step.answer(step.answer())
                : Step.write(snapshot.names(), bucket.name(), next.toString(), step.answer());
    }

    private void answered(Bucket bucket, LeaseReply reply, long requestedNanos, boolean late) {
        long nanoTime = client.time().nanoTime();
        if (late) {
            bucket.breaker().reset(); // this machine was busy, or the store slow, but it works
        } else {
            roundTripNanos = nanoTime - requestedNanos;
            bucket.breaker().succeeded(roundTripNanos);
        }
        if (reply instanceof Locked lock) {
            locked(bucket, lock, nanoTime);
        } else if (reply instanceof Blocked blocked) {
            blocked(bucket, blocked.obstacle(), nanoTime);
        }
    }

    private void locked(Bucket bucket, Locked lock, long nanoTime) {
        // A server with a wrong clock may say far too long. If it is right, it will say so again.
        long millis =
                Math.max(Math.min(lock.millis(), environment.rule().groupRule.ttlMillis()), 1);
        if (lock.cause() == Cause.DOUBT) {
            ring.lockGroup(bucket.group(), millis, nanoTime, lock.cause());
        } else {
            bucket.lockFor(millis, nanoTime, lock.cause());
        }
        if (lock.cause() == Cause.OVERFLOW) {
            overflows.incrementAndGet();
            client.log().infoOnce(OVERFLOWED, bucket.index(), lock.millis());
        }
    }

    private void blocked(Bucket bucket, Obstacle obstacle, long nanoTime) {
        switch (obstacle) {
            case MISSING, CHANGING -> ring.lockGroup(bucket.group(), BucketRule.BLOCKED_MILLIS, nanoTime, null);
            case CONTENDED -> bucket.lockFor(BucketRule.BLOCKED_MILLIS, nanoTime, null);
            case CLOCK -> ring.lockGroup(bucket.group(), BucketRule.RETRY_MILLIS, nanoTime, null);
            case OTHER_TERMS ->
                ring.lockGroup(bucket.group(), environment.rule().groupRule.ttlMillis(), nanoTime, null);
            case UNREADABLE -> bucket.lockFor(environment.rule().groupRule.ttlMillis(), nanoTime, null);
        }
    }
}
