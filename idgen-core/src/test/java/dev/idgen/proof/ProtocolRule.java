package dev.idgen.proof;

/** The rules that a proof needs: of a bucket, of a node id, or of both. */
enum ProtocolRule implements Sentence {
    BOUND("A window closes a ttl after the look that grants or extends it."),
    TIME("Windows are calculated from the time of the look, or from an earlier time if that clock is not believed."),
    BEYOND("A window that is granted after a doubt begins later than a ttl after the doubt was noticed."),
    BY_A_MARGIN("It begins later than another 2 s after that, too."),
    LATER("A delay caused by a doubt is never shortened: `entered` and `doubted` never go back."),
    MISSING("A missing value that is not being born is a doubt."),
    RUN("A value that was written in another run is a doubt."),
    EPOCH("A value that was written in another epoch is a doubt, if the asker knows the epoch."),
    CLOCK("A clock that is not believed makes neither a doubt nor a birth."),
    BORN("A birth records that earlier windows have closed by now: `entered` of a bucket, `end` of a pool."),
    CLOSED("Numbers and node ids are granted again only after the recorded windows have closed."),
    LOCKED("A bucket is locked until its next window is of use before it closes."),
    STAY("A window is extended only in the stay that granted it."),
    KEPT("An extension is written, unless the value has an end that is late enough."),
    MINIMUM("Then the window ends no later than if it had been written."),
    MASTER("A look that extends a window is answered by a master."),
    REACH("A lease is renewed only if its window, as its holder was told, reaches beyond the latest doubt."),
    REACH_BY_A_MARGIN("It reaches 2 s beyond the doubt, too."),
    SINCE("A lease that the value does not know is renewed only if no other has ended since it began."),
    NO_LESS("A renewal records no less than the holder was told before."),
    NAMES("Each attempt to lease a node id has a holder's name of its own."),
    HELD("A node id is given back only by its holder."),
    STOPPED("It is given back with the latest time that its holder may have used."),
    TERMS("All instances that lease have the same ttl."),
    SWAP_VALUE("A swap writes only if the value is the one that was looked at."),
    SWAP_POOL("If a node id has no value of its own, the pool's must also be the one that was looked at."),
    SWAP_RUN("A swap writes only if the run is the one that was looked at."),
    SWAP_LIMIT("A swap writes only within 500 ms of the look, by the clock of the store.");

    private final String sentence;

    ProtocolRule(String sentence) {
        this.sentence = sentence;
    }

    @Override
    public String sentence() {
        return sentence;
    }
}
