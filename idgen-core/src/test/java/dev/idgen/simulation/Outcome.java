package dev.idgen.simulation;

import java.util.List;

/**
 * What came of a story.
 *
 * @param overlaps pairs of grants that share numbers in windows that overlap
 * @param losses how often a server lost writes, or failed over
 * @param begunLater granted windows that began in the future, by the clock of their store
 * @param firstIds how many callers who waited for an instance's first id got it
 * @param idsBySecond how many ids were drawn from buckets in each second
 */
record Outcome(Issued issued, int overlaps, int losses, int begunLater, int firstIds, List<Integer> idsBySecond) {

    /** How many ids were drawn from buckets in each whole second of the story, from one on. */
    List<Integer> idsInEachSecond(int from) {
        return idsBySecond.subList(from, idsBySecond.size() - 1);
    }

    int ids() {
        return issued.size();
    }

    int duplicates() {
        return issued.duplicates();
    }

    boolean isClean() {
        return overlaps == 0 && begunLater == 0 && duplicates() == 0;
    }
}
