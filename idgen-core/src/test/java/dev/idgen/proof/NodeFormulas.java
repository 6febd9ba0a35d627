package dev.idgen.proof;

import static dev.idgen.proof.Sentence.*;

import dev.idgen.proof.DoubtFormulas.Group;

/** {@code NodeRule} for one node id, line by line; otherwise like {@link DoubtFormulas}. Which of several is leased does not matter. */
public record NodeFormulas(Kept kept, RecoveryFormulas recovery) {

    /**
     * The terms of {@code NodeAnswer}.
     *
     * @param next the value afterwards; any if it is not written
     * @param writes whether it is, and a window is granted or the node id given back
     */
    public record Outcome(NodeTerms next, Truth writes, Num begin, Num end) {}

    /**
     * The lease of a recovery node id.
     *
     * @param slotEnd when the slot of the group's doubt ends, which is the node id's slot
     */
    public Outcome acquireRecovery(Group group, NodeTerms before, Num now, Num slotEnd, Num holder) {
        Truth isRecovery = now.below(recovery.settles(group.doubted()));
        Num end = recovery.recoveryEnd(group.doubted(), now);
        return acquired(before, now, isRecovery.and(recovery.isOpen(slotEnd, now)), holder, end);
    }

    /** The lease of a regular node id. */
    public Outcome acquire(Group group, NodeTerms before, Num now, Num holder) {
        return acquired(before, now, recovery.isSettled(group.doubted(), now), holder, recovery.windowEnd(now));
    }

    private Outcome acquired(NodeTerms before, Num now, Truth isTime, Num holder, Num end) {
        Truth hasEnded = kept.demands(CLOSED, before.end().below(now));
        return new Outcome(before.heldBy(holder, end), isTime.and(hasEnded), now, end);
    }

    /** The renewal of a regular node id. */
    public Outcome renew(Group group, NodeTerms before, Num now, Num holder, Num begin, Num until) {
        Truth isUnheard = kept.demands(SAME_STAY, before.end().below(begin));
        Truth granted = recovery.reaches(group.doubted(), until)
                .and(before.holder().is(holder).or(isUnheard));
        Num end = recovery.windowEnd(now);
        Num longer = kept.has(NO_LESS) ? end.max(until) : end;
        NodeTerms held = before.heldBy(holder, before.end().max(longer));
        return new Outcome(kept.has(RECORDED) ? held : before, granted, begin, longer);
    }

    /**
     * The return of any node id.
     *
     * @param used no id was or will be stamped with a later time
     */
    public Outcome giveBack(NodeTerms before, Num holder, Num used) {
        Truth isHeld = kept.demands(HELD, before.holder().is(holder));
        Num end = used.min(before.end());
        return new Outcome(before.heldBy(NodeTerms.FREE, end), isHeld, used, end);
    }
}
