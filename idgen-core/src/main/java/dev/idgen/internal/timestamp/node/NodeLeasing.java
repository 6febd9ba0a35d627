package dev.idgen.internal.timestamp.node;

import dev.idgen.InvalidSettingException;
import dev.idgen.NodeIdUnavailableException.Reason;
import dev.idgen.internal.lease.GroupRule;
import dev.idgen.internal.lease.Groups;
import dev.idgen.internal.lease.LeaseClient;
import dev.idgen.internal.lease.Terms;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.request.StoreLog;
import dev.idgen.internal.timestamp.node.NodeAnswer.Lost;
import dev.idgen.internal.timestamp.node.NodeAnswer.NodeGranted;
import dev.idgen.internal.timestamp.node.NodeHolding.Held;
import dev.idgen.internal.timestamp.node.NodeHolding.None;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The planner of a leased node id. It acquires a node id, renews it every eighth of its ttl, and acquires another if it
 * is lost. It exchanges a recovery node id for another as soon as it can.
 *
 * <p>Everything happens on one thread: requests are asynchronous, and their answers arrive as tasks on that thread.
 */
/*
 * Each request for a node id has its own name. So a grant that arrives late is a different lease from any requested
 * later. It is kept if there is none, and otherwise given back.
 */
final class NodeLeasing {

    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(950);
    private static final int RENEWALS_PER_TTL = 8;
    private static final double LEAST_JITTER = 0.8;

    private static final String SETTLING =
            ": the store is new, restarted, failed over, lost data or got its first replica; the next node id is leased in {} ms";
    private static final String EXHAUSTED =
            ": all are in use, so this instance issues no ids; the first leases to end: {}";
    private static final String LOST =
            ": the lease of node id {} by {} was lost; this instance issues no ids with it after its window, and looks for another node id."
                    + " Was this process stopped for longer than 'idgen.node.lease-ttl', or did the store lose its data?";

    private static final String NOT_RENEWED =
            ": the lease of node id {} by {} could not be renewed in time, because requests failed; this instance looks for another"
                    + " node id";

    private final NodePool nodes;
    private final NodeSettings settings;
    private final LeaseClient client;
    private final Requests requests;
    private final StoreLog log;
    private final CurrentNode current;
    private final HolderNames names;
    private final RandomGenerator random;
    private final GroupRule rule;
    private final Groups groups;
    private final NodeRequests nodeRequests;

    /** Whether a request has failed since the lease was granted or renewed. */
    private boolean failing;

    private @Nullable NodeSearch search;
    private @Nullable Future<?> next;

    NodeLeasing(
            NodePool nodes,
            NodeSettings settings,
            NodeEnvironment environment,
            LeaseClient client,
            CurrentNode current) {
        this.nodes = nodes;
        this.settings = settings;
        this.client = client;
        this.requests = client.requests();
        this.log = client.log();
        this.current = current;
        this.names = new HolderNames(environment.instance());
        this.random = environment.random();
        this.rule = environment.rule().groupRule;
        this.groups = new Groups(
                client,
                new Groups.Leased(
                        nodes.groupNames(),
                        new Terms(Map.of(Terms.TTL, Long.toString(rule.ttlMillis())), settings.replaces()),
                        rule,
                        settings.retryPause(),
                        NodeLeasing::otherTtl),
                this::changed);
        this.nodeRequests = new NodeRequests(nodes, client, groups, environment.rule());
    }

    private static RuntimeException otherTtl(Terms.Disagreement other) {
        return new InvalidSettingException(
                "idgen.node.lease-ttl",
                "is " + other.actual() + " ms, but the node ids in the store are leased for " + other.expected()
                        + " ms",
                "Set it to '" + other.expected() + "ms'. Or " + other.change() + ".");
    }

    void start() {
        requests.execute(this::step);
    }

    private void step() {
        NodeHolding present = current.get();
        if (current.isClosed()) {
            return;
        }
        if (groups.hasGivenWay()) {
            changed();
        } else if (!groups.isJoined()) {
            groups.join();
        } else if (present instanceof Held held && !held.ending()) {
            renew(held);
        } else {
            search(new NodeSearch(nodes, random));
        }
    }

    private void changed() {
        RuntimeException refusal = groups.refusal();
        if (refusal != null) {
            client.fails(refusal);
            current.lacks(new None(Reason.REFUSED));
        } else {
            plan(0);
        }
    }

    /** Plans the next step after some nanoseconds, instead of any step planned before. */
    private void plan(long nanos) {
        if (next != null) {
            next.cancel(false);
        }
        next = requests.schedule(this::step, nanos);
    }

    private void planRetry() {
        plan(settings.retryPause().toNanos());
    }

    private void failed(String what, Throwable failure) {
        failing = true;
        current.lacks(null);
        client.failed(what, failure);
        client.wakeCallers();
    }

    // Acquiring

