package dev.idgen.proof;

/** Which rules and assumptions hold: all, or all but one, or all but that D and L are too long. For one thread. */
public final class Kept {

    private final Sentence without;
    private final long excess;
    private boolean missed;

    private Kept(Sentence without, long excess) {
        this.without = without;
        this.excess = excess;
    }

    /** All of them. */
    public static Kept all() {
        return new Kept(null, 0);
    }

    static Kept without(Sentence sentence) {
        return new Kept(sentence, 0);
    }

    static Kept exceeding(long excess) {
        return new Kept(null, excess);
    }

    /** By how many milliseconds D and L together may be longer than the margin. */
    long excess() {
        return excess;
    }

    boolean has(Sentence sentence) {
        missed |= sentence == without;
        return sentence != without;
    }

    /** Whether anything that was asked for does not hold. */
    boolean isMissed() {
        return missed;
    }

    /** What a sentence demands: anything will do without it. */
    Truth demands(Sentence sentence, Truth condition) {
        return has(sentence) ? condition : Truth.of(true);
    }

    /** What a sentence forbids: nothing is forbidden without it. */
    Truth forbids(Sentence sentence, Truth condition) {
        return has(sentence) ? condition : Truth.of(false);
    }
}
