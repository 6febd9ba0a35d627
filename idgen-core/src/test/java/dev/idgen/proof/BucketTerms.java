package dev.idgen.proof;

import dev.idgen.proof.DoubtFormulas.Doubt;

/**
 * The terms of {@code BucketValue}, as far as they are about one part of the bucket: the number in question is in it,
 * or is for recovery.
 *
 * @param isIn whether the bucket's current part is that part
 * @param entered when the bucket last entered that part
 * @param end when the last window of that part closes
 */
public record BucketTerms(Num slot, Num recovery, Doubt since, Truth isIn, Num position, Num entered, Num end) {

    private static final Num ZERO = Num.of(0);

    /** {@code BucketValue.NONE}. */
    public static final BucketTerms NONE = new BucketTerms(ZERO, ZERO, Doubt.NONE, Truth.of(false), ZERO, ZERO, ZERO);

    BucketTerms recoveryGranted(Num itsSlot, Num granted) {
        return Terms.with(this, "slot", itsSlot, "recovery", granted);
    }

    BucketTerms entering(Doubt doubt, Num from) {
        return Terms.with(this, "since", doubt, "isIn", Truth.of(true), "position", ZERO, "entered", from);
    }

    BucketTerms granted(Num numbers, Num until) {
        return Terms.with(this, "position", position.plus(numbers)).open(until);
    }

    BucketTerms open(Num until) {
        return Terms.with(this, "end", end.max(until));
    }
}
