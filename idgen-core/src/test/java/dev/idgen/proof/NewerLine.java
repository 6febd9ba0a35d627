package dev.idgen.proof;

import static dev.idgen.proof.Scale.*;

import java.util.List;

/**
 * A line of windows that another server may have granted from, if it became the master after the one that answered a look.
 *
 * @param isNewer whether it did
 * @param began when, in real time, or later
 * @param isKnown whether it is known how the line began
 */
record NewerLine(Truth isNewer, Num began, Truth isKnown, Line line) {

    /** What is assumed of a look, and of a swap after it that may grant, in view of such lines; {@code runs} and {@code clocks} besides. */
    static Truth assumed(Kept kept, List<NewerLine> lines, LookTerms look, Truth grants, Truth runs, Truth clocks) {
        Num longest = MARGIN.plus(kept.excess());
        Truth silent = SKEW.plus(LIFE).atMost(longest);
        Truth near = clocks.and(SKEW.plus(LIMIT).atMost(longest));
        for (NewerLine newer : lines) {
            silent = silent.and(newer.isNewer.implies(look.at().atMost(newer.began.plus(LIFE))));
            Truth grantsLate = Truth.all(grants, newer.isNewer, newer.isKnown);
            near = near.and(grantsLate.implies(newer.isNearTo(look)));
        }
        return Truth.all(
                kept.demands(Sentence.TOLD, runs),
                kept.demands(Sentence.SILENT, silent),
                kept.demands(Sentence.CLOCKS, near));
    }

    private Truth isNearTo(LookTerms look) {
        return look.time()
                .minus(look.at())
                .below(line.noticed().minus(line.noticedAt()).plus(SKEW));
    }
}
