package dev.idgen.web;

import dev.idgen.IdCodec;
import dev.idgen.InvalidIdException;
import dev.idgen.entities.SingleValueRecord;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The text form of ids of one Java type. Thread-safe.
 *
 * @param writing formats an id
 * @param reading parses a text; throws {@link InvalidIdException} if it is not that of an id
 * @param holder the type that wraps the ids; null if none does
 */
record TypedText(
        Function<Object, String> writing,
        Function<String, ?> reading,
        @Nullable SingleValueRecord holder) {

    /** Decimal digits as {@link Long#toString(long)} writes them. Reading accepts nothing else. */
    static TypedText decimal(@Nullable SingleValueRecord holder) {
        return new TypedText(Object::toString, TypedText::decimal, holder);
    }

    /** The text of a generator's ids. */
    static <T> TypedText of(IdCodec<T> generator, Class<T> type, @Nullable SingleValueRecord holder) {
        return new TypedText(id -> generator.format(type.cast(id)), generator::parse, holder);
    }

    private static Long decimal(String text) {
        try {
            long id = Long.parseLong(text);
            if (Long.toString(id).equals(text)) {
                return id;
            }
        } catch (NumberFormatException e) {
            // reported below
        }
        throw new InvalidIdException("an id is 1 to 19 decimal digits without a leading zero, and fits into 64 bits");
    }

    /** Returns null if the wrapped component is null. */
    @Nullable
    String format(Object value) {
        Object id = holder == null ? value : holder.unwrap(value);
        return id == null ? null : writing.apply(id);
    }

    /** @throws IllegalArgumentException if the wrapped component is null: a key must have a text */
    String key(Object value) {
        String text = format(value);
        if (text == null) {
            throw new IllegalArgumentException("an id of null cannot be the key of a JSON object: " + value);
        }
        return text;
    }

    /** @throws InvalidIdException if the text is not that of an id */
    Object parse(String text) {
        return held(reading.apply(text));
    }

    /**
     * Reads an id from a plain JSON number. This is safe only if the number's digits are the id's text.
     *
     * @throws InvalidIdException if they are not, or the number is not an id
     */
    Object number(String digits) {
        Object id = reading.apply(digits);
        if (!(id instanceof Long) || !id.toString().equals(digits)) {
            throw new InvalidIdException("this id must be a string, not a number");
        }
        return held(id);
    }

    /** Gives Jackson's exception the mistake as its cause, where {@link IdTextAdvice} finds it. */
    static <E extends Exception> E because(InvalidIdException mistake, E refused) {
        if (refused.getCause() == null) {
            refused.initCause(mistake);
        }
        return refused;
    }

    private Object held(Object id) {
        return holder == null ? id : holder.wrap(id);
    }
}
