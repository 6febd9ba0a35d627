package dev.idgen.internal.timestamp.node;

import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.NodeIdUnavailableException.Holder;
import dev.idgen.internal.lease.GroupRule;
import dev.idgen.internal.lease.GroupValue;
import dev.idgen.internal.lease.Step;
import dev.idgen.internal.time.Window;
import dev.idgen.internal.timestamp.node.NodeAnswer.Elsewhere;
import dev.idgen.internal.timestamp.node.NodeAnswer.GivenBack;
import dev.idgen.internal.timestamp.node.NodeAnswer.InUse;
import dev.idgen.internal.timestamp.node.NodeAnswer.Lost;
import dev.idgen.internal.timestamp.node.NodeAnswer.NodeGranted;
import dev.idgen.internal.timestamp.node.NodeAnswer.Settling;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * The rules of node ids in a group without a doubt, as functions of a look and a question, without clock, store or
 * randomness. docs/proof.md proves that they never grant one node id in two overlapping windows.
 *
 * <p><b>Recovery.</b> Soon after a doubt, only node ids of the doubt's slot are leased, once, and not renewed.
 * <b>Acquire.</b> Another node id is leased once its window and all windows from before the doubt have closed.
 * <b>Renew.</b> A holder keeps its node id over a doubt if the window that it was told extends beyond the doubt by the
 * margin. Until then, no other instance can have been granted the node id.
 */
class NodeRule {

    /** When an asker that does not believe the store's clock asks again. */
    private static final long SOON_MILLIS = 200;

    private final NodePool nodes;
    final GroupRule groupRule;

    /** @param groupRule the rules of its group */
    NodeRule(NodePool nodes, GroupRule groupRule) {
        this.nodes = nodes;
        this.groupRule = groupRule;
    }

    // The rules that the proof relies on. The model takes out each of them.

    /** A node id is leased after its window has closed. */
    boolean hasEnded(NodeValue value, long nowMillis) {
        return value.endMillis() < nowMillis;
    }

    /** A lease that the value does not know is renewed only if the value's window closed before the lease began. */
    boolean isUnheard(NodeValue value, Window held) {
        return value.endMillis() < held.notBefore();
    }

    /** A renewal never records less than the holder was told, or than was recorded before. */
    long recorded(NodeValue value, Window window) {
        return Math.max(value.endMillis(), window.notAfter());
    }

    /** Only its holder gives a node id back. */
    boolean isHeld(NodeValue value, String holder) {
        return value.holder().equals(holder);
    }

    // The questions

    /**
     * Leases one of the looked-at node ids. It prefers one that was given back or expired long ago, then one that was
     * never leased. Last comes one that expired recently, because its holder may only be slow.
     *
     * @param holder the name of this attempt, which no other attempt has
     * @param mayAcquire false if the store's clock seems wrong
     */
    final Step<NodeAnswer> acquire(GroupValue group, Snapshot snapshot, String holder, boolean mayAcquire) {
        long nowMillis = snapshot.time();
        long settles = groupRule.settles(group);
        boolean recovery = nowMillis < settles;
        if (recovery && nowMillis < groupRule.opens(group)) {
            return Step.answer(new Settling(groupRule.opens(group) - nowMillis, true));
        }
        if (!mayAcquire) {
            return Step.answer(new Settling(SOON_MILLIS, true));
        }
        int slot = recovery ? groupRule.slot(group) : NodePool.REGULAR;
        List<Long> those = snapshot.names().stream()
                .filter(name -> !name.equals(GroupValue.NAME))
                .map(Long::valueOf)
                .filter(id -> nodes.slotOf(id) == slot)
                .toList();
        if (those.isEmpty()) {
            return Step.answer(new Elsewhere(slot));
        }
        return those.stream()
                .filter(id -> hasEnded(NodeValue.of(snapshot, id), nowMillis))
                .min(Comparator.comparing(id -> rank(snapshot, id)))
                .map(id -> {
                    Window window = new Window(
                            nowMillis,
                            recovery ? groupRule.recoveryEnd(group, nowMillis) : groupRule.windowEnd(nowMillis));
                    return write(
                            id,
                            NodeValue.of(snapshot, id).heldBy(holder, window.notAfter()),
                            new NodeGranted(id, window, nowMillis, recovery ? settles : 0));
                })
                .orElseGet(() -> Step.answer(
                        recovery ? new Settling(settles - nowMillis, false) : new InUse(holders(snapshot, those))));
    }

    /**
     * Extends the window of a regular node id to another ttl. If the store has lost the lease, it takes the
     * lease back.
     *
     * @param held the node id's window, as the holder was told
     */
    final Step<NodeAnswer> renew(GroupValue group, Snapshot snapshot, String holder, long id, Window held) {
        NodeValue value = NodeValue.of(snapshot, id);
        boolean isRecovery = nodes.slotOf(id) != NodePool.REGULAR;
        if (isRecovery
                || !groupRule.reaches(group, held.notAfter())
                || !(isHeld(value, holder) || isUnheard(value, held))) {
            return Step.answer(new Lost());
        }
        Window longer = held.extendTo(groupRule.windowEnd(snapshot.time()));
        return write(
                id, value.heldBy(holder, recorded(value, longer)), new NodeGranted(id, longer, snapshot.time(), 0));
    }

    /**
     * Gives a node id back.
     *
     * @param used no id was or will be stamped with a later time; not before the window's beginning
     */
    final Step<NodeAnswer> giveBack(Snapshot snapshot, String holder, long id, long used) {
        NodeValue value = NodeValue.of(snapshot, id);
        return isHeld(value, holder)
                ? write(id, value.heldBy(NodeValue.FREE, Math.min(used, value.endMillis())), new GivenBack())
                : Step.answer(new GivenBack());
    }

    private static Step<NodeAnswer> write(long id, NodeValue next, NodeAnswer answer) {
        String name = NodeValue.name(id);
        return Step.write(List.of(GroupValue.NAME, name), name, next.toString(), answer);
    }

    /** The order of preference; the lowest rank is taken first. */
    private int rank(Snapshot snapshot, long id) {
        NodeValue value = NodeValue.of(snapshot, id);
        boolean lately =
                !value.holder().equals(NodeValue.FREE) && value.endMillis() + groupRule.settling() >= snapshot.time();
        return lately ? 2 : snapshot.value(NodeValue.name(id)) != null ? 0 : 1;
    }

    private static List<Holder> holders(Snapshot snapshot, List<Long> ids) {
        return ids.stream()
                .map(id -> new Holder(
                        id,
                        NodeValue.of(snapshot, id).holder(),
                        Instant.ofEpochMilli(NodeValue.of(snapshot, id).endMillis())))
                .toList();
    }
}
