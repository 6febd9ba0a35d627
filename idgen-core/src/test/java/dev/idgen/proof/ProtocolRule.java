package dev.idgen.proof;

/** The rules that a proof needs: of a bucket, of a node id, or of both. */
enum ProtocolRule implements Sentence {
    BOUND("A window closes a ttl after the look that grants or extends it."),
    TIME("Windows count from the time of the look, or from an earlier time if that clock is not believed."),
    BEYOND("After a doubt, a window begins more than a ttl after the doubt was noticed."),
    BY_A_MARGIN("It begins another 2 s later."),
    LATER("A delay caused by a doubt is never shortened: `entered` and `doubted` never go back."),
    MISSING("A missing value that is not being born is a doubt."),
    RUN("A value written in another run is a doubt."),
    EPOCH("A value written in another epoch is a doubt, if the asker knows the epoch."),
    CLOCK("A clock that is not believed makes neither a doubt nor a birth."),
    BORN("A birth records that earlier windows have closed by now: `entered` of a bucket, `end` of a pool."),
    CLOSED("Numbers and node ids are granted again only after their recorded windows have closed."),
    LOCKED("A bucket is locked until its next window is useful before it closes."),
    STAY("A window is extended only in the stay that granted it."),
    KEPT("An extension is written, unless the recorded end is late enough."),
    MINIMUM("Then the window ends no later than if it had been written."),
    MASTER("A look that extends a window is answered by a master."),
    REACH("A lease is renewed only if its window, as its holder was told, reaches beyond the latest doubt."),
    REACH_BY_A_MARGIN("It reaches 2 s beyond the doubt, too."),
    SINCE("A lease unknown to the value is renewed only if no other has ended since it began."),
    NO_LESS("A renewal records no less than the holder was told before."),
    NAMES("Each attempt to lease a node id has its own holder's name."),
    HELD("Only its holder gives a node id back."),
    STOPPED("A returned node id records the latest time that its holder may have used."),
    TERMS("All instances that lease have the same ttl."),
    SWAP_VALUE("A swap writes only if the value is the one looked at."),
    SWAP_POOL("If a node id has no value of its own, the pool's must be the one looked at."),
    SWAP_RUN("A swap writes only if the run is the one looked at."),
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
