package dev.idgen.internal.timestamp.node;

import dev.idgen.internal.lease.GroupValue;
import dev.idgen.internal.lease.Groups;
import dev.idgen.internal.lease.LeaseClient;
import dev.idgen.internal.lease.Obstacle;
import dev.idgen.internal.lease.ReadAndSet;
import dev.idgen.internal.timestamp.node.NodeAnswer.NodeBlocked;
import dev.idgen.internal.timestamp.node.NodeHolding.Held;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Asks {@link NodeRule} for a node id, to extend its window, or to end its lease. {@link NodeLeasing} decides what to
 * ask, and does what the answers say. Used only on the planner's thread, except for {@link #giveBack}.
 */
record NodeRequests(NodePool nodes, LeaseClient client, Groups groups, NodeRule rule) {

    /** Asks for one of some node ids of a group, under a name that no other request has. */
    CompletionStage<NodeAnswer> acquire(int group, List<Long> ids, String holder) {
        return ask(
                nodes.groupName(group),
                ids,
                (value, snapshot, believed) -> rule.acquire(value, snapshot, holder, believed));
    }

    /** Asks to extend the window of a held node id. */
    CompletionStage<NodeAnswer> renew(Held held) {
        Node node = held.node();
        return ask(
                nodes.groupOf(node.id()),
                List.of(node.id()),
                (value, snapshot, believed) -> rule.renew(value, snapshot, held.holder(), node.id(), node.window()));
    }

    private CompletionStage<NodeAnswer> ask(String group, List<Long> ids, Groups.Rule<NodeAnswer> query) {
        return groups.ask(
                group,
                ids.stream().map(NodeValue::name).toList(),
                (value, snapshot, believed) -> {
                    ids.stream()
                            .filter(id -> NodeValue.of(snapshot, id).isUnreadable())
                            .forEach(id -> groups.unreadable(group, id + ": " + snapshot.value(NodeValue.name(id))));
                    return query.ask(value, snapshot, believed);
                },
                NodeBlocked::new);
    }

    /** Asks to give a node id back, see {@link NodeLeasing#giveBack}. Any thread. */
    CompletionStage<NodeAnswer> giveBack(Held held, long usedMillis) {
        long id = held.node().id();
        return new ReadAndSet<NodeAnswer>(
                        client.leaseStore(),
                        nodes.groupOf(id),
                        snapshot -> rule.giveBack(snapshot, held.holder(), id, usedMillis),
                        () -> new NodeBlocked(Obstacle.CONTENDED),
                        Runnable::run)
                .hold(List.of(GroupValue.NAME, NodeValue.name(id)));
    }
}
