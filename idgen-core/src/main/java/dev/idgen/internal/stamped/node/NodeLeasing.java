package dev.idgen.internal.stamped.node;

import dev.idgen.NodeIdUnavailableException.Reason;
import dev.idgen.internal.codec.Quote;
import dev.idgen.internal.register.Births;
import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.register.Conversation;
import dev.idgen.internal.register.LeaseClient;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.register.Step;
import dev.idgen.internal.request.StoreLog;
import dev.idgen.internal.stamped.node.NodeAnswer.EarlierFormat;
import dev.idgen.internal.stamped.node.NodeAnswer.Lost;
import dev.idgen.internal.stamped.node.NodeAnswer.NodeContended;
import dev.idgen.internal.stamped.node.NodeAnswer.NodeGranted;
import dev.idgen.internal.stamped.node.NodeAnswer.OtherNodeTtl;
import dev.idgen.internal.stamped.node.NodeAnswer.PoolUnborn;
import dev.idgen.internal.stamped.node.NodeHolding.Held;
import dev.idgen.internal.stamped.node.NodeHolding.None;
import dev.idgen.internal.stamped.node.NodeRule.NodeAsker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The planner of a leased node id. It acquires a node id, renews it every tenth of its ttl, and acquires another if it
 * is lost.
 *
 * <p>Everything happens on one thread: requests are asynchronous, and their answers arrive as tasks on that thread.
 */
/*
 * Each request for a node id has its own name. So a grant that arrives late is a different lease from any requested
 * later. It is kept if there is none, and otherwise given back.
 */
final class NodeLeasing {

    private static final long SHORTEST_EXHAUSTED_PAUSE = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LONGEST_EXHAUSTED_PAUSE = TimeUnit.MILLISECONDS.toNanos(950);
    private static final int RENEWALS_PER_TTL = 10;
    private static final double LEAST_JITTER = 0.8;
    private static final long UNBORN_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final String SETTLING =
            ": the store failed over, restarted, lost data or got its first replica, or does not tell whether it did; none is leased"
                    + " for another {} ms, until all earlier leases have ended";
    private static final String EXHAUSTED =
            ": all are in use, so this instance issues no ids; the first leases to end: {}";
    private static final String LOST =
            ": the lease of node id {} by {} was lost; this instance issues no more ids with it, and looks for another node id."
                    + " Was this process stopped for longer than 'idgen.node.lease-ttl', or did the store lose its data?";
    private static final String UNREADABLE = ": '{}' in '{}' cannot be read, and counts as lost: {}";

    private final NodePool nodes;
    private final NodeSettings settings;
    private final LeaseClient client;
    private final StoreLog log;
    private final CurrentNode current;
    private final HolderNames names;
    private final RandomGenerator random;
    private final Births births;

