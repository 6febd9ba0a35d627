package dev.idgen.internal.stamped.node;

import dev.idgen.NodeIdUnavailableException.Reason;
import dev.idgen.internal.register.Births;
import dev.idgen.internal.register.ClockTrust;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.stamped.node.NodeAnswer.EarlierFormat;
import dev.idgen.internal.stamped.node.NodeAnswer.Lost;
import dev.idgen.internal.stamped.node.NodeAnswer.NodeGranted;
import dev.idgen.internal.stamped.node.NodeAnswer.OtherNodeTtl;
import dev.idgen.internal.stamped.node.NodeAnswer.PoolUnborn;
import dev.idgen.internal.stamped.node.NodeHolding.Held;
import dev.idgen.internal.stamped.node.NodeHolding.None;
import dev.idgen.internal.stamped.node.NodeRule.NodeAsker;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The planner of a leased node id: acquires one, renews it each tenth of its ttl, and acquires another when it is lost.
 *
 * <p>All of it happens on one thread: requests are asynchronous, and their answers come back as tasks of that thread.
 */
/*
 * Each request for a node id has a name of its own. So a grant whose answer comes late is another lease than any that was asked for
 * later: it is taken if there is none, and given back otherwise.
 */
final class NodeLeasing {

    private static final long SHORTEST_EXHAUSTED_PAUSE = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LONGEST_EXHAUSTED_PAUSE = TimeUnit.MILLISECONDS.toNanos(950);
    private static final int RENEWALS_PER_TTL = 10;
    private static final double LEAST_JITTER = 0.8;
    private static final long UNBORN_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final NodePool nodes;
    private final NodeSettings settings;
    private final TimeSource time;
    private final Requests requests;
    private final CurrentNode current;
    private final NodeLog log;
    private final HolderNames names;
    private final RandomGenerator random;
    private final NodeClient client;
    private final Births births;

    private @Nullable NodeSearch search;
    private @Nullable Future<?> next;

    NodeLeasing(
            NodePool nodes,
            NodeSettings settings,
            Register register,
            NodeEnvironment environment,
            Requests requests,
            NodeState state) {
        this.nodes = nodes;
        this.settings = settings;
        this.time = environment.time();
        this.names = new HolderNames(environment.instance());
        this.random = environment.random();
        this.requests = requests;
        this.current = state.current();
        this.log = state.log();
        ClockTrust trust = new ClockTrust(time);
        this.client = new NodeClient(nodes, register, time, requests::execute, trust, state);
        this.births = new Births(
                register,
                requests,
                time,
                trust,
                settings.leaseTtl(),
                new PoolPlaces(
                        nodes,
                        ttl(),
                        this::token,
                        failure -> failed("checking for an existing pool", failure),
                        () -> plan(0)));
    }

    private void failed(String what, Throwable failure) {
        current.setLatestFailure(failure);
        log.failed(what, failure, time.nanoTime());
    }

    void start() {
        requests.execute(this::step);
    }

    private long ttl() {
        return settings.leaseTtl().toMillis();
    }

    private String token() {
        return Long.toUnsignedString(random.nextLong(), Character.MAX_RADIX);
    }

    private NodeAsker asker(String holder) {
        return new NodeAsker(holder, ttl(), token());
    }

    private void step() {
        NodeHolding present = current.get();
        if (present instanceof Held held) {
            renew(held);
        } else if (!current.isClosed()) {
            search(new NodeSearch(nodes, random));
        }
    }

    /** Makes the next step after a while, instead of when it was planned before. */
    private void plan(long nanos) {
        if (next != null) {
            next.cancel(false);
        }
        next = requests.schedule(this::step, nanos);
    }

    private void planRetry() {
        plan(settings.retryPause().toNanos());
    }

    // Acquiring

    private void search(NodeSearch asked) {
        search = asked;
        if (asked.isOver()) {
            conclude(asked);
            return;
        }
        NodeAsker asker = asker(names.next());
        requests.send(
                () -> client.acquire(asked.group(), asked.ids(), asker, births),
                new NodeReply("acquiring a node id", () -> {
                    if (search == asked) {
                        asked.failed();
                        search(asked);
                    }
                }) {
                    @Override
                    void answered(NodeAnswer answer, long requestedAt, boolean late) {
                        if (answer instanceof NodeGranted grant) {
                            keep(asker.holder(), grant, requestedAt);
                        } else if (!late && search == asked) {
                            goOn(asked, answer);
                        }
                    }
                });
    }

    private void goOn(NodeSearch asked, NodeAnswer answer) {
        if (answer instanceof PoolUnborn) {
            if (!births.isDeciding()) {
                plan(UNBORN_RETRY_NANOS); // another instance may be making it
            }
        } else if (answer instanceof OtherNodeTtl other) {
            refused(NodeRefusals.otherTtl(settings.leaseTtl(), Duration.ofMillis(other.ttl()), nodes));
        } else if (answer instanceof EarlierFormat earlier) {
            refused(NodeRefusals.earlierFormat(earlier.ends()));
        } else {
            asked.answered(answer);
            search(asked);
        }
    }

