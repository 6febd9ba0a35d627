package dev.idgen;

/**
 * Generates ids that are {@code long} values.
 *
 * <p>Ids are greater than 0, except for ids of eight bytes: they use all 64 bits, so half of them are negative.
 *
 * <p>JavaScript rounds numbers above 2^53. Most of these ids are greater, except for {@code js-safe} and small
 * counters. Mark fields with {@link dev.idgen.text.IdText} to write their ids to JSON as strings.
 */
public interface LongIdGenerator extends IdGenerator<Long> {

    /**
     * Takes one id.
     *
     * @throws IdgenException if the generator can issue no id before its deadline
     */
    long nextLong();

    /**
     * Takes several ids, in the order of issue. Ids drawn before a failure are lost, never repeated. String ids and
     * counters have one deadline for the whole call, other generators one for each id.
     *
     * @param count how many, 1 to {@value #MAX_BATCH}
     * @throws IllegalArgumentException if {@code count} is out of range
     * @throws IdgenException if the generator cannot issue all ids before its deadline
     */
    long[] nextLongs(int count);

    @Override
    default Long next() {
        return nextLong();
    }

    /**
     * A view of this generator that issues ids as strings of a given form. Both draw from the same numbers, so their
     * ids differ. If these ids sort by time, the view also implements {@link TimeOrderedIds}, except for
     * {@link TextForm#DECIMAL}.
     */
    IdGenerator<String> text(TextForm form);

    @Override
    LongIdGenerator withText(PublicText style);
}
