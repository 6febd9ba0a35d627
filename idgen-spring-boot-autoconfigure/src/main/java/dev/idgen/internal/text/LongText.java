package dev.idgen.internal.text;

import dev.idgen.InvalidIdException;
import dev.idgen.LongIdGenerator;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/**
 * How {@code long} ids are written. Thread-safe.
 *
 * @param writing an id as its text
 * @param reading the id with a given text; fails with {@link InvalidIdException} if the text is not that of an id
 */
record LongText(LongFunction<String> writing, ToLongFunction<String> reading) {

    /** Decimal digits as Java writes them, with a sign if they are negative; nothing else is read. */
    static final LongText DECIMAL = new LongText(Long::toString, LongText::decimal);

    /** The usual text of a generator's ids. */
    static LongText of(LongIdGenerator generator) {
        return new LongText(generator::format, generator::parse);
    }

    private static long decimal(String text) {
        try {
            long id = Long.parseLong(text);
            if (Long.toString(id).equals(text)) {
                return id;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new InvalidIdException("an id is 1 to 19 decimal digits without a leading zero, and fits into 64 bits");
    }

    String format(long id) {
        return writing.apply(id);
    }

    /** @throws InvalidIdException if the text is not that of an id */
    long parse(String text) {
        return reading.applyAsLong(text);
    }

    /**
     * The id that stands somewhere as a plain number, which is safe to take only if its digits are its text.
     *
     * @throws InvalidIdException if they are not, or it is not an id
     */
    long number(String digits) {
        long id = parse(digits);
        if (!Long.toString(id).equals(digits)) {
            throw new InvalidIdException("an id is a text here, not a number");
        }
        return id;
    }
}