    private void search(NodeSearch begun) {
        search = begun;
        if (begun.isOver()) {
            conclude(begun);
            return;
        }
        String holder = names.next();
        requests.send(
                () -> nodeRequests.acquire(begun.group(), begun.ids(), holder),
                (answer, requestedNanos, late) -> {
                    client.works();
                    if (answer instanceof NodeGranted grant) {
                        keep(holder, grant, requestedNanos);
                    } else if (!late && search == begun) {
                        begun.answered(answer);
                        search(begun);
                    }
                },
                failure -> {
                    failed("acquiring a node id", failure);
                    if (search == begun) {
                        begun.failed();
                        search(begun);
                    }
                });
    }

    /** Ends a search without a node id. */
    private void conclude(NodeSearch ended) {
        if (ended.settling().isPresent()) {
            Duration wait = Duration.ofMillis(ended.settling().getAsLong());
            if (wait.toMillis() > GroupRule.MARGIN_MILLIS + rule.slotMillis() || current.get() instanceof Held) {
                current.lacks(new None(Reason.SETTLING)); // else callers wait at startup
            }
            log.infoOnce(SETTLING, wait.toMillis());
            long mostNanos = ended.isIncomplete()
                    ? exhaustedPauseNanos()
                    : settings.leaseTtl().toNanos();
            plan(Math.min(wait.toNanos(), mostNanos));
        } else if (!ended.holders().isEmpty()) {
            current.lacks(new None(Reason.ALL_IN_USE, ended.holders()));
            log.errorOnce(EXHAUSTED, ended.holders());
            plan(exhaustedPauseNanos());
        } else {
            planRetry();
        }
    }

    private long exhaustedPauseNanos() {
        return random.nextLong(SHORTEST_PAUSE_NANOS, LONGEST_PAUSE_NANOS);
    }

    /** Keeps a lease if there is none yet, or a recovery one; otherwise gives it back. */
    private void keep(String holder, NodeGranted grant, long requestedNanos) {
        client.granted(grant.window(), grant.lookMillis(), requestedNanos);
        NodeHolding present = current.get();
        boolean recovery = grant.settlesMillis() > 0;
        Held held = new Held(new Node(grant.node(), grant.window()), holder, recovery);
        boolean wanted = present instanceof None || (present instanceof Held old && old.ending());
        if (wanted && current.replace(present, held)) {
            search = null;
            failing = false;
            Instant end = Instant.ofEpochMilli(grant.window().notAfter());
            log.info(": node id {} is leased by {} until {}", held.node(), holder, end);
            if (recovery) {
                plan(TimeUnit.MILLISECONDS.toNanos(grant.settlesMillis() - grant.lookMillis())
                        - (client.time().nanoTime() - requestedNanos));
            } else {
                planRenewal(requestedNanos);
            }
        } else {
            requests.send(
                    () -> nodeRequests.giveBack(held, held.node().notBefore()),
                    (answer, at, late) -> client.works(),
                    failure -> client.failed("giving a node id back", failure));
        }
    }

    /**
     * Gives a node id back, even after the planner has ended. Any thread.
     *
     * @param usedMillis no id was or will be stamped with a later time, in epoch milliseconds
     */
    CompletionStage<NodeAnswer> giveBack(Held held, long usedMillis) {
        return nodeRequests.giveBack(held, usedMillis);
    }

    // Renewing

    private void renew(Held held) {
        requests.send(
                () -> nodeRequests.renew(held),
                (answer, requestedNanos, late) -> {
                    client.works();
                    if (current.get() == held) {
                        renewed(held, answer, requestedNanos);
                    }
                },
                failure -> {
                    failed("renewing the lease of node id " + held.node(), failure);
                    planRetry();
                });
    }

    private void renewed(Held held, NodeAnswer answer, long requestedNanos) {
        if (answer instanceof NodeGranted grant) {
            client.granted(grant.window(), grant.lookMillis(), requestedNanos);
            failing = false;
            held.node().extendTo(grant.window().notAfter());
            current.wakeAll();
            planRenewal(requestedNanos);
        } else if (answer instanceof Lost && current.replace(held, lost(held.node(), held.holder()))) {
            if (failing) {
                log.warnOnce(NOT_RENEWED, held.node(), held.holder());
            } else {
                log.error(LOST, held.node(), held.holder());
            }
            plan(0);
        } else {
            planRetry();
        }
    }

    /** Until its window closes, no other instance has the node id. */
    private NodeHolding lost(Node node, String holder) {
        long nowMillis = client.clock().millisAt(client.time().nanoTime());
        return nowMillis < node.notAfter()
                ? new Held(node, holder, true)
                : new None(failing ? Reason.RAN_OUT : Reason.LOST);
    }

    private void planRenewal(long requestedNanos) {
        double share = random.nextDouble(LEAST_JITTER, 1.0) / RENEWALS_PER_TTL;
        long dueNanos =
                (long) (settings.leaseTtl().toNanos() * share) - (client.time().nanoTime() - requestedNanos);
        plan(Math.max(dueNanos, settings.retryPause().toNanos()));
    }
}
