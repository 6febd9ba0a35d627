package dev.idgen.proof;

import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.register.Register;

/**
 * What the proofs take for granted, with D and L that are any times, and the rules that they need, of a bucket, of a node id, or of both.
 * Each can be taken out of a proof.
 */
enum Sentence {
    WHOLE(true, "A swap is one atomic step. A group of values is lost as a whole or not at all."),
    TOLD(
            true,
            "A look tells the run. The next master has a run, or an epoch known to its askers, that no value has yet. Within both, no"
                    + " server returns to an earlier state. Two failovers take longer than " + Constants.LIMIT
                    + " by the clock of the server."),
    SILENT(
            true,
            "A replaced master answers no look later than L after its successor began. D + L is at most "
                    + Constants.MARGIN + "."),
    CLOCKS(
            true,
            "If a doubt does not know of a window, the clock that grants the window is ahead of the clock that notices the doubt by"
                    + " less than D. D + " + Constants.LIMIT + " is at most " + Constants.MARGIN + "."),

    BOUND(false, "A window closes a ttl after the look that grants or extends it."),
    TIME(false, "Windows count from the time of the look, or from an earlier time if that clock is not believed."),
    BEYOND(false, "After a doubt, a window begins more than a ttl after the doubt was noticed."),
    BY_A_MARGIN(false, "It begins another 2 s later."),
    LATER(false, "A delay caused by a doubt is never shortened: `entered` and `doubted` never go back."),
    MISSING(false, "A missing value is a doubt."),
    RUN(false, "A value written in another run is a doubt."),
    EPOCH(false, "A value written in another epoch is a doubt, if the asker knows the epoch."),
    CLOCK(false, "A clock that is not believed makes no doubt."),
    CLOSED(false, "Numbers and node ids are granted again only after their recorded windows have closed."),
    LOCKED(false, "A bucket is locked until its next window is useful before it closes."),
    STAY(false, "A window is extended only in the stay that granted it."),
    KEPT(false, "An extension is written, unless the recorded end is late enough."),
    MINIMUM(false, "Then the window ends no later than if it had been written."),
    MASTER(false, "A look that extends a window is answered by a master."),
    REACH(false, "A lease is renewed only if its window, as its holder was told, reaches beyond the latest doubt."),
    REACH_BY_A_MARGIN(false, "It reaches 2 s beyond the doubt, too."),
    SINCE(false, "A lease unknown to the value is renewed only if no other has ended since it began."),
    NO_LESS(false, "A renewal records no less than the holder was told before."),
    NAMES(false, "Each attempt to lease a node id has its own holder's name."),
    HELD(false, "Only its holder gives a node id back."),
    STOPPED(false, "A returned node id records the latest time that its holder may have used."),
    TERMS(false, "All instances that lease have the same ttl."),
    SWAP_VALUE(false, "A swap writes only if the value is the one looked at."),
    SWAP_POOL(false, "If a node id has no value of its own, the pool's must be the one looked at."),
    SWAP_RUN(false, "A swap writes only if the run is the one looked at."),
    SWAP_LIMIT(false, "A swap writes only within 500 ms of the look, by the clock of the store.");

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
        static final String LIMIT = Register.SWAP_LIMIT_MILLIS + " ms";
        static final String MARGIN = Circumstances.MARGIN_MILLIS / 1000 + " s";
    }
}
