package dev.idgen.internal.stamped.node;

import dev.idgen.NodeIdUnavailableException.Holder;
import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.register.Step;
import dev.idgen.internal.stamped.node.NodeAnswer.GivenBack;
import dev.idgen.internal.stamped.node.NodeAnswer.InUse;
import dev.idgen.internal.stamped.node.NodeAnswer.Lost;
import dev.idgen.internal.stamped.node.NodeAnswer.NodeGranted;
import dev.idgen.internal.stamped.node.NodeAnswer.OtherNodeTtl;
import dev.idgen.internal.stamped.node.NodeAnswer.PoolNoted;
import dev.idgen.internal.stamped.node.NodeAnswer.PoolUnborn;
import dev.idgen.internal.stamped.node.NodeAnswer.Settling;
import dev.idgen.internal.time.Window;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The rules of leased node ids, as functions of a look and a question, without clock, store or randomness.
 * docs/proof.md proves that they never grant one node id in two overlapping windows.
 *
 * <p><b>Note.</b> A value that is missing, or was written in another run, is in doubt: leases may be missing. The rule
 * notes the doubt with its time. <b>Acquire.</b> A node id is leased after its window has closed, and a ttl and a
 * margin after the latest doubt. <b>Renew.</b> A holder keeps its node id over a doubt if the window that it was told
 * extends beyond the doubt by the margin. Until then, no other instance can have been granted the node id.
 *
 * <p>The pool's value stands for each node id without its own value. A group is lost as a whole or not at all, so
 * noting a doubt about the pool notes it for all of them.
 */
class NodeRule {

    /** When an asker that could not calculate a doubt asks again. */
    private static final long SOON_MILLIS = 200;

    final NodeGroup group;
    final Circumstances at;
    final NodeAsker asker;

    /**
     * The part of a question that describes the asker.
     *
     * @param holder the name of this attempt, which no other attempt has
     * @param ttl the ttl of its leases, in milliseconds
     * @param made random, different each time
     */
    record NodeAsker(String holder, long ttl, String made) {}

    NodeRule(NodeGroup group, Circumstances at, NodeAsker asker) {
        this.group = group;
        this.at = at;
        this.asker = asker;
    }

    // The rules that the proof relies on. The model takes out each of them.

    /** A value that is missing, or was written in another run, is in doubt. */
    boolean isDoubted(@Nullable NodeValue value) {
        return value == null || value.isDoubtedBy(at);
    }

    /** A delay caused by a doubt is never shortened. */
    long noticed(NodeValue value) {
        return Math.max(value.doubted(), at.now());
    }

    /** After a doubt, no lease is granted until all windows that may be missing have closed. */
    boolean isSettled(NodeValue value) {
        return value.settles() < at.now();
    }

    /** A node id is leased after its window has closed. */
    boolean hasEnded(NodeValue value) {
        return value.end() < at.now();
    }

    /** A holder's window, as it was told, must extend beyond the doubt. */
    boolean reaches(NodeValue value, Window held) {
        return held.notAfter() >= value.doubted() + Circumstances.MARGIN_MILLIS;
    }

    /** A lease that the value does not know is renewed only if the value's window closed before the lease began. */
    boolean isUnheard(NodeValue value, Window held) {
        return value.end() < held.notBefore();
    }

    /** A renewal never records less than the holder was told, or than was recorded before. */
    long recorded(NodeValue value, Window window) {
        return Math.max(value.end(), window.notAfter());
    }

    /** Only its holder gives a node id back. */
    boolean isHeld(NodeValue value) {
        return value.holder().equals(asker.holder());
    }

    /** The pool's value stands for a node id without its own value. So a swap must find both unchanged. */
    List<String> guards(long id) {
        String name = NodeGroup.name(id);
        return group.isWritten(id) ? List.of(name) : List.of(NodeGroup.POOL, name);
    }

    // The questions

    /**
     * Leases one of the looked-at node ids. It prefers one that was given back or expired long ago, then one that was
     * never leased. Last comes one that expired recently, because its holder may only be slow.
     *
     * @param isLost whether a pool without a value was lost
     */
    final Step<NodeAnswer> acquire(boolean isLost) {
        if (!group.isPoolStored() && !isLost) {
            return Step.answer(new PoolUnborn());
        }
        OptionalLong otherTtl = group.otherTtl(asker.ttl());
        if (otherTtl.isPresent()) {
            return Step.answer(new OtherNodeTtl(otherTtl.getAsLong()));
        }
        if (isDoubted(group.pool())) {
            return notePool();
        }
        List<Long> ended = group.ids().stream()
                .filter(id -> hasEnded(valueOf(id)))
                .sorted(Comparator.comparing(this::rank))
                .toList();
        Optional<Long> free = ended.stream()
                .filter(id -> !isDoubted(group.value(id)) && isSettled(valueOf(id)))
                .findFirst();
        if (free.isPresent()) {
            return grant(free.get(), valueOf(free.get()), new Window(at.now(), at.now() + asker.ttl()));
        }
        long wait = ended.stream()
                .filter(id -> !isDoubted(group.value(id)))
                .mapToLong(id -> valueOf(id).settles() + 1 - at.now())
                .min()
                .orElse(asker.ttl() + Circumstances.MARGIN_MILLIS + 1);
        Settling settling = new Settling(wait, !isSettled(valueOrNone(group.pool())));
        return ended.stream()
                .filter(id -> isDoubted(group.value(id)))
                .findFirst()
                .map(id -> noteId(id, settling))
                .orElseGet(() -> Step.answer(ended.isEmpty() ? new InUse(holders()) : settling));
    }

