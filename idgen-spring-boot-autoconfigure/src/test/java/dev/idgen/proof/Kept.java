package dev.idgen.proof;

/** Which rules and assumptions hold: all, or all but one. */
public final class Kept {

    /** All of them. */
    public static final Kept ALL = new Kept(null);

    private final Sentence without;

    private Kept(Sentence without) {
        this.without = without;
    }

    static Kept without(Sentence sentence) {
        return new Kept(sentence);
    }

    boolean has(Sentence sentence) {
        return sentence != without;
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
