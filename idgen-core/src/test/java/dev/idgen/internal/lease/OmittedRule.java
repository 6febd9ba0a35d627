package dev.idgen.internal.lease;

/**
 * The rules of doubts, of the lease store, of buckets and of node ids that a proof names. A client can do without one
 * of them.
 */
public enum OmittedRule {
    NONE("All rules hold."),

    CONFIRMED("An answer counts only if a majority names its server."),

    MISSING("A missing group is in doubt."),
    RUN("A group written in another run is in doubt."),
    EPOCH("A group written in an earlier epoch is in doubt."),
    LATER("The time of a doubt never goes back."),
    SWAP_VALUE("A swap writes only if the value is the one looked at."),
    SWAP_GROUP("A swap writes only if the group's value is the one looked at."),
    SWAP_RUN("A swap writes only in the run that was looked at."),
    SWAP_LIMIT("A swap writes only within 500 ms of the look."),

    SETTLES("Regular numbers and node ids are granted once all windows from before the doubt have closed."),
    SETTLES_MARGIN("It is granted later than that by the margin."),
    OPENS("A slot is granted only once it is over."),
    OPENS_MARGIN("A slot is granted later than its end by the margin."),
    SLOT("The time of the doubt decides on the slot."),
    RECOVERY_END("A recovery window ends with the time for recovery."),
    BOUND("A window closes within a ttl of the look that grants or extends it."),
    REACHES("A window is extended only if it was told to reach beyond the doubt."),
    REACHES_MARGIN("It must reach beyond the doubt by the margin."),

    LATEST("A bucket goes on in its latest slot."),
    STAY("A stay ends with a doubt."),
    ENTERED("Numbers of a stay are granted only after it began."),
    ENDS("A part is entered once its recorded windows have closed."),
    REENTERED("A window is extended only if its part was not entered since it began."),
    RECORDED("An extension is recorded."),

    NODE_ENDED("A node id is leased after its window has closed."),
    NODE_UNHEARD("A lease that the value does not know is renewed only if the value's window closed before."),
    NODE_RECORDED("A renewal never records less than the holder was told."),
    NODE_HELD("Only its holder gives a node id back.");

    private final String sentence;

    OmittedRule(String sentence) {
        this.sentence = sentence;
    }

    /** What the rule says. */
    @Override
    public String toString() {
        return sentence;
    }
}
