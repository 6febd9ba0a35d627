package dev.idgen.samples.quickstart;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A generator's reading of an id.
 *
 * @param generator the generator's name
 * @param id the id in its usual text
 * @param instant the time of creation; null if the id carries no time
 * @param business the business code; null unless it is a string id
 * @param parts the other parts as strings, because JavaScript rounds large numbers
 * @param doubt why it is probably not an id of this generator, as the end of a sentence with "it"; null if it may be
 *     one
 * @param mistake the mistake in its check symbol; null if there is none
 */
record Explained(
        String generator,
        String id,
        @Nullable Instant instant,
        @Nullable String business,
        Map<String, String> parts,
        @Nullable String doubt,
        @Nullable String mistake) {

    /** The reading if the user says that it is an id of this generator. */
    Explained chosen() {
        return new Explained(generator, id, instant, business, parts, null, mistake);
    }
}