    /**
     * Extends a window by another ttl. If the store has lost the lease, it takes the lease back.
     *
     * @param held the node id's window, as the holder was told
     */
    final Step<NodeAnswer> renew(long id, Window held) {
        OptionalLong otherTtl = group.otherTtl(asker.ttl());
        if (otherTtl.isPresent()) {
            return Step.answer(new OtherNodeTtl(otherTtl.getAsLong()));
        }
        NodeValue pool = group.pool();
        if (isDoubted(pool) && (at.isTrusted() || pool == null || !pool.isMarked())) {
            return notePool(); // so that no starting instance takes the pool for new
        }
        boolean doubted = isDoubted(group.value(id));
        NodeValue value = doubted ? noted(valueOf(id)) : valueOf(id);
        if (doubted && !at.isTrusted()) {
            return noteId(id, new Lost());
        }
        if (reaches(value, held) && (isHeld(value) || isUnheard(value, held))) {
            return grant(id, value, held.extendTo(at.now() + asker.ttl()));
        }
        return doubted ? noteId(id, new Lost()) : Step.answer(new Lost());
    }

    /**
     * Gives a node id back.
     *
     * @param used no id was or will be stamped with a later time; not before the window's beginning
     */
    final Step<NodeAnswer> giveBack(long id, long used) {
        NodeValue value = valueOf(id);
        return isHeld(value)
                ? write(id, value.heldBy(NodeValue.FREE, Math.min(used, value.end())), new GivenBack())
                : Step.answer(new GivenBack());
    }

    private NodeValue valueOf(long id) {
        return valueOrNone(group.value(id));
    }

    private NodeValue valueOrNone(@Nullable NodeValue value) {
        return value == null ? NodeValue.missing(asker.ttl()) : value;
    }

    private NodeValue noted(NodeValue value) {
        return value.noted(at, noticed(value));
    }

    private Step<NodeAnswer> grant(long id, NodeValue value, Window window) {
        NodeValue next = value.heldBy(asker.holder(), recorded(value, window));
        return write(id, next, new NodeGranted(id, window, at.run()));
    }

    private Step<NodeAnswer> write(long id, NodeValue next, NodeAnswer answer) {
        return Step.write(guards(id), NodeGroup.name(id), next.toString(), answer);
    }

    private Step<NodeAnswer> notePool() {
        NodeValue pool = group.pool();
        NodeValue before = pool == null ? valueOrNone(null).madeAs(asker.made()) : pool;
        return note(List.of(NodeGroup.POOL), NodeGroup.POOL, before, pool != null, new PoolNoted());
    }

    private Step<NodeAnswer> noteId(long id, NodeAnswer answer) {
        return note(guards(id), NodeGroup.name(id), valueOf(id), group.value(id) != null, answer);
    }

    /**
     * Notes a doubt. It never calculates the doubt's time with a clock that is not believed, because no later doubt
     * could make it earlier.
     */
    private Step<NodeAnswer> note(
            List<String> guards, String name, NodeValue value, boolean isThere, NodeAnswer answer) {
        if (at.isTrusted()) {
            return Step.write(guards, name, noted(value).toString(), answer);
        }
        NodeAnswer soon = new Settling(SOON_MILLIS, true);
        return isThere && value.isMarked()
                ? Step.answer(soon)
                : Step.write(guards, name, value.marked().toString(), soon);
    }

    /** The order of preference; the lowest rank is taken first. */
    private int rank(long id) {
        NodeValue value = valueOf(id);
        boolean lately = !value.holder().equals(NodeValue.FREE)
                && value.end() + value.ttl() + Circumstances.MARGIN_MILLIS >= at.now();
        return lately ? 2 : group.isWritten(id) ? 0 : 1;
    }

    private List<Holder> holders() {
        return group.ids().stream()
                .map(id -> new Holder(
                        id,
                        valueOf(id).holder(),
                        Instant.ofEpochMilli(valueOf(id).end())))
                .toList();
    }
}
