package dev.idgen.proof;

import static dev.idgen.proof.NodeWorld.only;
import static dev.idgen.proof.Scale.*;
import static dev.idgen.proof.Sentence.*;

import dev.idgen.proof.NodeFormulas.Outcome;
import java.util.ArrayList;
import java.util.List;

/**
 * No node id is good in two windows that overlap. The world is that of {@link BucketProof}, followed through two arbitrary leases of one
 * node id, and any third.
 *
 * <p><b>The pool.</b> The pool's value is the value of each node id that has none of its own. So the invariant is about the value that a
 * node id has: its own, else the pool's, else none. Each write changes that value as if it were stored for the node id alone:
 *
 * <ul>
 *   <li>Noting a doubt about the pool notes it for each node id without a value, and changes no other. The swap compares the pool's
 *       value. For a node id that has no value when the swap writes, that is the value that it has, whatever it had at the look.
 *   <li>Writing a node id's own value compares that, and the pool's too if there was none. Both together are the value it had.
 *       Without the second comparison a doubt is forgotten that was noted for the pool since the look ({@link Sentence#SWAP_POOL}).
 *   <li>A group is lost as a whole or not at all. Otherwise a node id that loses its own value would seem to have the pool's
 *       ({@link Sentence#WHOLE}).
 * </ul>
 */
final class NodeProof extends Induction {

    private final NodeFormulas rule;
    private final Num known = Num.any("known");
    private final Num used = Num.any("used");
    private final NodeStoredGroup looked = NodeStoredGroup.any("looked");
    private final NodeWorld world = new NodeWorld(
            NodeServer.any("mine"),
            NodeServer.any("other"),
            NodeWorld.NAMES.stream().map(Grant::any).toList(),
            Num.any("t"));
    private final Truth invariant = world.invariant(newest, 3);

    private NodeProof(Kept kept) {
        super(kept);
        this.rule = new NodeFormulas(kept, MARGIN, LIMIT);
    }

    static List<Obligation> with(Kept kept) {
        NodeProof proof = new NodeProof(kept);
        proof.beginning();
        for (int lease = 0; lease < NodeWorld.NAMES.size(); lease++) {
            proof.acquisition(lease);
            proof.renewal(lease);
            proof.end(lease);
        }
        proof.accidents();
        return proof.obligations();
    }

    private void beginning() {
        NodeServer mine = world.mine();
        NodeServer other = world.other();
        NodeWorld empty = new NodeWorld(
                mine.with(mine.group().lost(Truth.of(true), Truth.of(true))),
                other.with(other.group().lost(Truth.of(true), Truth.of(true))),
                world.leases().stream().map(Grant::unmade).toList(),
                world.t());
        obligation("beginning", empty.invariant(newest, 0), empty.invariant(newest, 3));
    }

    private void acquisition(int i) {
        Grant lease = world.leases().get(i);
        Outcome out = rule.acquire(looked.terms(), look.circumstances(), Num.of(i), ttl, Truth.any("question.isLost"));
        Truth isNew = Truth.of(true);
        for (NodeStoredGroup group : List.of(world.mine().group(), world.other().group(), looked)) {
            isNew = isNew.and(group.value().value().holder().isNot(i));
        }
        Truth assumed =
                Truth.all(lease.made().not(), kept.demands(NAMES, isNew), ttl.above(0), swapped(out), assumptions(out));
        NodeStored from = looked.value();
        Ghost line = from.ghostOrNone();
        Num before = line.before().max(from.value().orNone(ttl).end());
        Ghost granted = line.before(before).knowing(only(i, Truth.of(true)), only(i, Truth.of(true)));
        Grant acquired = Grant.made(look, look.circumstances().now(), out.end(), line.line(), world.t());
        NodeWorld after = wrote(
                        out, Terms.choose(out.granted(), granted, noted(out, line)), i, out.granted(), out.granted())
                .with(i, Terms.choose(out.granted(), acquired, lease));
        step("acquisition of " + name(i), assumed, after);
    }

