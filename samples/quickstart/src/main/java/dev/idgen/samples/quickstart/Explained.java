package dev.idgen.samples.quickstart;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a generator reads in an id.
 *
 * @param generator its name
 * @param id the id in its usual text
 * @param instant when it was made; null if it carries no time
 * @param business its business code; null unless it is a string id
 * @param parts its other parts; texts, as browsers do not hold all numbers of 64 bits
 * @param doubt why it is hardly an id of this generator, to be read after "it"; null if it may well be one
 * @param mistake what is wrong with its check symbol; null if nothing is, or it has none
 */
record Explained(
        String generator,
        String id,
        @Nullable Instant instant,
        @Nullable String business,
        Map<String, String> parts,
        @Nullable String doubt,
        @Nullable String mistake) {

    /** The same if someone says that it is an id of this generator. */
    Explained chosen() {
        return new Explained(generator, id, instant, business, parts, null, mistake);
    }
}
