package dev.idgen.proof;

import static dev.idgen.proof.Assumption.*;
import static dev.idgen.proof.ProtocolRule.*;
import static dev.idgen.proof.Scale.*;

import dev.idgen.proof.NodeFormulas.Outcome;
import dev.idgen.proof.Proof.Obligation;
import dev.idgen.proof.Proof.Occurrence;
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
 *       Without the second comparison a doubt is forgotten that was noted for the pool since the look ({@link ProtocolRule#SWAP_POOL}).
 *   <li>A pool that is born gives a value to each node id that had none. Node ids with a value of their own keep it.
 *   <li>A group is lost as a whole or not at all. Otherwise a node id that loses its own value would seem to have the pool's
 *       ({@link Assumption#WHOLE}).
 * </ul>
 *
 * <p><b>A birth</b> records that every window before it has closed by now ({@link ProtocolRule#BORN}). It is not enough that they have:
 * otherwise a holder whose window had closed before the birth would renew its lease, since no end and no doubt is recorded since then;
 * and a clock that is set back after the birth would lease the node id in a window that had closed.
 */
final class NodeProof {

    private final Kept kept;
    private final NodeFormulas rule;
    private final List<Obligation> obligations = new ArrayList<>();
    private final List<Occurrence> occurrences = new ArrayList<>();

    private final Num newest = Num.any("newest");
    private final Num clock = Num.any("clock");
    private final Num told = Num.any("told");
    private final Num used = Num.any("used");
    private final Num ttl;
    private final LookTerms look = LookTerms.any("look");
    private final NodeStoredGroup looked = NodeStoredGroup.any("looked");
    private final NodeWorld world = new NodeWorld(
            NodeServer.any("mine"),
            NodeServer.any("other"),
            NodeWorld.NAMES.stream().map(NodeLease::any).toList(),
            Num.any("t"));
    private final Truth invariant = world.invariant(newest, 3);

    private NodeProof(Kept kept) {
        this.kept = kept;
        this.rule = new NodeFormulas(kept, MARGIN, LIMIT);
        this.ttl = kept.has(TERMS) ? TTL : Num.any("asked.ttl");
    }

    static Proof with(Kept kept) {
        NodeProof proof = new NodeProof(kept);
        proof.beginning();
        for (int lease = 0; lease < NodeWorld.NAMES.size(); lease++) {
            proof.acquisition(lease);
            proof.renewal(lease);
            proof.end(lease);
        }
        proof.birth();
        proof.accidents();
        return new Proof(List.copyOf(proof.obligations), List.copyOf(proof.occurrences));
    }

    private void beginning() {
        NodeServer mine = world.mine();
        NodeServer other = world.other();
        NodeWorld empty = new NodeWorld(
                mine.with(mine.group().lost(Truth.of(true), Truth.of(true))),
                other.with(other.group().lost(Truth.of(true), Truth.of(true))),
                world.leases().stream().map(NodeLease::unmade).toList(),
                world.t());
        Truth servers = empty.invariant(newest, 0);
        obligations.add(new Obligation("beginning", servers, empty.invariant(newest, 3)));
    }

    private void acquisition(int i) {
        NodeLease lease = world.leases().get(i);
        Outcome out = rule.acquire(looked.terms(), look.circumstances(), Num.of(i), ttl, Truth.any("asked.isLost"));
        Truth isNew = Truth.of(true);
        for (NodeStoredGroup group : List.of(world.mine().group(), world.other().group(), looked)) {
            isNew = isNew.and(group.value().value().holder().isNot(i));
        }
        Truth assumed =
                Truth.all(lease.made().not(), kept.demands(NAMES, isNew), ttl.above(0), swapped(out), assumptions(out));
        NodeStored from = looked.value();
        NodeGhost line = from.ghostOrNone();
        Num before = line.before().max(from.value().orNone(ttl).end());
        NodeGhost granted = line.before(before).knowing(i, Truth.of(true), Truth.of(true));
        NodeLease acquired = NodeLease.acquired(look, out.end(), line, world.t());
        NodeWorld after = wrote(
                        out,
                        NodeGhost.choose(out.granted(), granted, noted(out, line)),
                        i,
                        out.granted(),
                        out.granted())
                .with(i, lease.or(out.granted(), acquired));
        step("acquisition of " + name(i), assumed, after);
        if (i == 1) {
            Truth grantsB = assumed.and(out.granted());
            NodeLease a = world.leases().get(0);
            occurs(
                    "B is acquired by the pool's value, which was born after A closed",
                    Truth.all(grantsB, a.made(), looked.own().value().there().not(), line.born()));
            occurs(
                    "a clock that is not believed grants B",
                    grantsB.and(look.circumstances().isTrusted().not()));
        }
    }

    private void renewal(int i) {
        NodeLease lease = world.leases().get(i);
        Outcome out = rule.renew(looked.terms(), look.circumstances(), Num.of(i), lease.begin(), told, ttl);
        Truth longer = Truth.all(
                out.granted(), out.end().above(lease.end()), lease.released().not());
        Truth assumed = Truth.all(
                lease.made(),
                lease.begin().atMost(told),
                told.atMost(lease.end()),
                ttl.above(0),
                swapped(out),
                assumptions(out));
        NodeStored from = looked.value();
        NodeGhost line = noted(out, from.ghostOrNone());
        NodeTerms value = from.value().orNone(ttl);
        Num before = value.holder().is(i).choose(line.before(), line.before().max(value.end()));
        NodeGhost granted = line.before(before).knowing(i, longer, out.granted());
        Num its = world.other().reign();
        Truth isSealed =
                Truth.all(longer, its.below(look.reign()), lease.reign().atMost(its));
        NodeSeal seal = new NodeSeal(line.born(), line.noticed(), line.noticedAt());
        NodeWorld after = wrote(out, NodeGhost.choose(out.granted(), granted, line), i, longer, Truth.of(false));
        NodeServer sealed = after.other().sealed(i, isSealed, seal);
        after = new NodeWorld(after.mine(), sealed, after.leases(), after.t())
                .with(i, lease.or(longer, lease.renewed(look, out.end(), world.t())));
        step("renewal of " + name(i), assumed, after);
        if (i == 0) {
            Truth renewsA = assumed.and(longer);
            NodeStored mine = world.mine().group().value();
            Num reign = world.mine().reign();
            occurs(
                    "A is renewed after a failover that lost it",
                    Truth.all(
                            renewsA,
                            mine.value().there(),
                            mine.ghost().reign().below(reign),
                            lease.reign().below(reign),
                            mine.value().holder().isNot(i),
                            mine.ghost().heard().get(i).not()));
            occurs(
                    "a replaced master renews A after its successor did so after a doubt",
                    Truth.all(renewsA, lease.first().below(reign), lease.reign().above(reign), its.is(lease.reign())));
        }
    }

    private void end(int i) {
        NodeLease lease = world.leases().get(i);
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

    /** It is as if every holder had given its node id back by now. */
    private void birth() {
        At at = look.circumstances();
        Num zero = Num.of(0);
        NodeTerms born = rule.born(at, TTL);
        NodeGhost ghost = new NodeGhost(
                look.reign(),
                Truth.of(true),
                zero,
                born.doubted(),
                look.at(),
                NodeGhost.each(i -> true),
                NodeGhost.each(i -> true));
        Truth unused = Truth.of(true);
        for (NodeLease lease : world.leases()) {
            unused = unused.and(lease.made().implies(lease.end().below(look.time())));
        }
        Truth no = Truth.of(false);
        Outcome out = new Outcome(looked.terms(), Truth.of(true), no, no, no, no, zero);
        Truth assumed = Truth.all(
                looked.pool().value().there().not(),
                kept.demands(ProtocolRule.CLOCK, at.isTrusted()),
                kept.demands(UNUSED, unused),
                swapped(out),
                assumptions(out));
        NodeStoredGroup after = new NodeStoredGroup(
                new NodeStored(born, ghost), world.mine().group().own());
        step("birth", assumed, world.with(world.mine().with(after)));
        Truth again = assumed.and(world.leases().get(0).made());
        occurs(
                "a pool is born again",
                again.and(world.mine().group().own().value().there().not()));
    }

    private void accidents() {
        NodeStoredGroup copy = NodeStoredGroup.any("copy");
        Num begun = newest.plus(1);
        Truth stored = began(begun).is(world.t()).and(wasStored(copy));
        NodeWorld promoted =
                world.with(new NodeServer(begun, copy, NodeServer.any("begun").sealed()));
        obligations.add(new Obligation("promotion", invariant.and(stored), promoted.invariant(begun, 3)));
        NodeServer mine = world.mine();
        Truth isPoolLost = Truth.any("isPoolLost");
        Truth isOwnLost = kept.has(WHOLE) ? isPoolLost : Truth.any("isOwnLost");
        step("loss", Truth.of(true), world.with(mine.with(mine.group().lost(isPoolLost, isOwnLost))));
        Num later = Num.any("later");
        step("time", later.atLeast(world.t()), new NodeWorld(mine, world.other(), world.leases(), later));
        Truth disjoint = world.leases().get(0).isApartFrom(world.leases().get(1));
        obligations.add(new Obligation("disjoint windows", invariant, disjoint));
    }

    private NodeGhost noted(Outcome out, NodeGhost before) {
        return NodeGhost.choose(
                out.doubted(),
                before.noted(look, world.leases()),
                NodeGhost.choose(out.marked(), before.ofNoReign(), before));
    }

    /** @param own what is known of the node id's own value, if that was written */
    private NodeWorld wrote(Outcome out, NodeGhost own, int lease, Truth window, Truth acquisition) {
        NodeStoredGroup before = world.mine().group();
        NodeStored pool =
                new NodeStored(out.group().pool(), noted(out, looked.pool().ghostOrNone()));
        NodeStoredGroup after = new NodeStoredGroup(
                NodeStored.choose(out.writesPool(), pool, before.pool()),
                NodeStored.choose(out.writesOwn(), new NodeStored(out.group().own(), own), before.own()));
        NodeServer other = world.other();
        return new NodeWorld(
                world.mine().with(after),
                other.with(other.group().notKnowing(lease, window, acquisition)),
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

    /** {@link Assumption}, as far as it is about a look, and about the swap that grants or doubts after it. */
    private Truth assumptions(Outcome out) {
        NodeServer mine = world.mine();
        Truth told = look.differsFrom(mine.reign());
        for (NodeStored stored : List.of(looked.pool(), looked.own())) {
            NodeTerms value = stored.value();
            told = told.and(look.differsFrom(value.there(), stored.ghost().reign(), value.epoch()));
        }
        NodeStored value = mine.group().value();
        Truth doubts = out.doubted()
                .and(out.writesOwn().or(mine.group().own().value().there().not()));
        Truth clocks = Truth.of(true);
        for (int i = 0; i < world.leases().size(); i++) {
            NodeLease lease = world.leases().get(i);
            Truth isDoubt = doubts.and(lease.made());
            Truth covers = value.value().there().and(value.ghost().covers().get(i));
            Truth heard = value.value().there().and(value.ghost().heard().get(i));
            clocks = Truth.all(
                    clocks,
                    isDoubt.and(covers.not()).implies(isNear(lease.time().minus(lease.lookedAt()))),
                    isDoubt.and(heard.not()).implies(isNear(lease.begin().minus(lease.beginAt()))));
        }
        return NewerLine.assumed(kept, lines(), look, out.granted(), told, clocks);
    }

    /** How far a clock was ahead of real time is less than D more than how far the one that swaps is. */
    private Truth isNear(Num offset) {
        return offset.below(clock.minus(world.t()).plus(SKEW));
    }

    private List<NewerLine> lines() {
        List<NewerLine> lines = new ArrayList<>();
        Num from = look.reign();
        NodeServer other = world.other();
        NodeGhost its = other.group().value().ghost();
        lines.add(new NewerLine(
                other.reign().above(from),
                began(other.reign()),
                other.isClean(),
                its.born(),
                its.noticed(),
                its.noticedAt()));
        for (int i = 0; i < world.leases().size(); i++) {
            NodeLease g = world.leases().get(i);
            Truth isNewer = g.made().and(g.first().above(from));
            lines.add(new NewerLine(isNewer, began(g.first()), Truth.of(true), g.born(), g.noticed(), g.noticedAt()));
            Truth isRenewed = g.made().and(g.reign().above(from));
            Num unknown = Num.of(0);
            lines.add(new NewerLine(isRenewed, began(g.reign()), Truth.of(false), Truth.of(false), unknown, unknown));
            NodeSeal seal = world.mine().sealed().get(i);
            Truth isSealed = isRenewed.and(g.first().atMost(from));
            lines.add(new NewerLine(isSealed, seal.byAt(), Truth.of(true), seal.born(), seal.by(), seal.byAt()));
        }
        return lines;
    }

    private static String name(int lease) {
        return NodeWorld.NAMES.get(lease);
    }

    /** The third lease is any other, so what holds of it need not be shown again. */
    private void step(String name, Truth assumed, NodeWorld after) {
        obligations.add(new Obligation(name, invariant.and(assumed), after.invariant(newest, 2)));
    }

    private void occurs(String name, Truth situation) {
        Truth usual = Truth.all(TTL.is(15_000), MARGIN.is(2_000), LIMIT.is(500));
        occurrences.add(new Occurrence(name, Truth.all(invariant, usual, situation)));
    }
}
