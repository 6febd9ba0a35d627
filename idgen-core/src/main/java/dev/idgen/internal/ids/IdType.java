package dev.idgen.internal.ids;

import dev.idgen.DecodedId;
import dev.idgen.InvalidIdException;
import dev.idgen.TextForm;
import dev.idgen.internal.codec.CheckSymbol;
import dev.idgen.internal.codec.NumberText;
import dev.idgen.internal.codec.Quote;
import dev.idgen.internal.codec.Word128;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The Java type that an id's bits are returned as, and its usual text. Implementations are stateless.
 *
 * @param <T> the id's type
 */
public interface IdType<T> {

    /** Numbers of up to 64 bits as {@code long}, written in decimal digits. */
    IdType<Long> LONG = longs(NumberText.decimal());

    T of(long high, long low);

    /**
     * The bits of an id.
     *
     * @throws InvalidIdException if the id does not have this form
     */
    Word128 bits(T id);

    /** The parts of an id, including those that only its form shows. */
    default DecodedId complete(DecodedId parts, T id) {
        return parts;
    }

    String format(T id);

    /** An id whose text looks like that of any other. */
    default T example() {
        return of(0, 1);
    }

    /** Whether ids sort like their bits. */
    default boolean keepsOrder() {
        return true;
    }

    /**
     * The id that a text stands for.
     *
     * @throws InvalidIdException if the text is not an id
     */
    T parse(String text);

    /**
     * How the bits are written as a number.
     *
     * @param form null for the usual text
     * @param bits how many bits a number can have
     * @return null if the usual text is more than a number
     * @throws IllegalArgumentException if the form cannot show that many bits
     */
    @Nullable
    NumberText digits(@Nullable TextForm form, int bits);

    /** The check symbol that may end the usual text; null if none would detect every mistake. */
    @Nullable
    CheckSymbol check();

    /**
     * The text of numbers in a given form.
     *
     * @throws IllegalArgumentException if the form cannot show that many bits
     */
    static NumberText text(TextForm form, int bits) {
        if (form == TextForm.DECIMAL && bits > Long.SIZE) {
            throw new IllegalArgumentException("decimal digits are for ids of up to 64 bits, not of " + bits);
        }
        return switch (Argument.given("form", form)) {
            case DECIMAL -> NumberText.decimal();
            case HEX -> NumberText.hex(bits);
            case BASE62 -> NumberText.base62(bits);
            case CROCKFORD -> NumberText.crockford(bits);
            case TYPEID -> NumberText.typeId(bits);
        };
    }

    /** Numbers of up to 64 bits as {@code long}; only {@code format} and {@code parse} use the text. */
    static IdType<Long> longs(NumberText text) {
        return new IdType<>() {
            @Override
            public Long of(long high, long low) {
                return low;
            }

            @Override
            public Word128 bits(Long id) {
                return new Word128(0, id);
            }

            @Override
            public String format(Long id) {
                return text.encode(0, id);
            }

            @Override
            public Long parse(String id) {
                return read(text, id).low();
            }

            @Override
            public NumberText digits(@Nullable TextForm form, int bits) {
                return form == null ? text : IdType.text(form, bits);
            }

            @Override
            public CheckSymbol check() {
                return text.check();
            }
        };
    }

    /** Strings of a fixed form. */
    static IdType<String> texts(NumberText text) {
        return new IdType<>() {
            @Override
            public String of(long high, long low) {
                return text.encode(high, low);
            }

            @Override
            public Word128 bits(String id) {
                return read(text, id);
            }

            @Override
            public boolean keepsOrder() {
                return text != NumberText.decimal();
            }

            @Override
            public String format(String id) {
                return parse(id);
            }

            /** Returns the usual text of an id that may be written in another way, for example in lower case. */
            @Override
            public String parse(String id) {
                Word128 word = read(text, id);
                return text.encode(word.high(), word.low());
            }

            @Override
            public NumberText digits(@Nullable TextForm form, int bits) {
                return form == null ? text : IdType.text(form, bits);
            }

            @Override
            public CheckSymbol check() {
                return text.check();
            }
        };
    }

    static IdType<UUID> uuids() {
        return new IdType<>() {
            @Override
            public UUID of(long high, long low) {
                return new UUID(high, low);
            }

            @Override
            public Word128 bits(UUID id) {
                return new Word128(id.getMostSignificantBits(), id.getLeastSignificantBits());
            }

            @Override
            public String format(UUID id) {
                return id.toString();
            }

            /** The JDK's parser also accepts groups that are too short, so this one compares. */
            @Override
            public UUID parse(String text) {
                try {
                    UUID id = UUID.fromString(text);
                    if (id.toString().equals(text.toLowerCase(Locale.ROOT))) {
                        return id;
                    }
                } catch (IllegalArgumentException e) {
                    // The exception below covers this too.
                }
                throw new InvalidIdException(
                        Quote.of(text) + " is not a UUID: expected 36 characters xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx");
            }

            @Override
            public @Nullable NumberText digits(@Nullable TextForm form, int bits) {
                return form == null ? null : text(form, bits);
            }

            @Override
            public CheckSymbol check() {
                return CheckSymbol.HEX;
            }
        };
    }

    /**
     * The number that a text stands for.
     *
     * @throws InvalidIdException if the text is not a number
     */
    static Word128 read(NumberText text, String id) {
        try {
            return text.decode(id);
        } catch (IllegalArgumentException e) {
            throw new InvalidIdException(String.valueOf(e.getMessage()));
        }
    }
}
