package dev.idgen.samples.quickstart;

import java.util.List;

/**
 * The ids that stand in a text.
 *
 * @param ids each once, in the order in which they first stand there
 * @param places where they stand: the position of the first character, that after the last, and the number in {@code ids}
 * @param complete whether these are all
 */
record FoundIds(List<Found> ids, List<int[]> places, boolean complete) {

    /**
     * An id.
     *
     * @param text as it stands there
     * @param readings what it may be, the most likely first
     */
    record Found(String text, List<Explained> readings) {}
}
