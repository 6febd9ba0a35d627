package dev.idgen.proof;

import dev.idgen.LeaseStore;
import dev.idgen.internal.lease.GroupRule;
import dev.idgen.store.MasterWatch;

/**
 * What the proofs take for granted, with D and N that are any times, and the rules that they need, of numbers, of node ids, or of both. Each
 * can be taken out of a proof.
 */
enum Sentence {
    WHOLE(true, "A swap is one atomic step. A group is lost as a whole or not at all."),
    TOLD(
            true,
            "A look tells the run. The next master has a run that no value has yet, or a higher epoch that its askers know. Within both, no"
                    + " server returns to an earlier state. Two failovers take longer than " + Constants.LIMIT
                    + " by the clock of the server."),
    NEWS(
            true,
            "A majority of the judges (sentinels, or masters of a cluster), asked later than N after a master began, names no earlier one. D + N + "
                    + Constants.FRESH + " is at most " + Constants.MARGIN + "."),
    LOST(
            true,
            "The clock that granted what is lost and still open is ahead of the clock that first notes the doubt of it by less than D."
                    + " D + " + Constants.LIMIT + " is at most " + Constants.MARGIN + "."),
    LATE(true, "A replaced master's clock is ahead of its successor's, when that noted the doubt, by less than D."),

    CONFIRMED(
            false,
            "An answer counts only if a majority names its server, and was asked at most " + Constants.FRESH
                    + " before the answer came."),
    MISSING(false, "A missing group is a doubt."),
    RUN(false, "A group of another run is a doubt."),
    EPOCH(false, "A group of a lower epoch is a doubt, if the asker knows the epoch."),
    LATER(false, "The time of the doubt never goes back."),
    SLOT(false, "The time of the doubt decides which recovery numbers and node ids are granted: those of its slot."),
    SLOT_END(false, "A slot is granted from only once it is over."),
    SLOT_MARGIN(false, "Another " + Constants.MARGIN + " must have passed."),
    CYCLE_IS_LONG(
            false, "All slots together last as long as a ttl and the time that recovery windows stay open after it."),
    RECOVERY_END(false, "A recovery window ends a fixed time after the doubt, and is not extended."),
    LATEST(false, "A bucket continues in its latest slot, and never returns to an earlier one."),
    SETTLES(false, "Regular numbers and node ids are granted only once a ttl has passed since the doubt."),
    SETTLES_MARGIN(false, "Another " + Constants.MARGIN + " must have passed."),
    CLOSED(false, "Parts and node ids are granted again only after their recorded windows have closed."),
    ENTERED(false, "Numbers of a stay are granted only after it began."),
    SINCE(false, "After a doubt, a bucket begins a new stay."),
    BOUND(false, "A window closes a ttl after the look that grants or extends it, except for recovery ones."),
    RECORDED(false, "An extension is written, unless the recorded end is late enough."),
    REACHES(false, "A window is extended only if it reaches, as its holder was told, beyond the latest doubt."),
    REACHES_MARGIN(false, "It reaches " + Constants.MARGIN + " beyond the doubt, too."),
    SAME_STAY(
            false,
            "A window is extended only if the value knows of no later one: the part was not entered again, and no other lease of the node"
                    + " id ended since."),
    NO_LESS(false, "The renewal of a node id records no less than its holder was told before."),
    NAMES_DIFFER(false, "Each attempt to lease a node id has its own holder's name."),
    HELD(false, "Only its holder gives a node id back."),
    STOPPED(false, "A returned node id records the latest time that its holder may have used."),
    TERMS(false, "All instances that lease have the same ttl."),
    SWAP_GROUP(false, "A swap writes only if the group's value is the one looked at."),
    SWAP_VALUE(false, "A swap writes only if the value of the bucket or node id is the one looked at."),
    SWAP_RUN(false, "A swap writes only if the run is the one looked at."),
    SWAP_LIMIT(false, "A swap writes only within " + Constants.LIMIT + " of the look, by the clock of the store.");

    private final boolean isAssumption;
    private final String text;

    Sentence(boolean isAssumption, String text) {
        this.isAssumption = isAssumption;
        this.text = text;
    }

    boolean isAssumption() {
        return isAssumption;
    }

    @Override
    public String toString() {
        return text;
    }

    private static final class Constants {
        static final String FRESH = MasterWatch.FRESH_MILLIS + " ms";
        static final String LIMIT = LeaseStore.SNAPSHOT_LIMIT_MILLIS + " ms";
        static final String MARGIN = GroupRule.MARGIN_MILLIS / 1000 + " s";
    }
}
