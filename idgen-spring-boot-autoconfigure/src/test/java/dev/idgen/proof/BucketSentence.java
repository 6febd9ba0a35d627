package dev.idgen.proof;

/** The rules of a bucket that the proof needs. */
enum BucketSentence implements Sentence {
    BEYOND("After a doubt, every window of the bucket begins later than a ttl after the doubt was noticed."),
    BY_A_MARGIN("And by a margin of 2 s."),
    LATER("`entered` never goes back."),
    BOUND("A window closes a ttl after the look that grants or extends it."),
    LOCKED("A window is opened only if it can be of use before it closes."),
    ENDS("A stay begins after every window granted in that quarter has closed."),
    KEPT("An extension is recorded, unless the value already knows of one that lasts as long."),
    MINIMUM("An extension by a look alone also closes a ttl after that look."),
    STAY("A window is extended only in the stay that granted it."),
    MISSING("A missing value that is not being born is a doubt."),
    RUN("A value that was written in another run is a doubt."),
    EPOCH("A value that was written in another epoch is a doubt, if the asker knows the epoch."),
    CLOCK("A clock that is not believed makes neither a doubt nor a birth."),
    BORN("A bucket that is born enters its quarter at the time of the look."),
    TERMS("All instances that lease have the same ttl."),
    SWAP_VALUE("A swap writes only if the value is the one that was looked at."),
    SWAP_RUN("A swap writes only if the run is the one that was looked at."),
    SWAP_LIMIT("A swap writes only within 500 ms of the look, by the clock of the store.");

    private final String sentence;

    BucketSentence(String sentence) {
        this.sentence = sentence;
    }

    @Override
    public String sentence() {
        return sentence;
    }
}
