package dev.idgen.proof;

/** Which rules and assumptions hold: all, or all but one, or one of them not quite. For one thread. */
public final class Kept {

    private final Sentence except;
    private final boolean isClose;
    private boolean missed;

    private Kept(Sentence except, boolean isClose) {
        this.except = except;
        this.isClose = isClose;
    }

    /** All of them. */
    public static Kept all() {
        return new Kept(null, true);
    }

    static Kept without(Sentence sentence) {
        return new Kept(sentence, false);
    }

    /** A sentence about a time is a millisecond short. */
    static Kept almost(Sentence sentence) {
        return new Kept(sentence, true);
    }

    /** How long something lasts at least, as a sentence says; no time without it. */
    Num lasting(Sentence sentence, Num least) {
        if (!has(sentence)) {
            return Num.of(0);
        }
        return sentence == except ? least.minus(1) : least;
    }

    boolean has(Sentence sentence) {
        boolean is = sentence != except || isClose;
        missed |= !is;
        return is;
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
