package dev.idgen.proof;

/**
 * The terms of {@code NodeValue}.
 *
 * @param holder a number for each name
 */
public record NodeTerms(Num end, Num holder) {

    /** {@code NodeValue.FREE}. */
    public static final Num FREE = Num.of(-1);

    /** {@code NodeValue.NONE}. */
    public static final NodeTerms NONE = new NodeTerms(Num.of(0), FREE);

    NodeTerms heldBy(Num name, Num until) {
        return new NodeTerms(until, name);
    }
}