    private void renewal(int i) {
        Grant lease = world.leases().get(i);
        Outcome out = rule.renew(looked.terms(), look.circumstances(), Num.of(i), lease.begin(), known, ttl);
        Truth longer = Truth.all(
                out.granted(), out.end().above(lease.end()), lease.released().not());
        Truth assumed = Truth.all(
                lease.made(),
                lease.begin().atMost(known),
                known.atMost(lease.end()),
                ttl.above(0),
                swapped(out),
                assumptions(out));
        NodeStored from = looked.value();
        Ghost line = noted(out, from.ghostOrNone());
        NodeTerms value = from.value().orNone(ttl);
        Num before = value.holder().is(i).choose(line.before(), line.before().max(value.end()));
        Ghost granted = line.before(before).knowing(only(i, longer), only(i, out.granted()));
        Num others = world.other().reign();
        Truth isSealed =
                Truth.all(longer, others.below(look.reign()), lease.reign().atMost(others));
        NodeWorld after = wrote(out, Terms.choose(out.granted(), granted, line), i, longer, Truth.of(false));
        NodeServer sealed = after.other().sealed(i, isSealed, line.line());
        after = new NodeWorld(after.mine(), sealed, after.leases(), after.t())
                .with(
                        i,
                        Terms.choose(
                                longer,
                                lease.extended(look, lease.reign().max(look.reign()), out.end(), world.t()),
                                lease));
        step("renewal of " + name(i), assumed, after);
    }

    private void end(int i) {
        Grant lease = world.leases().get(i);
        step("end of " + name(i), lease.made().and(used.atLeast(lease.begin())), world.with(i, lease.stopped(used)));
        Outcome out = rule.giveBack(looked.terms(), Num.of(i), used);
        Truth stopped = lease.released().and(used.atLeast(lease.end()));
        Truth assumed = Truth.all(
                lease.made(),
                kept.demands(STOPPED, stopped),
                used.atLeast(lease.begin()),
                swapped(out),
                assumptions(out));
        step(
                "return of " + name(i),
                assumed,
                wrote(out, looked.value().ghostOrNone(), i, Truth.of(false), Truth.of(false)));
    }

    private void accidents() {
        NodeStoredGroup copy = NodeStoredGroup.any("copy");
        Num begun = newest.plus(1);
        Truth stored = began(begun).is(world.t()).and(wasStored(copy));
        NodeWorld promoted =
                world.with(new NodeServer(begun, copy, NodeServer.any("begun").sealed()));
        step("promotion", stored, promoted.invariant(begun, 3));
        NodeServer mine = world.mine();
        Truth isPoolLost = Truth.any("isPoolLost");
        Truth isOwnLost = kept.has(WHOLE) ? isPoolLost : Truth.any("isOwnLost");
        step("loss", Truth.of(true), world.with(mine.with(mine.group().lost(isPoolLost, isOwnLost))));
        Num later = Num.any("later");
        step("time", later.atLeast(world.t()), new NodeWorld(mine, world.other(), world.leases(), later));
        Truth disjoint = world.leases().get(0).isApartFrom(world.leases().get(1));
        obligation("disjoint windows", invariant, disjoint);
    }

    private Ghost noted(Outcome out, Ghost before) {
        return Terms.choose(
                out.doubted(),
                before.noted(look, world.leases()),
                Terms.choose(out.marked(), before.ofNoReign(), before));
    }

    /** @param own what is known of the node id's own value, if that was written */
    private NodeWorld wrote(Outcome out, Ghost own, int lease, Truth window, Truth acquisition) {
        NodeStoredGroup before = world.mine().group();
        NodeStored pool =
                new NodeStored(out.group().pool(), noted(out, looked.pool().ghostOrNone()));
        NodeStoredGroup after = new NodeStoredGroup(
                Terms.choose(out.writesPool(), pool, before.pool()),
                Terms.choose(out.writesOwn(), new NodeStored(out.group().own(), own), before.own()));
        NodeServer other = world.other();
        return new NodeWorld(
                world.mine().with(after),
                other.with(other.group().notKnowing(only(lease, window), only(lease, acquisition))),
                world.leases(),
                world.t());
    }

