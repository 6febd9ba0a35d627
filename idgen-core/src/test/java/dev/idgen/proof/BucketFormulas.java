package dev.idgen.proof;

import static dev.idgen.proof.Sentence.*;

import dev.idgen.proof.DoubtFormulas.Group;

/** {@code BucketRule} for one part of a bucket and one slot, line by line; otherwise like {@link DoubtFormulas}. */
public record BucketFormulas(Kept kept, RecoveryFormulas recovery) {

    /**
     * The terms of {@code LeaseQuestion}.
     *
     * @param slotEnd when the slot of the group's doubt ends
     * @param choosesPart whether this is the part to enter, if it may be entered
     */
    public record Question(Num count, Num slotSize, Num partSize, Num slotEnd, Truth choosesPart, Truth mayEnter) {}

    /**
     * The terms of {@code ExtendQuestion}, for a number of the part.
     *
     * @param begin of the window that was granted
     * @param enough how long, in milliseconds, the part's last window must last for a look to suffice
     */
    public record Extension(Num begin, Num until, Num enough) {}

    /**
     * The terms of {@code BucketStep}.
     *
     * @param next the value afterwards; any if nothing was granted
     * @param granted whether the answer is a window
     * @param first of the granted numbers, in the slot or in the part
     */
    public record Outcome(BucketTerms next, Truth granted, Num first, Num count, Num begin, Num end) {}

    public Outcome recovery(Group group, BucketTerms before, Num now, Question question) {
        Num slot = question.slotEnd();
        Num position = kept.has(LATEST) ? slot.is(before.slot()).choose(before.recovery(), Num.of(0)) : Num.of(0);
        Num count = question.count().min(question.slotSize().minus(position));
        Truth granted = Truth.all(
                now.below(recovery.settles(group.doubted())),
                recovery.isOpen(slot, now),
                question.mayEnter(),
                kept.demands(LATEST, before.slot().atMost(slot)),
                count.above(0));
        return new Outcome(
                before.recoveryGranted(slot, position.plus(count)),
                granted,
                position,
                count,
                recovery.opens(slot),
                recovery.recoveryEnd(group.doubted(), now));
    }

    public Outcome regular(Group group, BucketTerms before, Num now, Question question) {
        Truth goesOn = Truth.all(
                before.isIn(),
                kept.demands(SINCE, isSameDoubt(group, before)),
                before.position().below(question.partSize()),
                kept.demands(ENTERED, before.entered().atMost(now)));
        Truth enters = Truth.all(
                goesOn.not(),
                question.choosesPart(),
                kept.demands(CLOSED, before.end().below(now)),
                question.mayEnter());
        BucketTerms in = Terms.choose(goesOn, before, before.entering(group.doubt(), now));
        Num count = question.count().min(question.partSize().minus(in.position()));
        Num end = recovery.windowEnd(now);
        Truth granted = recovery.isSettled(group.doubted(), now).and(goesOn.or(enters));
        return new Outcome(in.granted(count, end), granted, in.position(), count, in.entered(), end);
    }

    static Truth isSameDoubt(Group group, BucketTerms value) {
        return Terms.same(value.since(), group.doubt());
    }

    public Outcome extend(Group group, BucketTerms before, Num now, Extension extension) {
        Truth isSameStay = before.entered().atMost(extension.begin());
        Truth granted = recovery.reaches(group.doubted(), extension.until()).and(kept.demands(SAME_STAY, isSameStay));
        Num end = recovery.windowEnd(now);
        Truth isEnough = isEnough(before, now, extension);
        BucketTerms recorded = kept.has(RECORDED) ? before.open(end) : before;
        return new Outcome(
                Terms.choose(isEnough, before, recorded),
                granted,
                Num.of(0),
                Num.of(0),
                extension.begin(),
                isEnough.choose(before.end().min(end), end));
    }

    /** Whether a look extends a window, without a write. */
    public static Truth isEnough(BucketTerms before, Num now, Extension extension) {
        return before.end().atLeast(now.plus(extension.enough()));
    }
}
