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
        return new BucketTerms(
                Truth.any(name + ".there"),
                Num.any(name + ".run"),
                Num.any(name + ".epoch"),
                Num.any(name + ".quarter"),
                Num.any(name + ".position"),
                Num.any(name + ".entered"),
                Num.any(name + ".last"),
                Num.any(name + ".ttl"),
                IntStream.range(0, QUARTERS)
                        .mapToObj(quarter -> Num.any(name + ".end" + quarter))
                        .toList());
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

    static BucketTerms choose(Truth condition, BucketTerms then, BucketTerms otherwise) {
        return new BucketTerms(
                condition.choose(then.there, otherwise.there),
                condition.choose(then.run, otherwise.run),
                condition.choose(then.epoch, otherwise.epoch),
                condition.choose(then.quarter, otherwise.quarter),
                condition.choose(then.position, otherwise.position),
                condition.choose(then.entered, otherwise.entered),
                condition.choose(then.last, otherwise.last),
                condition.choose(then.ttl, otherwise.ttl),
                condition.choose(then.ends, otherwise.ends));
    }

    public Truth isSameAs(BucketTerms other) {
        Truth same = Truth.all(
                run.is(other.run),
                epoch.is(other.epoch),
                quarter.is(other.quarter),
                position.is(other.position),
                entered.is(other.entered),
                last.is(other.last),
                ttl.is(other.ttl));
        for (int q = 0; q < QUARTERS; q++) {
            same = same.and(ends.get(q).is(other.ends.get(q)));
        }
        return there.isSameAs(other.there).and(there.implies(same));
    }

    Num end(Num itsQuarter) {
        Num end = ends.get(QUARTERS - 1);
        for (int q = QUARTERS - 2; q >= 0; q--) {
            end = itsQuarter.is(q).choose(ends.get(q), end);
        }
        return end;
    }

    Num end() {
        return end(quarter);
    }

    public BucketTerms lost() {
        return new BucketTerms(Truth.of(false), run, epoch, quarter, position, entered, last, ttl, ends);
    }

    BucketTerms in(Num itsRun, Num itsEpoch) {
        return new BucketTerms(there, itsRun, itsEpoch, quarter, position, entered, last, ttl, ends);
    }

    BucketTerms entering(Num itsQuarter, Num from) {
        return new BucketTerms(there, run, epoch, itsQuarter, Num.of(0), from, last, ttl, ends);
    }

    BucketTerms granted(Num numbers, Num now, Num end) {
        List<Num> later = IntStream.range(0, QUARTERS)
                .mapToObj(q -> quarter.is(q).choose(ends.get(q).max(end), ends.get(q)))
                .toList();
        return new BucketTerms(there, run, epoch, quarter, position.plus(numbers), entered, last.max(now), ttl, later);
    }
}
