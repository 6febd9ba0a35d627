package dev.idgen.internal.text;

import dev.idgen.InvalidIdException;
import dev.idgen.LongIdGenerator;

/** How {@code long} ids are written. Implementations are thread-safe. */
interface LongText {

    /** Decimal digits as Java writes them, with a sign if they are negative; nothing else is read. */
    LongText DECIMAL = new LongText() {
        @Override
        public String format(long id) {
            return Long.toString(id);
        }

        @Override
        public long parse(String text) {
            try {
                long id = Long.parseLong(text);
                if (format(id).equals(text)) {
                    return id;
                }
            } catch (NumberFormatException e) {
                // said below
            }
            throw new InvalidIdException(
                    "an id is 1 to 19 decimal digits without a leading zero, and fits into 64 bits");
        }
    };

    /** The usual text of a generator's ids. */
    static LongText of(LongIdGenerator generator) {
        return new LongText() {
            @Override
            public String format(long id) {
                return generator.format(id);
            }

            @Override
            public long parse(String text) {
                return generator.parse(text);
            }
        };
    }

    String format(long id);

    /**
     * The id with a given text.
     *
     * @throws InvalidIdException if the text is not that of an id
     */
    long parse(String text);

    /**
     * The id that stands somewhere as a plain number, which is safe to take only if its digits are its text.
     *
     * @throws InvalidIdException if they are not, or it is not an id
     */
    default long number(String digits) {
        long id = parse(digits);
        if (!Long.toString(id).equals(digits)) {
            throw new InvalidIdException("an id is a text here, not a number");
        }
        return id;
    }
}
