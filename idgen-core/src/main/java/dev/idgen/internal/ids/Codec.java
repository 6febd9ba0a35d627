package dev.idgen.internal.ids;

import dev.idgen.DecodedId;
import dev.idgen.IdCodec;
import dev.idgen.IdScheme;
import dev.idgen.InvalidIdException;
import dev.idgen.PublicText;
import dev.idgen.internal.codec.Quote;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.monitor.Measure;
import dev.idgen.internal.monitor.Monitored;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Ids in a given form, whose numbers a decoder reads. Thread-safe.
 *
 * @param <T> the id's type
 */
public class Codec<T> implements IdCodec<T>, Monitored {

    private final NumberDecoder decoder;
    private final IdType<T> form;
    private final Calls calls;

    public Codec(NumberDecoder decoder, IdType<T> form) {
        this(decoder, form, new Calls());
    }

    protected Codec(NumberDecoder decoder, IdType<T> form, Calls calls) {
        this.decoder = decoder;
        this.form = form;
        this.calls = calls;
    }

    /** What reads the ids; of a generator, also the source of its ids. */
    public final NumberDecoder decoder() {
        return decoder;
    }

    public final IdType<T> form() {
        return form;
    }

    /** The calls of this and of all views. */
    public final Calls calls() {
        return calls;
    }

    @Override
    public IdScheme scheme() {
        return decoder.scheme();
    }

    @Override
    public DecodedId decode(T id) {
        return parts(Argument.id(id), null, id);
    }

    @Override
    public DecodedId decode(T id, Instant issuedBy) {
        return parts(Argument.id(id), Argument.given("issuedBy", issuedBy), id);
    }

    /** @param shown the id as the caller gave it */
    private DecodedId parts(T id, @Nullable Instant issuedBy, Object shown) {
        calls.require();
        Word128 bits = form.bits(id);
        try {
            return form.complete(decoder.decode(bits, issuedBy), id);
        } catch (IllegalArgumentException e) {
            throw new InvalidIdException(Quote.of(shown.toString()) + " is not an id of type "
                    + decoder.scheme().name() + ": " + e.getMessage());
        }
    }

    @Override
    public String format(T id) {
        calls.require();
        T given = Argument.id(id);
        if (!decoder.isWritable(given)) {
            parts(given, null, given); // throws
        }
        return form.format(given);
    }

    @Override
    public T parse(String text) {
        calls.require();
        T id = form.parse(Argument.id(text));
        parts(id, null, text);
        return id;
    }

    @Override
    public Codec<T> withText(PublicText style) {
        return in(shown(style), calls);
    }

    /** The same ids in another form. */
    protected Codec<T> in(IdType<T> other, Calls shared) {
        return new Codec<>(decoder, other, shared);
    }

    /** The settings that decide which ids are equal and what a text means, by name; equal in all instances. */
    public final Map<String, Object> sharedSettings() {
        Map<String, Object> all = new LinkedHashMap<>(decoder.sharedSettings());
        if (form instanceof PublicIdType<T> type) {
            all.putAll(type.sharedSettings());
        } else if (!all.isEmpty()) {
            all.putAll(shown(PublicText.of("")).sharedSettings());
        }
        return all;
    }

    /** A text with a prefix that is an id of these, but could also be one of others with a prefix; null if none is. */
    public final @Nullable String mistakable(Codec<?> others) {
        return form instanceof PublicIdType<T> own && others.form instanceof PublicIdType<?> other
                ? own.mistakable(other)
                : null;
    }

    /** Gives other ids the public text of these, if these have one, and their calls. */
    public final <S> Codec<S> shownAlike(Codec<S> others, UnaryOperator<PublicText> change) {
        IdType<S> alike = form instanceof PublicIdType<T> type ? others.shown(change.apply(type.text())) : others.form;
        return others.in(alike, calls);
    }

    /** The form of these ids with another public text. */
    protected final PublicIdType<T> shown(PublicText style) {
        IdType<T> plain = form instanceof PublicIdType<T> type ? type.plain() : form;
        return new PublicIdType<>(
                plain,
                Argument.given("style", style),
                decoder.bits(),
                decoder.scheme().name());
    }

    @Override
    public final Optional<String> unavailability() {
        return decoder.unavailability();
    }

    /** {@inheritDoc} What issues no ids has no failed calls either. */
    @Override
    public final List<Measure> measures() {
        List<Measure> own = decoder.measures();
        return own.isEmpty()
                ? own
                : Stream.concat(own.stream(), calls.measures().stream()).toList();
    }

    @Override
    public final Map<String, Object> facts() {
        return decoder.facts();
    }

    @Override
    public String toString() {
        return decoder.toString();
    }
}