    /** No group had one. */
    private void conclude(NodeSearch asked) {
        if (asked.settling().isPresent()) {
            Duration wait = Duration.ofMillis(asked.settling().getAsLong());
            if (wait.toMillis() > Register.SWAP_LIMIT_MILLIS + 1) { // else the pool was just made
                absent(new None(Reason.SETTLING));
                log.settling(wait, time.nanoTime());
            }
            long most = asked.isIncomplete()
                    ? exhaustedPause()
                    : settings.leaseTtl().toNanos();
            plan(Math.min(wait.toNanos(), most));
        } else if (!asked.holders().isEmpty()) {
            absent(new None(Reason.ALL_IN_USE, asked.holders()));
            log.exhausted(asked.holders(), time.nanoTime());
            plan(exhaustedPause());
        } else {
            planRetry();
        }
    }

    private long exhaustedPause() {
        return random.nextLong(SHORTEST_EXHAUSTED_PAUSE, LONGEST_EXHAUSTED_PAUSE);
    }

    private void refused(RuntimeException why) {
        log.refused(why, time.nanoTime());
        absent(new None(Reason.REFUSED));
        current.setLatestFailure(why);
        plan(exhaustedPause());
    }

    private void absent(None none) {
        if (current.get() instanceof None present) {
            current.replace(present, none);
        }
    }

    /** Takes a lease if there is none yet; otherwise gives it back. */
    private void keep(String holder, NodeGranted grant, long requestedAt) {
        births.granted();
        requests.connectionWorks();
        log.granted(grant.run(), time.nanoTime());
        NodeHolding present = current.get();
        Held held = new Held(
                Node.within(
                        grant.node(), grant.window().notBefore(), grant.window().notAfter()),
                holder);
        if (present instanceof None && current.replace(present, held)) {
            search = null;
            log.taken(held);
            planRenewal(requestedAt);
        } else {
            requests.send(() -> leave(held, held.node().notBefore()), new NodeReply("giving a node id back", () -> {}));
        }
    }

    /** Gives a node id back; see {@link NodeClient#leave}. Any thread. */
    CompletionStage<NodeAnswer> leave(Held held, long used) {
        return client.leave(held.node(), new NodeAsker(held.holder(), ttl(), ""), used);
    }

    // Renewing

    private void renew(Held held) {
        Node node = held.node();
        requests.send(
                () -> client.renew(node, asker(held.holder())),
                new NodeReply("renewing the lease of node id " + node, this::planRetry) {
                    @Override
                    void answered(NodeAnswer answer, long requestedAt, boolean late) {
                        if (current.get() != held) {
                            return;
                        }
                        if (answer instanceof NodeGranted grant) {
                            requests.connectionWorks();
                            log.granted(grant.run(), time.nanoTime());
                            node.extendTo(grant.window().notAfter());
                            current.extended();
                            planRenewal(requestedAt);
                        } else {
                            refusedToRenew(held, answer);
                        }
                    }
                });
    }

    private void refusedToRenew(Held held, NodeAnswer answer) {
        if (answer instanceof Lost && current.replace(held, new None(Reason.LOST))) {
            log.lost(held);
            plan(0);
        } else {
            if (answer instanceof OtherNodeTtl other) {
                log.refused(
                        NodeRefusals.otherTtl(settings.leaseTtl(), Duration.ofMillis(other.ttl()), nodes),
                        time.nanoTime());
            }
            planRetry();
        }
    }

    private void planRenewal(long requestedAt) {
        double share = random.nextDouble(LEAST_JITTER, 1.0) / RENEWALS_PER_TTL;
        long due = (long) (settings.leaseTtl().toNanos() * share) - (time.nanoTime() - requestedAt);
        plan(Math.max(due, settings.retryPause().toNanos()));
    }

    /** Handles the outcome of one request. Called on the planner's thread. */
    class NodeReply implements Requests.Answer<NodeAnswer> {

        private final String what;
        private final Runnable afterFailure;

        NodeReply(String what, Runnable afterFailure) {
            this.what = what;
            this.afterFailure = afterFailure;
        }

        void answered(NodeAnswer answer, long requestedAt, boolean late) {}

        @Override
        public void arrived(NodeAnswer answer, long requestedAt, boolean late) {
            current.setLatestFailure(null);
            answered(answer, requestedAt, late);
        }

        @Override
        public void failed(Throwable failure, long requestedAt) {
            NodeLeasing.this.failed(what, failure);
            afterFailure.run();
        }
    }
}
