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
 * The Java type in which the bits of an id are handed out, and its usual text. Implementations are stateless.
 *
 * @param <T> the id's type
 */
public interface IdForm<T> {

    /** Numbers of up to 64 bits as {@code long}, written in decimal digits. */
    IdForm<Long> LONG = longs(NumberText.decimal());

    T of(long high, long low);

    /**
     * The bits of an id.
     *
     * @throws InvalidIdException if it does not have this form
     */
    Word128 bits(T id);

    /** The parts of an id, with those that only this form tells. */
    default DecodedId complete(DecodedId parts, T id) {
        return parts;
    }

    String format(T id);

    /** Whether ids sort as their bits do. */
    default boolean keepsOrder() {
        return true;
    }

    /**
     * The id that a text stands for.
     *
     * @throws InvalidIdException if it stands for none
     */
    T parse(String text);

    /**
     * How its bits are written as a number.
     *
     * @param form null for its usual text
     * @param bits how many bits a number can have
     * @return null if its usual text is more than a number
     * @throws IllegalArgumentException if it cannot be written so
     */
    @Nullable
    NumberText digits(@Nullable TextForm form, int bits);

    /** What its usual text can end with, to be checked; null if no symbol would find each mistake in it. */
    @Nullable
    CheckSymbol check();

    /**
     * The text of numbers in a given form.
     *
     * @throws IllegalArgumentException if they have more bits than that can show
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
        };
    }

    /** Numbers of up to 64 bits, handed out as {@code long}; the text is for {@code format} and {@code parse} only. */
    static IdForm<Long> longs(NumberText text) {
        return new IdForm<>() {
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
                return form == null ? text : IdForm.text(form, bits);
            }

            @Override
            public CheckSymbol check() {
                return text.check();
            }
        };
    }

    /** Strings of a fixed form. */
    static IdForm<String> texts(NumberText text) {
        return new IdForm<>() {
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

            /** The text in its usual form, where the reader takes others too. */
            @Override
            public String parse(String id) {
                Word128 word = read(text, id);
                return text.encode(word.high(), word.low());
            }

            @Override
            public NumberText digits(@Nullable TextForm form, int bits) {
                return form == null ? text : IdForm.text(form, bits);
            }

            @Override
            public CheckSymbol check() {
                return text.check();
            }
        };
    }

    /** UUIDs. */
    static IdForm<UUID> uuids() {
        return new IdForm<>() {
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

            /** The JDK's parser also takes groups that are too short. */
            @Override
            public UUID parse(String text) {
                try {
                    UUID id = UUID.fromString(text);
                    if (id.toString().equals(text.toLowerCase(Locale.ROOT))) {
                        return id;
                    }
                } catch (IllegalArgumentException e) {
                    // Said below, like all other forms that are wrong.
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
     * @throws InvalidIdException if it stands for none
     */
    static Word128 read(NumberText text, String id) {
        try {
            return text.decode(id);
        } catch (IllegalArgumentException e) {
            throw new InvalidIdException(String.valueOf(e.getMessage()));
        }
    }
}
