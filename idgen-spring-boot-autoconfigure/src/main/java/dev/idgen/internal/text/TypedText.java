package dev.idgen.internal.text;

import dev.idgen.IdGenerator;
import dev.idgen.InvalidIdException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How ids of one Java type are written. Thread-safe.
 *
 * @param writing an id as its text
 * @param reading the id with a given text; fails with {@link InvalidIdException} if the text is not that of an id
 * @param holder the type with one component that ids are in; null if they are in none
 */
record TypedText(
        Function<Object, String> writing,
        Function<String, ?> reading,
        @Nullable OneComponent holder) {

    /** Decimal digits as Java writes them, with a sign if they are negative; nothing else is read. */
    static TypedText decimal(@Nullable OneComponent holder) {
        return new TypedText(Object::toString, TypedText::decimal, holder);
    }

    /** The text of a generator's ids. */
    static <T> TypedText of(IdGenerator<T> generator, Class<T> type, @Nullable OneComponent holder) {
        return new TypedText(id -> generator.format(type.cast(id)), generator::parse, holder);
    }

    private static Long decimal(String text) {
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

    /** Null if the id is in a component that is null. */
    @Nullable
    String format(Object value) {
        Object id = holder == null ? value : holder.unwrap(value);
        return id == null ? null : writing.apply(id);
    }

    /** @throws InvalidIdException if the text is not that of an id */
    Object parse(String text) {
        return held(reading.apply(text));
    }

    /**
     * The id that stands somewhere as a plain number, which is safe to take only if its digits are its text.
     *
     * @throws InvalidIdException if they are not, or it is not an id
     */
    Object number(String digits) {
        Object id = reading.apply(digits);
        if (!(id instanceof Long) || !id.toString().equals(digits)) {
            throw new InvalidIdException("an id is a text here, not a number");
        }
        return held(id);
    }

    private Object held(Object id) {
        return holder == null ? id : holder.wrap(id);
    }
}
