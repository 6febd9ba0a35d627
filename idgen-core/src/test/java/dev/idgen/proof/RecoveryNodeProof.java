package dev.idgen.proof;

import dev.idgen.proof.NodeFormulas.Outcome;

/** No recovery node id is good in two windows that overlap. */
final class RecoveryNodeProof extends RecoveryProof {

    private final NodeSteps steps;

    RecoveryNodeProof(Kept kept) {
        super(kept, NodeSteps.NAMES);
        this.steps = new NodeSteps(this);
    }

    @Override
    Truth isSound(Grant grant) {
        return isRecovery(grant)
                .and(grant.begin().is(grant.beginTime()))
                .and(grant.end().atMost(closes(grant.doubted())));
    }

    @Override
    Truth records(Server server, int i, Grant grant) {
        return NodeSteps.records(server, i, grant.end());
    }

    @Override
    Truth knows(Server server, int i, Grant grant) {
        return NodeSteps.knowsHolder(server, i, grant);
    }

    @Override
    void steps() {
        for (int i = 0; i < NodeSteps.NAMES.size(); i++) {
            Outcome out = steps.rule().acquireRecovery(looked.group(), looked.node(), now, slotEnd, Num.of(i));
            Truth isItsSlot = world.grants().get(i).slotEnd().is(slotEnd);
            steps.acquisition(i, out, isItsSlot.and(looked.doubted().below(slotEnd)), slotEnd);
            steps.end(i);
        }
    }
}
