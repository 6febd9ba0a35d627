package dev.idgen;

/**
 * A source of ids that are {@code long} values.
 *
 * <p>They are greater than 0, with one exception: ids of eight bytes use all 64 bits, so that half of them are
 * negative.
 *
 * <p>JavaScript rounds numbers above 2^53, as most of these ids are, except for {@code js-safe} and small counters:
 * mark their fields with {@link dev.idgen.text.IdText} to write them to JSON as strings.
 */
public interface LongIdGenerator extends IdGenerator<Long> {

    /**
     * Takes one id.
     *
     * @throws IdgenException if no id can be issued before the generator's deadline
     */
    long nextLong();

    /**
     * Takes several ids, in the order of issue. Ids drawn before a failure are lost, never repeated. String ids and
     * counters have one deadline for all, other generators one for each id.
     *
     * @param count how many, 1 to {@value #MAX_BATCH}
     * @throws IllegalArgumentException if {@code count} is out of range
     * @throws IdgenException if not all ids can be issued before the generator's deadline
     */
    long[] nextLongs(int count);

    @Override
    default Long next() {
        return nextLong();
    }

    /** The same ids, written in a given form. Ids of either view differ from those of the other. */
    IdGenerator<String> text(TextForm form);

    @Override
    LongIdGenerator withText(PublicText style);
}
