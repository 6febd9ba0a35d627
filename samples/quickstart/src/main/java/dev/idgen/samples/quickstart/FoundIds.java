package dev.idgen.samples.quickstart;

import java.util.List;

/**
 * The ids in a text.
 *
 * @param ids each id once, in the order of first appearance
 * @param places where they are: the first position, the position after the last, and the index in {@code ids}
 * @param complete whether these are all ids of the text
 */
record FoundIds(List<Found> ids, List<int[]> places, boolean complete) {

    /**
     * An id.
     *
     * @param text the id as in the text
     * @param readings the possible readings, the most likely first
     */
    record Found(String text, List<Explained> readings) {}
}
