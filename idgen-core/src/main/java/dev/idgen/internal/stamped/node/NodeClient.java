package dev.idgen.internal.stamped.node;

import dev.idgen.internal.register.Births;
import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.register.ClockTrust;
import dev.idgen.internal.register.Conversation;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.register.Step;
import dev.idgen.internal.stamped.node.NodeAnswer.EarlierFormat;
import dev.idgen.internal.stamped.node.NodeAnswer.NodeContended;
import dev.idgen.internal.stamped.node.NodeRule.NodeAsker;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Asks a register about node ids, by the rules of {@link NodeRule}. For the planner's thread; {@link #leave} for any. */
final class NodeClient {

    private final NodePool nodes;
    private final Register register;
    private final TimeSource time;
    private final Executor planner;
    private final ClockTrust trust;
    private final NodeState state;
    private final Set<String> checked = new HashSet<>();

    NodeClient(
            NodePool nodes, Register register, TimeSource time, Executor planner, ClockTrust trust, NodeState state) {
        this.nodes = nodes;
        this.register = register;
        this.time = time;
        this.planner = planner;
        this.trust = trust;
        this.state = state;
    }

    /** Asks for one of some node ids of a group. The first time, this looks for leases in an earlier format before. */
    CompletionStage<NodeAnswer> acquire(int group, List<Long> ids, NodeAsker asker, Births births) {
        String name = nodes.groupName(group);
        if (checked.contains(name)) {
            return ask(name, ids, asker, (rule, view) -> rule.acquire(isLost(view, births)));
        }
        return register.earlierFormatEnds(name)
                .thenComposeAsync(
                        ends -> {
                            if (ends > 0) {
                                return CompletableFuture.completedFuture(new EarlierFormat(ends));
                            }
                            checked.add(name);
                            return acquire(group, ids, asker, births);
                        },
                        planner);
    }

    private static boolean isLost(NodeGroup view, Births births) {
        if (view.isPoolStored()) {
            births.found();
            return false;
        }
        return births.isLost();
    }

    /** Asks for a longer window. */
    CompletionStage<NodeAnswer> renew(Node held, NodeAsker asker) {
        return ask(
                nodes.groupOf(held.id()),
                List.of(held.id()),
                asker,
                (rule, view) -> rule.renew(held.id(), held.window()));
    }

    private CompletionStage<NodeAnswer> ask(
            String group, List<Long> ids, NodeAsker asker, BiFunction<NodeRule, NodeGroup, Step<NodeAnswer>> question) {
        List<String> names = new ArrayList<>(List.of(NodeGroup.POOL));
        ids.forEach(id -> names.add(NodeGroup.name(id)));
        long askedAt = time.nanoTime();
        Function<Look, Step<NodeAnswer>> rule = look -> {
            NodeGroup view = new NodeGroup(look);
            return question.apply(new NodeRule(view, circumstances(group, look, view, askedAt), asker), view);
        };
        return Conversation.hold(register, group, names, rule, NodeContended::new, planner);
    }

    private Circumstances circumstances(String group, Look look, NodeGroup view, long askedAt) {
        long now = time.nanoTime();
        view.unreadable().forEach((name, text) -> state.log().unreadable(group, name, text, now));
        Circumstances at = trust.at(look, view.last());
        if (at.isTrusted()) {
            state.log()
                    .clock(
                            state.clock().synchronize(look.time(), askedAt),
                            state.clock().skew(),
                            now);
        } else {
            state.log().clockFarAhead(Duration.ofMillis(look.time() - at.now()), now);
        }
        return at;
    }

    /**
     * Gives a node id back, also after the planner has ended.
     *
     * @param used no id was or will be stamped with a later time, in epoch milliseconds
     */
    CompletionStage<NodeAnswer> leave(Node held, NodeAsker asker, long used) {
        Function<Look, Step<NodeAnswer>> rule =
                look -> new NodeRule(new NodeGroup(look), Circumstances.of(look), asker).giveBack(held.id(), used);
        List<String> names = List.of(NodeGroup.name(held.id()));
        return Conversation.hold(register, nodes.groupOf(held.id()), names, rule, NodeContended::new, Runnable::run);
    }
}
