package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;

import java.util.List;

/**
 * A line of windows that another server may have granted from, if it became the master after the one that answered a look.
 *
 * @param isNewer whether it did
 * @param began when, in real time, or later
 * @param isKnown whether it is known how the line began
 * @param born whether it began with a birth
 * @param noticed the doubt that it began with otherwise, by the look's clock
 * @param noticedAt in real time
 */
record NewerLine(Truth isNewer, Num began, Truth isKnown, Truth born, Num noticed, Num noticedAt) {

    /** What is assumed of a look, and of a swap after it that may grant, in view of such lines; {@code told} and {@code clocks} besides. */
    static Truth assumed(Kept kept, List<NewerLine> lines, LookTerms look, Truth grants, Truth told, Truth clocks) {
        Num longest = MARGIN.plus(kept.excess());
        Truth silent = SKEW.plus(LIFE).atMost(longest);
        Truth near = clocks.and(SKEW.plus(LIMIT).atMost(longest));
        Truth replaced = Truth.of(true);
        for (NewerLine line : lines) {
            silent = silent.and(line.isNewer.implies(look.at().atMost(line.began.plus(LIFE))));
            Truth grantsLate = Truth.all(grants, line.isNewer, line.isKnown);
            near = near.and(grantsLate.and(line.born.not()).implies(line.isNearIts(look)));
            replaced = replaced.and(grantsLate.and(line.born).not());
        }
        return Truth.all(
                kept.demands(Assumption.TOLD, told),
                kept.demands(Assumption.SILENT, silent),
                kept.demands(Assumption.CLOCKS, near),
                kept.demands(Assumption.REPLACED, replaced));
    }

    private Truth isNearIts(LookTerms look) {
        return look.time().minus(look.at()).below(noticed.minus(noticedAt).plus(SKEW));
    }
}
