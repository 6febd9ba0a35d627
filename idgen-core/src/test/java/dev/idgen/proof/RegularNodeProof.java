package dev.idgen.proof;

import static dev.idgen.proof.NodeSteps.records;
import static dev.idgen.proof.Scale.*;

import dev.idgen.proof.NodeFormulas.Outcome;

/** No regular node id is good in two windows that overlap. */
final class RegularNodeProof extends Induction {

    private final NodeSteps steps;
    private final Num until = Num.any("told");

    RegularNodeProof(Kept kept) {
        super(kept, NodeSteps.NAMES);
        this.steps = new NodeSteps(this);
    }

    @Override
    Truth isSound(Grant grant) {
        return Truth.all(
                grant.end().atMost(grant.time().plus(TTL)),
                grant.begin().atLeast(grant.doubted().plus(TTL).plus(MARGIN)),
                grant.begin().is(grant.beginTime()));
    }

    @Override
    Truth wasStored(Server server, int i, Grant grant) {
        Truth isHeard = grant.begin().below(server.doubted().plus(MARGIN)).or(records(server, i, grant.begin()));
        Truth known = Truth.all(
                server.covers(i).implies(closesOrIsRecorded(server, i, grant)),
                server.heard(i).implies(isHeard));
        return server.group()
                .there()
                .implies(
                        NodeSteps.knowsHolder(server, i, grant).and(grant.made().implies(known)));
    }

    private static Truth closesOrIsRecorded(Server server, int i, Grant grant) {
        return grant.end().below(server.doubted().plus(TTL).plus(MARGIN)).or(records(server, i, grant.end()));
    }

    @Override
    Truth isSound(Server server, int i, Grant grant) {
        Truth isClean = server.isClean().and(grant.made());
        Truth closes = closesOrIsRecorded(server, i, grant);
        Ghost.Seal seal = server.ghost().sealed().get(i);
        Truth reaches = grant.released().or(grant.end().atLeast(seal.by().plus(MARGIN)));
        return Truth.all(
                isClean.and(grant.reign().atMost(server.reign()))
                        .implies(server.covers(i).or(closes)),
                isClean.and(grant.first().atMost(server.reign()))
                        .implies(server.heard(i)
                                .or(grant.begin().below(server.doubted().plus(MARGIN)))),
                server.isSealed(grant)
                        .implies(began(server.reign()).atMost(seal.at()).and(reaches)),
                isClean.and(server.isSealed(grant))
                        .implies(Truth.either(
                                seal.by().below(server.doubted().plus(TTL)),
                                records(server, i, seal.by().plus(MARGIN)),
                                grant.released().and(closes))));
    }

    @Override
    void steps() {
        for (int i = 0; i < NodeSteps.NAMES.size(); i++) {
            Outcome out = steps.rule().acquire(looked.group(), looked.node(), now, Num.of(i));
            steps.acquisition(i, out, Truth.of(true), Num.of(0));
            renewal(i);
            steps.end(i);
        }
    }

    private void renewal(int i) {
        Grant grant = world.grants().get(i);
        Outcome out = steps.rule().renew(looked.group(), looked.node(), now, Num.of(i), grant.begin(), until);
        Truth longer = out.end().above(grant.end()).and(grant.released().not());
        Truth assumed =
                Truth.all(swaps(), out.writes(), grant.made(), grant.begin().atMost(until), until.atMost(grant.end()));
        Server written = steps.written(i, out).knowing(i, longer, Truth.of(true));
        World after =
                world.with(written, sealed(i, longer)).with(i, Terms.choose(longer, extended(grant, out.end()), grant));
        step("renewal", assumed, after);
    }
}
