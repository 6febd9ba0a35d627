package dev.idgen.proof;

import static dev.idgen.proof.Assumption.*;
import static dev.idgen.proof.ProtocolRule.*;
import static dev.idgen.proof.Scale.*;

import dev.idgen.proof.NodeFormulas.Outcome;
import dev.idgen.proof.NodeWorld.Ghost;
import dev.idgen.proof.NodeWorld.Lease;
import dev.idgen.proof.NodeWorld.Seal;
import dev.idgen.proof.NodeWorld.Server;
import dev.idgen.proof.NodeWorld.Stored;
import dev.idgen.proof.NodeWorld.StoredGroup;
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
    private final StoredGroup looked = StoredGroup.any("looked");
    private final NodeWorld world = new NodeWorld(
            Server.any("mine"),
            Server.any("other"),
            NodeWorld.NAMES.stream().map(Lease::any).toList(),
            Num.any("t"));
    private final Truth invariant = world.invariant(newest, 3);

    private NodeProof(Kept kept) {
        this.kept = kept;
        this.rule = new NodeFormulas(kept, MARGIN);
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
        Server mine = world.mine();
        Server other = world.other();
        NodeWorld empty = new NodeWorld(
                mine.with(mine.group().lost(Truth.TRUE, Truth.TRUE)),
                other.with(other.group().lost(Truth.TRUE, Truth.TRUE)),
                world.leases().stream().map(Lease::unmade).toList(),
                world.t());
        Truth servers = empty.invariant(newest, 0);
        obligations.add(new Obligation("beginning", servers, empty.invariant(newest, 3)));
    }

    private void acquisition(int i) {
        Lease lease = world.leases().get(i);
        Outcome out = rule.acquire(looked.terms(), look.circumstances(), Num.of(i), ttl, Truth.any("asked.isLost"));
        Truth isNew = Truth.TRUE;
        for (StoredGroup group : List.of(world.mine().group(), world.other().group(), looked)) {
            isNew = isNew.and(group.value().value().holder().isNot(i));
        }
        Truth assumed = Truth.all(lease.made().not(), kept.demands(NAMES, isNew), ttl.above(0), swapped(out), assumptions(out));
        Stored from = looked.value();
        Ghost line = from.ghostOrNone();
        Num before = line.before().max(from.value().orNone(ttl).end());
        Ghost granted = line.before(before).knowing(i, Truth.TRUE, Truth.TRUE);
        Lease acquired = Lease.acquired(look, out.end(), line, world.t());
        NodeWorld after = wrote(out, Ghost.choose(out.granted(), granted, noted(out, line)), i, out.granted(), out.granted())
                .with(i, lease.or(out.granted(), acquired));
        step("acquisition of " + name(i), assumed, after);
        if (i == 1) {
            Truth grantsB = assumed.and(out.granted());
            Lease a = world.leases().get(0);
            occurs(
                    "B is acquired by the pool's value, which was born after A closed",
                    Truth.all(grantsB, a.made(), looked.own().value().there().not(), line.born()));
            occurs(
                    "a clock that is not believed grants B",
                    grantsB.and(look.circumstances().isTrusted().not()));
        }
    }

    private void renewal(int i) {
        Lease lease = world.leases().get(i);
        Outcome out = rule.renew(looked.terms(), look.circumstances(), Num.of(i), lease.begin(), told, ttl);
        Truth longer = Truth.all(out.granted(), out.end().above(lease.end()), lease.released().not());
        Truth assumed = Truth.all(
                lease.made(),
                lease.begin().atMost(told),
                told.atMost(lease.end()),
                ttl.above(0),
                swapped(out),
                assumptions(out));
        Stored from = looked.value();
        Ghost line = noted(out, from.ghostOrNone());
        NodeTerms value = from.value().orNone(ttl);
        Num before = value.holder().is(i).choose(line.before(), line.before().max(value.end()));
        Ghost granted = line.before(before).knowing(i, longer, out.granted());
        Num its = world.other().reign();
        Truth isSealed = Truth.all(longer, its.below(look.reign()), lease.reign().atMost(its));
        Seal seal = new Seal(line.born(), line.noticed(), line.noticedAt());
        NodeWorld after = wrote(out, Ghost.choose(out.granted(), granted, line), i, longer, Truth.FALSE);
        Server sealed = after.other().sealed(i, isSealed, seal);
        after = new NodeWorld(after.mine(), sealed, after.leases(), after.t())
                .with(i, lease.or(longer, lease.renewed(look, out.end(), world.t())));
        step("renewal of " + name(i), assumed, after);
        if (i == 0) {
            Truth renewsA = assumed.and(longer);
            Stored mine = world.mine().group().value();
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
        Lease lease = world.leases().get(i);
        step(
                "end of " + name(i),
                lease.made().and(used.atLeast(lease.begin())),
                world.with(i, lease.stopped(used)));
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
                wrote(out, looked.value().ghostOrNone(), i, Truth.FALSE, Truth.FALSE));
    }

    /** It is as if every holder had given its node id back by now. */
    private void birth() {
        At at = look.circumstances();
        Num zero = Num.of(0);
        NodeTerms born = rule.born(at, TTL);
        Ghost ghost = new Ghost(
                look.reign(), Truth.TRUE, zero, zero, look.at(), Ghost.each(i -> true), Ghost.each(i -> true));
        Truth unused = Truth.TRUE;
        for (Lease lease : world.leases()) {
            unused = unused.and(lease.made().implies(lease.end().below(look.time())));
        }
        Truth no = Truth.FALSE;
        Outcome out = new Outcome(looked.terms(), Truth.TRUE, no, no, no, no, zero);
        Truth assumed = Truth.all(
                looked.pool().value().there().not(),
                kept.demands(ProtocolRule.CLOCK, at.isTrusted()),
                kept.demands(UNUSED, unused),
                swapped(out),
                assumptions(out));
        StoredGroup after = new StoredGroup(new Stored(born, ghost), world.mine().group().own());
        step("birth", assumed, world.with(world.mine().with(after)));
        Truth again = assumed.and(world.leases().get(0).made());
        occurs("a pool is born again", again.and(world.mine().group().own().value().there().not()));
    }

    private void accidents() {
        StoredGroup copy = StoredGroup.any("copy");
        Num begun = newest.plus(1);
        Truth stored = began(begun).is(world.t());
        for (int i = 0; i < world.leases().size(); i++) {
            stored = stored.and(copy.value().isSound(i, world.leases().get(i), newest));
        }
        NodeWorld promoted =
                world.with(new Server(begun, copy, Server.any("begun").sealed()));
        obligations.add(new Obligation(
                "promotion", invariant.and(stored), promoted.invariant(begun, 3)));
        Server mine = world.mine();
        Truth isPoolLost = Truth.any("isPoolLost");
        Truth isOwnLost = kept.has(WHOLE) ? isPoolLost : Truth.any("isOwnLost");
        step(
                "loss",
                Truth.TRUE,
                world.with(mine.with(mine.group().lost(isPoolLost, isOwnLost))));
        Num later = Num.any("later");
        step(
                "time",
                later.atLeast(world.t()),
                new NodeWorld(mine, world.other(), world.leases(), later));
        Truth disjoint = world.leases().get(0).isApartFrom(world.leases().get(1));
        obligations.add(new Obligation("disjoint windows", invariant, disjoint));
    }

    private Ghost noted(Outcome out, Ghost before) {
        return Ghost.choose(
                out.doubted(),
                before.noted(look, world.leases()),
                Ghost.choose(out.marked(), before.ofNoReign(), before));
    }

    /** @param own what is known of the node id's own value, if that was written */
    private NodeWorld wrote(Outcome out, Ghost own, int lease, Truth window, Truth acquisition) {
        StoredGroup before = world.mine().group();
        Stored pool = new Stored(out.group().pool(), noted(out, looked.pool().ghostOrNone()));
        StoredGroup after = new StoredGroup(
                Stored.choose(out.writesPool(), pool, before.pool()),
                Stored.choose(out.writesOwn(), new Stored(out.group().own(), own), before.own()));
        Server other = world.other();
        return new NodeWorld(
                world.mine().with(after),
                other.with(other.group().notKnowing(lease, window, acquisition)),
                world.leases(),
                world.t());
    }

    /** The register's conditions of a write, after the look was answered. */
    private Truth swapped(Outcome out) {
        StoredGroup mine = world.mine().group();
        Truth samePool = looked.pool().isSameAs(mine.pool());
        Truth comparesPool = out.writesOwn().and(looked.own().value().there().not());
        Truth sound = Truth.TRUE;
        for (int i = 0; i < world.leases().size(); i++) {
            sound = sound.and(looked.value().isSound(i, world.leases().get(i), newest));
        }
        Truth inTime = clock.minus(look.time())
                .atMost(LIMIT)
                .and(look.time().minus(clock).atMost(LIMIT));
        return Truth.all(
                look.wasAnswered(world.t(), kept),
                sound,
                kept.demands(SWAP_VALUE, out.writesPool().implies(samePool)),
                kept.demands(SWAP_VALUE, out.writesOwn().implies(looked.own().isSameAs(mine.own()))),
                kept.demands(SWAP_POOL, comparesPool.implies(samePool)),
                kept.demands(
                        SWAP_RUN, look.circumstances().run().is(run(world.mine().reign()))),
                kept.demands(SWAP_LIMIT, inTime));
    }

    /** {@link Assumption}, as far as it is about a look, and about the swap that grants or doubts after it. */
    private Truth assumptions(Outcome out) {
        At at = look.circumstances();
        Server mine = world.mine();
        Stored value = mine.group().value();
        Truth told = look.reign().isNot(mine.reign()).implies(at.run().isNot(run(mine.reign())));
        for (Stored stored : List.of(looked.pool(), looked.own())) {
            Num from = stored.ghost().reign();
            told = told.and(Truth.all(stored.value().there(), from.atLeast(0), from.isNot(look.reign()))
                    .implies(at.run().isNot(run(from)).or(at.otherEpoch(stored.value().epoch()))));
        }
        Num longest = MARGIN.plus(kept.excess());
        Truth silent = SKEW.plus(LIFE).atMost(longest);
        Truth clocks = SKEW.plus(LIMIT).atMost(longest);
        Truth replaced = Truth.TRUE;
        for (Line line : lines()) {
            Truth late = look.time().minus(look.at()).below(line.noticed.minus(line.noticedAt).plus(SKEW));
            silent = silent.and(line.isNewer.implies(look.at().atMost(line.began.plus(LIFE))));
            Truth grantsLate = Truth.all(out.granted(), line.isNewer, line.isKnown);
            clocks = clocks.and(grantsLate.and(line.born.not()).implies(late));
            replaced = replaced.and(grantsLate.and(line.born).not());
        }
        Truth doubts = out.doubted().and(out.writesOwn().or(mine.group().own().value().there().not()));
        for (int i = 0; i < world.leases().size(); i++) {
            Lease lease = world.leases().get(i);
            Truth isDoubt = doubts.and(lease.made());
            Truth covers = value.value().there().and(value.ghost().covers().get(i));
            Truth heard = value.value().there().and(value.ghost().heard().get(i));
            clocks = Truth.all(
                    clocks,
                    isDoubt.and(covers.not()).implies(isAhead(lease.time().minus(lease.lookedAt()))),
                    isDoubt.and(heard.not()).implies(isAhead(lease.begin().minus(lease.beginAt()))));
        }
        return Truth.all(
                kept.demands(TOLD, told),
                kept.demands(SILENT, silent),
                kept.demands(CLOCKS, clocks),
                kept.demands(REPLACED, replaced));
    }

    /** A clock was ahead of the one that swaps, by less than D. */
    private Truth isAhead(Num offset) {
        return offset.below(clock.minus(world.t()).plus(SKEW));
    }

    /** What a newer reign did, if it is newer than the look's: when that began, or did so, and how its line began, if that is known. */
    private record Line(Truth isNewer, Num began, Truth isKnown, Truth born, Num noticed, Num noticedAt) {}

    private List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        Num from = look.reign();
        Server other = world.other();
        Ghost its = other.group().value().ghost();
        lines.add(new Line(
                other.reign().above(from),
                began(other.reign()),
                other.isClean(),
                its.born(),
                its.noticed(),
                its.noticedAt()));
        for (int i = 0; i < world.leases().size(); i++) {
            Lease g = world.leases().get(i);
            Truth isNewer = g.made().and(g.first().above(from));
            lines.add(new Line(isNewer, began(g.first()), Truth.TRUE, g.born(), g.noticed(), g.noticedAt()));
            Truth isRenewed = g.made().and(g.reign().above(from));
            lines.add(new Line(isRenewed, began(g.reign()), Truth.FALSE, Truth.FALSE, Num.of(0), Num.of(0)));
            Seal seal = world.mine().sealed().get(i);
            Truth isSealed = isRenewed.and(g.first().atMost(from));
            lines.add(new Line(isSealed, seal.byAt(), Truth.TRUE, seal.born(), seal.by(), seal.byAt()));
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
