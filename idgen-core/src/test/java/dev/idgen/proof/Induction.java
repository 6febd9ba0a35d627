package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;
import static dev.idgen.proof.Sentence.*;

import dev.idgen.proof.DoubtFormulas.Group;
import dev.idgen.proof.DoubtFormulas.Snapshot;
import java.util.ArrayList;
import java.util.List;

/**
 * A proof by induction: the beginning has an invariant, and each step keeps it. So two arbitrary grants of one arbitrary number, or leases of
 * one node id, never overlap.
 *
 * <p>There is any number of servers, which start or are promoted with any group that was ever stored, or none. Replaced masters live on.
 * Groups are lost. The swap of a look follows later, over any connection, twice or never. Times, ttls, sizes and numbers of requests are any.
 */
abstract class Induction {

    final Kept kept;
    final World world;
    final RecoveryFormulas recovery;
    final Snapshot snapshot = Terms.any(Snapshot.class, "look", 0);
    final Num now = snapshot.time();

    /** That answered the look, in real time {@code lookedAt}. */
    final Num reign = Num.any("look.reign");

    private final Num lookedAt = Num.any("look.at");

    /** When those were asked who named the server of the look. */
    private final Num confirmedAt = Num.any("confirmed.at");

    /** The server's, when it swaps. */
    private final Num clock = Num.any("clock");

    private final DoubtFormulas doubts;
    private final Num seen = Num.any("seen");
    private final List<Obligation> obligations = new ArrayList<>();

    /** What the server has when it swaps. */
    private final Server found;

    /** What the asker has looked at. */
    final Server looked;

    final Truth isDoubted;

    Induction(Kept kept, List<String> names) {
        this.kept = kept;
        this.world = World.any(names);
        this.recovery = new RecoveryFormulas(kept, kept.has(TERMS) ? TTL : Num.any("question.ttl"), MARGIN, OVER);
        this.doubts = new DoubtFormulas(kept);
        Server mine = world.mine();
        this.found = Terms.choose(mine.group().there(), mine, mine.lost());
        Server any = Server.any("looked", names.size());
        Server compared = kept.has(SWAP_VALUE) ? found : any;
        Group group = kept.has(SWAP_GROUP) ? mine.group() : any.group();
        this.looked = new Server(mine.reign(), group, compared.bucket(), compared.node(), found.ghost());
        this.isDoubted = doubts.isDoubted(group, snapshot, seen);
    }

    /** What is particular to a kind of number: of a grant. */
    abstract Truth isSound(Grant grant);

    /** Of a value that was ever stored, wherever it is found. */
    abstract Truth wasStored(Server server, int i, Grant grant);

    /** Of a server's value. */
    abstract Truth isSound(Server server, int i, Grant grant);

    /** What is known besides, of the slots of all grants. */
    Truth besides() {
        return Truth.of(true);
    }

    /** The steps that are particular. */
    abstract void steps();

    final List<Obligation> prove() {
        Server mine = world.mine();
        Server other = world.other();
        World empty = world.with(mine.lost(), other.lost());
        for (int i = 0; i < world.grants().size(); i++) {
            empty = empty.with(i, empty.grants().get(i).unmade());
        }
        obligation(
                "beginning", world.isInOrder(), invariant(empty, world.grants().size()));
        Server noted = new Server(
                mine.reign(),
                doubts.noted(looked.group(), snapshot, seen),
                found.bucket(),
                found.node(),
                found.ghost().noted(reign, now, lookedAt, world.grants()));
        step("doubt", assumptions(false).and(isDoubted), world.with(noted));
        steps();
        promotion();
        step("loss", Truth.of(true), world.with(mine.lost()));
        if (!kept.has(WHOLE)) {
            step(
                    "loss of a value",
                    Truth.of(true),
                    world.with(mine.with(BucketTerms.NONE).with(NodeTerms.NONE)));
        }
        Num later = Num.any("later");
        step("time", later.atLeast(world.t()), world.at(later));
        Truth disjoint = world.grants().get(0).isApartFrom(world.grants().get(1));
        obligation("disjoint windows", invariant(), disjoint);
        return obligations;
    }

    private void promotion() {
        Num begun = world.newest().plus(1);
        Server any = Server.any("copy", world.grants().size());
        Server copy = new Server(begun, any.group(), any.bucket(), any.node(), any.ghost());
        Truth stored = copy.wasStored(world.newest());
        for (int i = 0; i < world.grants().size(); i++) {
            stored = stored.and(wasStored(copy, i, world.grants().get(i)));
        }
        World after = new World(copy, world.other(), world.grants(), begun, world.t());
        step("promotion", began(begun).is(world.t()).and(stored), after);
    }

    private Truth invariant() {
        return invariant(world, world.grants().size()).and(besides());
    }

    private Truth invariant(World checked, int count) {
        Truth sound = checked.isSound(count);
        for (int i = 0; i < count; i++) {
            Grant grant = checked.grants().get(i);
            sound = sound.and(grant.made().implies(isSound(grant)));
            for (Server server : checked.servers()) {
                sound = Truth.all(sound, wasStored(server, i, grant), isSound(server, i, grant));
            }
        }
        return sound;
    }

    /** A third grant is any other, so what holds of it need not be shown again. */
    final void step(String name, Truth assumed, World after) {
        obligation(name, invariant().and(assumed), invariant(after, 2));
    }

    private void obligation(String name, Truth premises, Truth conclusion) {
        obligations.add(new Obligation(name, premises, conclusion));
    }

    /** The swap of a look that found no doubt writes. */
    final Truth swaps() {
        return assumptions(true).and(isDoubted.not());
    }