    /** The look was answered, and its swap writes. */
    private Truth swapped(Outcome out) {
        NodeStoredGroup mine = world.mine().group();
        Truth samePool = looked.pool().isSameAs(mine.pool());
        Truth comparesPool = out.writesOwn().and(looked.own().value().there().not());
        return Truth.all(
                look.wasAnswered(world.t(), kept),
                look.canSwap(kept, world.mine().reign(), clock),
                wasStored(looked),
                kept.demands(SWAP_VALUE, out.writesPool().implies(samePool)),
                kept.demands(SWAP_VALUE, out.writesOwn().implies(looked.own().isSameAs(mine.own()))),
                kept.demands(SWAP_POOL, comparesPool.implies(samePool)));
    }

    /** Somewhere, at any time. */
    private Truth wasStored(NodeStoredGroup any) {
        Truth sound = Truth.of(true);
        for (int i = 0; i < world.leases().size(); i++) {
            sound = sound.and(any.value().isSound(i, world.leases().get(i), newest));
        }
        return sound;
    }

    /** {@link Sentence}, as far as it is about a look, and about the swap that grants or doubts after it. */
    private Truth assumptions(Outcome out) {
        NodeServer mine = world.mine();
        Truth runs = look.differsFrom(mine.reign());
        for (NodeStored stored : List.of(looked.pool(), looked.own())) {
            NodeTerms value = stored.value();
            runs = runs.and(look.differsFrom(value.there(), stored.ghost().reign(), value.epoch()));
        }
        NodeStored value = mine.group().value();
        Truth doubts = out.doubted()
                .and(out.writesOwn().or(mine.group().own().value().there().not()));
        Truth clocks = Truth.of(true);
        for (int i = 0; i < world.leases().size(); i++) {
            Grant lease = world.leases().get(i);
            Truth isDoubt = doubts.and(lease.made());
            Truth covers = value.value().there().and(value.ghost().covers().get(i));
            Truth heard = value.value().there().and(value.ghost().heard().get(i));
            clocks = Truth.all(
                    clocks,
                    isDoubt.and(covers.not()).implies(isNear(lease.time().minus(lease.lookedAt()), world.t())),
                    isDoubt.and(heard.not()).implies(isNear(lease.begin().minus(lease.beginAt()), world.t())));
        }
        return NewerLine.assumed(kept, lines(), look, out.granted(), runs, clocks);
    }

    private List<NewerLine> lines() {
        List<NewerLine> lines = new ArrayList<>();
        NodeServer other = world.other();
        lines.add(new NewerLine(
                other.reign().above(look.reign()),
                began(other.reign()),
                other.isClean(),
                other.group().value().ghost().line()));
        for (int i = 0; i < world.leases().size(); i++) {
            Grant lease = world.leases().get(i);
            lines.add(new NewerLine(lease.isNewerThan(look), began(lease.first()), Truth.of(true), lease.line()));
            Truth isRenewed = lease.made().and(lease.reign().above(look.reign()));
            lines.add(new NewerLine(isRenewed, began(lease.reign()), Truth.of(false), Line.NONE));
            Line seal = world.mine().sealed().get(i);
            Truth isSealed = isRenewed.and(lease.first().atMost(look.reign()));
            lines.add(new NewerLine(isSealed, seal.noticedAt(), Truth.of(true), seal));
        }
        return lines;
    }

    private static String name(int lease) {
        return NodeWorld.NAMES.get(lease);
    }

    @Override
    Truth invariant() {
        return invariant;
    }

    /** The third lease is any other, so what holds of it need not be shown again. */
    private void step(String name, Truth assumed, NodeWorld after) {
        step(name, assumed, after.invariant(newest, 2));
    }
}
