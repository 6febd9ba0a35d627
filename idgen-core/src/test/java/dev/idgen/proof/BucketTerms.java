package dev.idgen.proof;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The terms of {@code BucketValue}.
 *
 * @param there whether there is a value; if not, the others are any
 */
public record BucketTerms(
        Truth there, Num run, Num epoch, Num quarter, Num position, Num entered, Num last, Num ttl, List<Num> ends) {

    static final int QUARTERS = 4;

    static BucketTerms any(String name) {
        return Terms.any(BucketTerms.class, name, QUARTERS);
    }

    /** A bucket of which nothing is known. */
    static BucketTerms none(Num quarter, Num ttl) {
        Num zero = Num.of(0);
        List<Num> ends = Collections.nCopies(QUARTERS, zero);
        return new BucketTerms(Truth.of(true), At.NO_RUN, At.UNKNOWN, quarter, zero, zero, zero, ttl, ends);
    }

    /** Whether it was made, and never granted from. */
    Truth isNewborn() {
        Truth never = last.is(entered);
        for (Num end : ends) {
            never = never.and(end.is(Num.of(0)));
        }
        return never;
    }

    public Truth isSameAs(BucketTerms other) {
        return there.or(other.there).not().or(Terms.same(this, other));
    }

    Num end(Num which) {
        Num end = ends.get(QUARTERS - 1);
        for (int q = QUARTERS - 2; q >= 0; q--) {
            end = which.is(q).choose(ends.get(q), end);
        }
        return end;
    }

    Num end() {
        return end(quarter);
    }

    public BucketTerms lost() {
        return Terms.with(this, "there", Truth.of(false));
    }

    BucketTerms in(Num otherRun, Num otherEpoch) {
        return Terms.with(this, "run", otherRun, "epoch", otherEpoch);
    }

    BucketTerms entering(Num next, Num from) {
        return Terms.with(this, "quarter", next, "position", Num.of(0), "entered", from);
    }

    BucketTerms granted(Num numbers, Num now, Num end) {
        List<Num> later = IntStream.range(0, QUARTERS)
                .mapToObj(q -> quarter.is(q).choose(ends.get(q).max(end), ends.get(q)))
                .toList();
        return Terms.with(this, "position", position.plus(numbers), "last", last.max(now), "ends", later);
    }
}
