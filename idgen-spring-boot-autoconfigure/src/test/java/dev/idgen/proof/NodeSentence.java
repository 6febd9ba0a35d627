package dev.idgen.proof;

/** The rules of a node id that the proof needs. */
enum NodeSentence implements Sentence {
    WAIT("A node id is leased only after a ttl has passed since the latest doubt."),
    BY_A_MARGIN("And a margin of 2 s."),
    LATER("`doubted` never goes back."),
    CLOSED("A node id is leased only after its window has closed."),
    MISSING("A missing value that is not being born is a doubt."),
    RUN("A value that was written in another run is a doubt."),
    EPOCH("A value that was written in another epoch is a doubt, if the asker knows the epoch."),
    REACH("A lease is renewed only if its window, as its holder was told, reaches beyond the latest doubt."),
    REACH_BY_A_MARGIN("By 2 s."),
    SINCE("A lease that the value does not know is renewed only if no window of another has closed since it began."),
    NO_LESS("A renewal records no less than the holder was told before."),
    HELD("Only its holder gives a node id back."),
    CLOCK("A clock that is not believed makes neither a doubt nor a birth."),
    BORN("A pool that is born records that earlier windows have closed by now."),
    TERMS("All instances that lease have the same ttl."),
    SWAP_VALUE("A swap writes only if the value is the one that was looked at."),
    SWAP_POOL("If the node id has no value of its own, the pool's must be the one that was looked at, too."),
    SWAP_RUN("A swap writes only if the run is the one that was looked at."),
    SWAP_LIMIT("A swap writes only within 500 ms of the look, by the clock of the store.");

    private final String sentence;

    NodeSentence(String sentence) {
        this.sentence = sentence;
    }

    @Override
    public String sentence() {
        return sentence;
    }
}
