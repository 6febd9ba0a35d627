package dev.idgen.proof;

import static dev.idgen.proof.Sentence.*;

import dev.idgen.proof.NodeFormulas.Outcome;
import java.util.List;

/**
 * The steps of all node ids: two arbitrary leases of one node id, and any third.
 *
 * @param of the proof that has them
 */
record NodeSteps(Induction of, NodeFormulas rule) {

    static final List<String> NAMES = List.of("A", "B", "C");

    private static final Num USED = Num.any("used");

    NodeSteps(Induction of) {
        this(of, new NodeFormulas(of.kept, of.recovery));
    }

    /** Until then, the value leases the node id to no other. */
    static Truth records(Server server, int i, Num moment) {
        NodeTerms value = server.node();
        Truth isHeld = value.holder().is(i).or(value.holder().is(NodeTerms.FREE));
        return moment.atMost(server.ghost().before()).or(isHeld.and(moment.atMost(value.end())));
    }

    static Truth knowsHolder(Server server, int i, Grant grant) {
        NodeTerms value = server.node();
        Num before = server.ghost().before();
        Truth isKnown = grant.begin().atMost(value.end()).and(before.below(grant.begin()));
        return Truth.all(
                before.atMost(value.end()),
                value.holder().atLeast(NodeTerms.FREE),
                grant.made().and(value.holder().is(i)).implies(isKnown));
    }

    /** The server after a lease or a renewal. */
    Server written(int i, Outcome out) {
        NodeTerms before = of.looked.node();
        Num closed = of.looked.ghost().before();
        Num then = before.holder().is(i).choose(closed, closed.max(before.end()));
        Server mine = of.world.mine();
        return mine.with(out.next()).with(Terms.with(mine.ghost(), "before", then));
    }

    void acquisition(int i, Outcome out, Truth besides, Num slotEnd) {
        World world = of.world;
        Truth isNew = Truth.of(true);
        for (Server server : List.of(world.mine(), world.other(), of.looked)) {
            isNew = isNew.and(server.node().holder().isNot(i));
        }
        Truth assumed = Truth.all(
                of.swaps(),
                out.writes(),
                world.grants().get(i).made().not(),
                of.kept.demands(NAMES_DIFFER, isNew),
                besides);
        Truth yes = Truth.of(true);
        Server mine = written(i, out).knowing(i, yes, yes);
        World after = world.with(mine, world.other().notKnowing(i, yes, yes))
                .with(i, of.granted(out.begin(), out.end(), slotEnd));
        of.step("lease", assumed, after);
    }

    void end(int i) {
        World world = of.world;
        Grant grant = world.grants().get(i);
        Truth used = grant.made().and(USED.atLeast(grant.begin()));
        of.step("end", used, world.with(i, grant.stopped(USED)));
        Outcome out = rule.giveBack(of.looked.node(), Num.of(i), USED);
        Truth isStopped = grant.released().and(USED.atLeast(grant.end()));
        Truth assumed =
                Truth.all(used, world.mine().group().there(), out.writes(), of.kept.demands(STOPPED, isStopped));
        of.step("return", assumed, world.with(world.mine().with(out.next())));
    }
}