    /** A look that found no doubt extends a window, without a swap. */
    final Truth isAtOnce() {
        return lookedAt.is(world.t()).and(reign.is(world.mine().reign()));
    }

    final Grant granted(Num begin, Num end, Num slotEnd) {
        Ghost ghost = looked.ghost();
        return new Grant(
                Truth.of(true),
                begin,
                end,
                Truth.of(false),
                slotEnd,
                reign,
                now,
                lookedAt,
                reign,
                now,
                lookedAt,
                looked.doubted(),
                ghost.noted(),
                ghost.notedAt());
    }

    final Grant extended(Grant grant, Num end) {
        Num newest = grant.reign().max(reign);
        return Terms.with(grant, "end", end, "reign", newest, "time", now, "lookedAt", lookedAt);
    }

    /** The other server, after this one has extended a grant. */
    final Server sealed(int i, Truth longer) {
        Server other = world.other();
        Grant grant = world.grants().get(i);
        Truth isFirst =
                Truth.all(longer, other.reign().below(reign), grant.reign().atMost(other.reign()));
        return other.with(other.ghost().sealed(i, isFirst, looked.ghost())).notKnowing(i, longer, Truth.of(false));
    }

    /** {@link Sentence}, as far as it is about a look, and about the swap that grants or notes a doubt after it. */
    private Truth assumptions(boolean grants) {
        Server mine = world.mine();
        Truth inTime = clock.minus(now).atMost(LIMIT).and(now.minus(clock).atMost(LIMIT));
        Truth all = Truth.all(
                lookedAt.atMost(world.t()),
                began(reign).atMost(lookedAt),
                reign.atLeast(0),
                snapshot.run().atLeast(0),
                snapshot.epoch().atLeast(0),
                snapshot.epoch().atMost(epoch(reign)),
                kept.demands(SWAP_RUN, snapshot.run().is(run(mine.reign()))),
                kept.demands(SWAP_LIMIT, inTime),
                kept.demands(TOLD, areReignsTold()));
        Server other = world.other();
        all = Truth.all(all, isSilentAfter(other.reign(), began(other.reign())));
        all = all.and(isLate(
                grants,
                other.isClean().and(other.reign().above(reign)),
                other.ghost().noted(),
                other.ghost().notedAt()));
        for (int i = 0; i < world.grants().size(); i++) {
            Grant grant = world.grants().get(i);
            Truth isNewer = grant.made().and(grant.first().above(reign));
            Truth isExtended = grant.made().and(grant.reign().above(reign));
            Ghost.Seal seal = mine.ghost().sealed().get(i);
            Truth isSealed = isExtended.and(isNewer.not());
            all = Truth.all(
                    all,
                    isExtended.implies(isSilentAfter(grant.reign(), began(grant.reign()))),
                    isNewer.implies(isSilentAfter(grant.first(), began(grant.first()))),
                    isSealed.implies(isSilentAfter(grant.reign(), seal.at())),
                    isLate(grants, isNewer, grant.noted(), grant.notedAt()),
                    isLate(grants, isSealed, seal.by(), seal.at()),
                    kept.demands(LOST, isNear(grants, i, grant)));
        }
        return Truth.all(
                all,
                kept.demands(CONFIRMED, lookedAt.atMost(confirmedAt.plus(FRESH))),
                kept.demands(NEWS, MARGIN.atLeast(kept.lasting(NEWS, SKEW.plus(LIFE)))),
                kept.demands(LOST, MARGIN.atLeast(kept.lasting(LOST, SKEW.plus(LIMIT)))));
    }

    private Truth areReignsTold() {
        Server mine = world.mine();
        Ghost ghost = mine.ghost();
        Truth others = reign.isNot(mine.reign()).implies(snapshot.run().isNot(run(mine.reign())));
        return Truth.all(
                snapshot.run().is(run(reign)),
                others,
                mine.group().there().implies(differsFrom(ghost.reign()).and(differsFrom(ghost.since()))));
    }

    /** No earlier reign has both the run of the look and its epoch, or a later one. */
    private Truth differsFrom(Num earlier) {
        Truth isHigher = snapshot.epoch().above(0).and(epoch(earlier).below(snapshot.epoch()));
        Truth differs = snapshot.run().isNot(run(earlier)).or(isHigher);
        return earlier.below(reign).implies(differs.and(epoch(earlier).atMost(epoch(reign))));
    }

    /** A majority names a replaced master for at most N after a moment at which its successor is a master. */
    private Truth isSilentAfter(Num successor, Num at) {
        return kept.demands(NEWS, successor.above(reign).implies(confirmedAt.atMost(at.plus(LAG))));
    }

    /** The clock that grants, after a successor has noted a doubt. */
    private Truth isLate(boolean grants, Truth condition, Num noted, Num notedAt) {
        Truth isNear = now.minus(lookedAt).below(noted.minus(notedAt).plus(SKEW));
        return kept.demands(LATE, Truth.of(grants).and(condition).implies(isNear));
    }

    /** Of a grant that this doubt is about, because the value does not know of it and its window is open. */
    private Truth isNear(boolean grants, int i, Grant grant) {
        Truth isLost = Truth.all(Truth.of(!grants), grant.made(), grant.end().atLeast(now));
        Num ahead = clock.minus(world.t()).plus(SKEW);
        Truth isCovered = looked.covers(i);
        Truth isHeard = looked.heard(i);
        return Truth.all(
                isLost.and(isCovered.not())
                        .implies(grant.time().minus(grant.lookedAt()).below(ahead)),
                isLost.and(isHeard.not())
                        .implies(grant.beginTime().minus(grant.beginAt()).below(ahead)));
    }
}
