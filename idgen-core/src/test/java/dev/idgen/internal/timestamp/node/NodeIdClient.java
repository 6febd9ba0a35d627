package dev.idgen.internal.timestamp.node;

import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.internal.lease.GroupValue;
import dev.idgen.internal.lease.Obstacle;
import dev.idgen.internal.lease.OmittedRule;
import dev.idgen.internal.lease.PlainGroups;
import dev.idgen.internal.lease.Step;
import dev.idgen.internal.lease.Terms;
import dev.idgen.internal.time.Window;
import dev.idgen.internal.timestamp.node.NodeAnswer.NodeBlocked;
import dev.idgen.internal.timestamp.node.NodeAnswer.NodeGranted;
import dev.idgen.internal.timestamp.node.NodeAnswer.Settling;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** Asks a lease store about one node id, like an instance that has just joined. */
public final class NodeIdClient {

    private final LeaseStore leaseStore;
    private final NodePool nodes;
    private final long id;
    private final String holder;
    private final Terms terms;
    private final NodeRule rule;
    private Window held = new Window(0, 0);

    /** @param ttlMillis in milliseconds */
    public NodeIdClient(LeaseStore leaseStore, NodePool nodes, long id, String holder, long ttlMillis) {
        this(leaseStore, nodes, id, holder, ttlMillis, OmittedRule.NONE);
    }

    /**
     * @param ttlMillis in milliseconds
     * @param omitted the rule that it does without
     */
    public NodeIdClient(
            LeaseStore leaseStore, NodePool nodes, long id, String holder, long ttlMillis, OmittedRule omitted) {
        this.leaseStore = leaseStore;
        this.nodes = nodes;
        this.id = id;
        this.holder = holder;
        this.terms = terms(ttlMillis);
        this.rule = new NodeRuleWithout(omitted, nodes, ttlMillis);
    }

    static Terms terms(long ttlMillis) {
        return new Terms(Map.of(Terms.TTL, Long.toString(ttlMillis)));
    }

    /** Creates the node id's group, as if its doubt had been noted long ago. */
    public void createGroup() {
        PlainGroups.create(leaseStore, nodes.groupOf(id), terms);
    }

    /**
     * Asks for the node id, and returns for how many milliseconds it cannot be leased: 0 if it was, -1 if it is held.
     */
    public long acquire() {
        NodeAnswer answer = hold((group, snapshot) -> rule.acquire(group, snapshot, holder, true));
        note(answer);
        return answer instanceof NodeGranted ? 0 : answer instanceof Settling settling ? settling.millis() : -1;
    }

    /** Asks a master to extend the window. */
    public void renewAt(LeaseStore master) {
        note(hold(master, (group, snapshot) -> rule.renew(group, snapshot, holder, id, held)));
    }

    private void note(NodeAnswer answer) {
        held = answer instanceof NodeGranted grant ? grant.window() : held;
    }

    /** The latest window. */
    public Window held() {
        return held;
    }

    /** Gives the node id back, which was used until now. */
    public void giveBack() {
        hold((group, snapshot) -> rule.giveBack(snapshot, holder, id, snapshot.time()));
    }

    private NodeAnswer hold(BiFunction<GroupValue, Snapshot, Step<NodeAnswer>> question) {
        return hold(leaseStore, question);
    }

    private NodeAnswer hold(LeaseStore master, BiFunction<GroupValue, Snapshot, Step<NodeAnswer>> question) {
        return PlainGroups.ask(
                master,
                nodes.groupOf(id),
                List.of(NodeValue.name(id)),
                terms,
                rule.groupRule,
                question,
                new NodeBlocked(Obstacle.CONTENDED));
    }
}
