package dev.idgen.web;

import dev.idgen.IdCodec;
import dev.idgen.InvalidIdException;
import dev.idgen.entities.SingleValueRecord;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The text form of ids of one Java type. Thread-safe.
 *
 * @param type the ids, or what wraps them
 * @param writing formats an id
 * @param reading parses a text; throws {@link InvalidIdException} if it is not that of an id
 * @param holder the type that wraps the ids; null if none does
 */
record TypedText(
        Class<?> type,
        Function<Object, String> writing,
        Function<String, ?> reading,
        @Nullable SingleValueRecord holder) {

    /** Decimal digits as {@link Long#toString(long)} writes them. Reading accepts nothing else. */
    static TypedText decimal(Class<?> type) {
        return new TypedText(type, Object::toString, TypedText::decimal, holder(type));
    }

    /** The text of a generator's ids. */
    static <T> TypedText of(IdCodec<T> generator, Class<T> id, Class<?> type) {
        return new TypedText(type, value -> generator.format(id.cast(value)), generator::parse, holder(type));
    }

    private static @Nullable SingleValueRecord holder(Class<?> type) {
        return SingleValueRecord.of(type).orElse(null);
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

    /** Refuses a text as Jackson does: with an exception, or with a value by a handler of the application. */
    interface Refusal<E extends Exception> {
        @Nullable
        Object because(@Nullable String reason) throws E;
    }

    /**
     * Reads an id from JSON. Jackson's exception gets the mistake as its cause, where {@link IdTextAdvice} finds it.
     *
     * @param isNumber whether it is a plain number
     * @param kind of Jackson's exception
     * @throws E as the refusal does
     */
    <E extends Exception> @Nullable Object read(
            String written, boolean isNumber, Class<? extends Exception> kind, Refusal<E> refusal) throws E {
        try {
            return isNumber ? number(written) : parse(written);
        } catch (InvalidIdException mistake) {
            try {
                return refusal.because(mistake.getMessage());
            } catch (Exception refused) {
                if (kind.isInstance(refused) && refused.getCause() == null) {
                    refused.initCause(mistake);
                }
                throw refused;
            }
        }
    }

    private Object held(Object id) {
        return holder == null ? id : holder.wrap(id);
    }
}