    /** The groups that have no leases in an earlier format. */
    private final Set<String> checked = new HashSet<>();

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
        this.log = client.log();
        this.current = current;
        this.names = new HolderNames(environment.instance());
        this.random = environment.random();
        Births.Places places = places(nodes, ttl(), this::token);
        this.births = new Births(client, settings.leaseTtl(), places, "checking for an existing pool", () -> plan(0));
    }

    /**
     * The values of a new pool, one in each group.
     *
     * @param made random, different each time
     */
    static Births.Places places(NodePool nodes, long ttl, Supplier<String> made) {
        return new Births.Places(
                IntStream.range(0, nodes.groups()).mapToObj(nodes::groupName).toList(),
                List.of(NodeGroup.POOL),
                (place, look) -> NodeValue.newborn(look, ttl, made.get()).toString(),
                look -> new NodeGroup(look).otherTtl(ttl).isPresent());
    }

    void start() {
        client.requests().execute(this::step);
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

    /** Plans the next step after some nanoseconds, instead of any step planned before. */
    private void plan(long nanos) {
        if (next != null) {
            next.cancel(false);
        }
        next = client.requests().schedule(this::step, nanos);
    }

    private void planRetry() {
        plan(settings.retryPause().toNanos());
    }

    /** Also lets asynchronous callers go whose deadline has passed: only a wake-up takes them out of the queue. */
    private void failed(String what, Throwable failure) {
        client.failed(what, failure);
        current.wakeAll();
    }

    // Acquiring

    private void search(NodeSearch asked) {
        search = asked;
        if (asked.isOver()) {
            conclude(asked);
            return;
        }
        NodeAsker asker = asker(names.next());
        client.send(
                () -> acquire(nodes.groupName(asked.group()), asked.ids(), asker),
                (answer, requestedAt, late) -> {
                    client.works();
                    if (answer instanceof NodeGranted grant) {
                        keep(asker.holder(), grant, requestedAt);
                    } else if (!late && search == asked) {
                        goOn(asked, answer);
                    }
                },
                failure -> {
                    failed("acquiring a node id", failure);
                    if (search == asked) {
                        asked.failed();
                        search(asked);
                    }
                });
    }

    /**
     * Asks for one of some node ids of a group. Before the first request to a group, it looks for leases in an earlier
     * format.
     */
    private CompletionStage<NodeAnswer> acquire(String group, List<Long> ids, NodeAsker asker) {
        if (checked.contains(group)) {
            return ask(group, ids, asker, (rule, view) -> rule.acquire(isLost(view)));
        }
        return client.register()
                .earlierFormatEnds(group)
                .thenComposeAsync(
                        ends -> {
                            if (ends > 0) {
                                return CompletableFuture.completedFuture(new EarlierFormat(ends));
                            }
                            checked.add(group);
                            return acquire(group, ids, asker);
                        },
                        client.requests()::execute);
    }

    private boolean isLost(NodeGroup view) {
        if (view.isPoolStored()) {
            births.found();
            return false;
        }
        return births.isLost();
    }

    private CompletionStage<NodeAnswer> ask(
            String group, List<Long> ids, NodeAsker asker, BiFunction<NodeRule, NodeGroup, Step<NodeAnswer>> question) {
        List<String> names = new ArrayList<>(List.of(NodeGroup.POOL));
        ids.forEach(id -> names.add(NodeGroup.name(id)));
        return client.ask(
                group,
                names,
                (look, judge) -> {
                    NodeGroup view = new NodeGroup(look);
                    view.unreadable().forEach((name, text) -> log.errorOnce(UNREADABLE, name, group, Quote.of(text)));
                    return question.apply(new NodeRule(view, judge.apply(view.last()), asker), view);
                },
                NodeContended::new);
    }

    private void goOn(NodeSearch asked, NodeAnswer answer) {
        if (answer instanceof PoolUnborn) {
            if (!births.isDeciding()) {
                plan(UNBORN_RETRY_NANOS); // another instance may be making the pool
            }
        } else if (answer instanceof OtherNodeTtl other) {
            refused(NodeRefusals.otherTtl(settings.leaseTtl(), Duration.ofMillis(other.ttl())));
        } else if (answer instanceof EarlierFormat earlier) {
            refused(NodeRefusals.earlierFormat(earlier.ends()));
        } else {
            asked.answered(answer);
            search(asked);
        }
    }

    /** Ends a search without a node id. */
    private void conclude(NodeSearch asked) {
        if (asked.settling().isPresent()) {
            Duration wait = Duration.ofMillis(asked.settling().getAsLong());
            if (wait.toMillis() > Register.SWAP_LIMIT_MILLIS + 1) { // else the pool was only just made
                absent(new None(Reason.SETTLING));
                log.warnOnce(SETTLING, wait.toMillis());
            }
            long most = asked.isIncomplete()
                    ? exhaustedPause()
                    : settings.leaseTtl().toNanos();
            plan(Math.min(wait.toNanos(), most));
        } else if (!asked.holders().isEmpty()) {
            absent(new None(Reason.ALL_IN_USE, asked.holders()));
            log.errorOnce(EXHAUSTED, asked.holders());
            plan(exhaustedPause());
        } else {
            planRetry();
        }
    }

    private long exhaustedPause() {
        return random.nextLong(SHORTEST_EXHAUSTED_PAUSE, LONGEST_EXHAUSTED_PAUSE);
    }

    private void refused(RuntimeException why) {
        logRefusal(why);
        client.fails(why);
        absent(new None(Reason.REFUSED));
        plan(exhaustedPause());
    }

    private void logRefusal(RuntimeException why) {
        log.errorOnce(": this instance gets none: {}", why.getMessage());
    }

    private void absent(None none) {
        if (current.get() instanceof None present) {
            current.replace(present, none);
        }
    }

    /** Keeps a lease if there is none yet; otherwise gives it back. */
    private void keep(String holder, NodeGranted grant, long requestedAt) {
        client.granted();
        NodeHolding present = current.get();
        Held held = new Held(
                Node.within(
                        grant.node(), grant.window().notBefore(), grant.window().notAfter()),
                holder);
        if (present instanceof None && current.replace(present, held)) {
            search = null;
            Instant end = Instant.ofEpochMilli(grant.window().notAfter());
            log.info(": node id {} is leased by {} until {}", held.node(), holder, end);
            planRenewal(requestedAt);
        } else {
            client.send(
                    () -> leave(held, held.node().notBefore()),
                    (answer, at, late) -> client.works(),
                    failure -> client.failed("giving a node id back", failure));
        }
    }

    /**
     * Gives a node id back, even after the planner has ended. Any thread.
     *
     * @param used no id was or will be stamped with a later time, in epoch milliseconds
     */
    CompletionStage<NodeAnswer> leave(Held held, long used) {
        long id = held.node().id();
        NodeAsker asker = new NodeAsker(held.holder(), ttl(), "");
        Function<Look, Step<NodeAnswer>> rule =
                look -> new NodeRule(new NodeGroup(look), Circumstances.of(look), asker).giveBack(id, used);
        return new Conversation<>(client.register(), nodes.groupOf(id), rule, NodeContended::new, Runnable::run)
                .hold(List.of(NodeGroup.name(id)));
    }

    // Renewing

    private void renew(Held held) {
        Node node = held.node();
        client.send(
                () -> ask(
                        nodes.groupOf(node.id()),
                        List.of(node.id()),
                        asker(held.holder()),
                        (rule, view) -> rule.renew(node.id(), node.window())),
                (answer, requestedAt, late) -> {
                    client.works();
                    if (current.get() == held) {
                        renewed(held, answer, requestedAt);
                    }
                },
                failure -> {
                    failed("renewing the lease of node id " + node, failure);
                    planRetry();
                });
    }

    private void renewed(Held held, NodeAnswer answer, long requestedAt) {
        if (answer instanceof NodeGranted grant) {
            client.granted();
            held.node().extendTo(grant.window().notAfter());
            current.wakeAll();
            planRenewal(requestedAt);
        } else if (answer instanceof Lost && current.replace(held, new None(Reason.LOST))) {
            log.error(LOST, held.node(), held.holder());
            plan(0);
        } else {
            if (answer instanceof OtherNodeTtl other) {
                logRefusal(NodeRefusals.otherTtl(settings.leaseTtl(), Duration.ofMillis(other.ttl())));
            }
            planRetry();
        }
    }

    private void planRenewal(long requestedAt) {
        double share = random.nextDouble(LEAST_JITTER, 1.0) / RENEWALS_PER_TTL;
        long due =
                (long) (settings.leaseTtl().toNanos() * share) - (client.time().nanoTime() - requestedAt);
        plan(Math.max(due, settings.retryPause().toNanos()));
    }
}
