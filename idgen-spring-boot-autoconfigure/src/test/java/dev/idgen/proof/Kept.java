package dev.idgen.proof;

/** Which rules and assumptions hold: all, or all but one. For one thread. */
public final class Kept {

    private final Sentence without;
    private boolean asked;

    private Kept(Sentence without) {
        this.without = without;
    }

    /** All of them. */
    public static Kept all() {
        return new Kept(null);
    }

    static Kept without(Sentence sentence) {
        return new Kept(sentence);
    }

    boolean has(Sentence sentence) {
        asked |= sentence == without;
        return sentence != without;
    }

    /** Whether anything that was asked for does not hold. */
    boolean isMissed() {
        return asked;
    }

    /** What a sentence demands: anything will do without it. */
    Truth demands(Sentence sentence, Truth condition) {
        return has(sentence) ? condition : Truth.TRUE;
    }

    /** What a sentence forbids: nothing is forbidden without it. */
    Truth forbids(Sentence sentence, Truth condition) {
        return has(sentence) ? condition : Truth.FALSE;
    }
}
