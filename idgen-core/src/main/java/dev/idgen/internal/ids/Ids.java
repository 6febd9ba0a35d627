package dev.idgen.internal.ids;

import dev.idgen.DecodedId;
import dev.idgen.IdGenerator;
import dev.idgen.IdRange;
import dev.idgen.IdScheme;
import dev.idgen.InvalidIdException;
import dev.idgen.PublicText;
import dev.idgen.internal.codec.BitLayout;
import dev.idgen.internal.codec.Quote;
import dev.idgen.internal.codec.Word128;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The ids of a source in a given form. They are as unique as the source's numbers, because a form maps one to one.
 * Thread-safe.
 *
 * @param <T> the id's type
 */
public class Ids<T> implements IdGenerator<T> {

    private final IdSource source;
    private final IdType<T> form;

    public Ids(IdSource source, IdType<T> form) {
        this.source = source;
        this.form = form;
    }

    /** The fields of a layout. */
    public static List<IdScheme.Field> fields(BitLayout layout) {
        return layout.parts().stream()
                .map(part -> new IdScheme.Field(part.name(), part.width(), IdScheme.Unit.BITS))
                .toList();
    }

    public final IdSource source() {
        return source;
    }

    final IdType<T> form() {
        return form;
    }

    @Override
    public T next() {
        return source.next(form);
    }

    @Override
    public List<T> next(int count) {
        return source.next(count, form);
    }

    @Override
    public CompletableFuture<T> nextAsync() {
        return source.nextAsync(form);
    }

    @Override
    public T nextForRequest(String requestKey) {
        return source.nextForRequest(Argument.given("requestKey", requestKey), form);
    }

    @Override
    public IdScheme scheme() {
        return source.scheme();
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
        Word128 bits = form.bits(id);
        try {
            return form.complete(source.decode(bits, issuedBy), id);
        } catch (IllegalArgumentException e) {
            throw new InvalidIdException(Quote.of(shown.toString()) + " is not an id of type "
                    + source.scheme().name() + ": " + e.getMessage());
        }
    }

    @Override
    public IdRange<T> range(Instant from, Instant to) {
        if (Argument.given("to", to).isBefore(Argument.given("from", from))) {
            throw new IllegalArgumentException("range ends at " + to + ", before its start " + from);
        }
        if (!form.keepsOrder()) {
            throw source.unordered("decimal digits without leading zeros do not sort like numbers");
        }
        IdRange<T> range = new IdRange<>(bound(from), bound(to));
        if (!range.from().equals(range.to()) && !range.contains(range.from())) {
            throw new IllegalArgumentException("ids stamped at " + from + " are positive and those stamped at " + to
                    + " are negative: take two ranges, or their text");
        }
        return range;
    }

    private T bound(Instant instant) {
        Word128 least = source.floor(instant);
        return form.of(least.high(), least.low());
    }

    @Override
    public T at(Instant instant) {
        Word128 id = source.at(Argument.given("instant", instant));
        return form.of(id.high(), id.low());
    }

    @Override
    public String format(T id) {
        return form.format(Argument.id(id));
    }

    @Override
    public T parse(String text) {
        T id = form.parse(Argument.id(text));
        parts(id, null, text);
        return id;
    }

    @Override
    public IdGenerator<T> withText(PublicText style) {
        return in(shown(style));
    }

    /** The same ids in another form. */
    protected Ids<T> in(IdType<T> other) {
        return new Ids<>(source, other);
    }

    /** The key and width of the mask of these ids, as a fingerprint that does not reveal the key; null without one. */
    public final @Nullable String maskFingerprint() {
        return form instanceof PublicIdType<T> type ? type.maskFingerprint() : null;
    }

    /**
     * The same ids. If they have a mask, a guard runs before one is written or read as text.
     *
     * @param guard throws if this must not happen
     */
    public final Ids<T> guarded(Runnable guard) {
        return form instanceof PublicIdType<T> type ? in(type.guarded(guard)) : this;
    }

    /** Gives other ids the public text of these, if these have one. */
    public final <S> Ids<S> shownAlike(Ids<S> others, UnaryOperator<PublicText> change) {
        return form instanceof PublicIdType<T> type
                ? others.in(others.shown(change.apply(type.text()))).guarded(type.guard())
                : others;
    }

    /** The form of these ids with another public text. */
    protected final IdType<T> shown(PublicText style) {
        IdType<T> plain = form instanceof PublicIdType<T> type ? type.plain() : form;
        return new PublicIdType<>(
                plain,
                Argument.given("style", style),
                source.bits(),
                source.scheme().name());
    }

    @Override
    public String toString() {
        return source.toString();
    }
}
