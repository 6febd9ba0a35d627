package dev.idgen.internal.stamped.node;

import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.register.Conversation;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.register.Step;
import dev.idgen.internal.stamped.node.NodeAnswer.NodeContended;
import dev.idgen.internal.stamped.node.NodeAnswer.NodeGranted;
import dev.idgen.internal.stamped.node.NodeAnswer.PoolNoted;
import dev.idgen.internal.stamped.node.NodeAnswer.Settling;
import dev.idgen.internal.stamped.node.NodeRule.NodeAsker;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Asks a register about one node id, by the rules, as an instance does that has just started. Thread-safe. */
public final class NodeIdClient {

    private final Register register;
    private final NodePool nodes;
    private final long id;
    private final NodeAsker asker;

    /** @param ttl in milliseconds */
    public NodeIdClient(Register register, NodePool nodes, long id, String holder, long ttl) {
        this.register = register;
        this.nodes = nodes;
        this.id = id;
        this.asker = new NodeAsker(holder, ttl, UUID.randomUUID().toString());
    }

    /** Makes the pool of the node id's group, as if it had been new a second ago. */
    public void createPool() {
        Look look = await(register.look(nodes.groupOf(id), List.of(NodeGroup.POOL)));
        Look then = new Look(look.time() - 1000, look.run(), look.epoch(), look.names(), look.values());
        String born = NodeValue.newborn(then, asker.ttl(), asker.made()).toString();
        await(register.swap(nodes.groupOf(id), look, NodeGroup.POOL, born));
    }

    /** Asks for the node id, and tells for how many milliseconds it cannot be leased: 0 if it was, -1 if it is held. */
    public long acquire() {
        NodeAnswer answer = await(hold(rule -> rule.acquire(true)));
        while (answer instanceof PoolNoted) {
            answer = await(hold(rule -> rule.acquire(true)));
        }
        return answer instanceof NodeGranted ? 0 : answer instanceof Settling settling ? settling.millis() : -1;
    }

    /** Gives the node id back, which was used until now. */
    public void giveBack() {
        await(hold(rule -> rule.giveBack(id, rule.at.now())));
    }

    private CompletionStage<NodeAnswer> hold(Function<NodeRule, Step<NodeAnswer>> question) {
        Function<Look, Step<NodeAnswer>> rule =
                look -> question.apply(new NodeRule(new NodeGroup(look), Circumstances.of(look), asker));
        List<String> names = List.of(NodeGroup.POOL, NodeGroup.name(id));
        return new Conversation<>(register, nodes.groupOf(id), rule, NodeContended::new, Runnable::run).hold(names);
    }

    private static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }
}
