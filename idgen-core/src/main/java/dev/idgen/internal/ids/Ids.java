package dev.idgen.internal.ids;

import dev.idgen.DecodedId;
import dev.idgen.IdGenerator;
import dev.idgen.IdRange;
import dev.idgen.IdScheme;
import dev.idgen.InvalidIdException;
import dev.idgen.NamespaceDisagreementException;
import dev.idgen.PublicText;
import dev.idgen.internal.codec.BitLayout;
import dev.idgen.internal.codec.Quote;
import dev.idgen.internal.codec.Word128;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /** The usual text. */
    private static final PublicText PLAIN = new PublicText("", null, 0, false, List.of());

    private final IdSource source;
    private final IdType<T> form;
    private final Permission permission;

    public Ids(IdSource source, IdType<T> form) {
        this(source, form, new Permission());
    }

    protected Ids(IdSource source, IdType<T> form, Permission permission) {
        this.source = source;
        this.form = form;
        this.permission = permission;
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

    /** Refuses or permits calls, here and in all views. */
    public final Permission permission() {
        return permission;
    }

    /** The source, if calls are permitted. */
    final IdSource permitted() {
        permission.require();
        return source;
    }

    @Override
    public T next() {
        return permitted().next(form);
    }

    @Override
    public List<T> next(int count) {
        return permitted().next(count, form);
    }

    @Override
    public CompletableFuture<T> nextAsync() {
        try {
            return permitted().nextAsync(form);
        } catch (NamespaceDisagreementException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public T nextForRequest(String requestKey) {
        return permitted().nextForRequest(Argument.given("requestKey", requestKey), form);
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
            return form.complete(permitted().decode(bits, issuedBy), id);
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
        Word128 id = permitted().at(Argument.given("instant", instant));
        return form.of(id.high(), id.low());
    }

    @Override
    public String format(T id) {
        permission.require();
        return form.format(Argument.id(id));
    }

    @Override
    public T parse(String text) {
        permission.require();
        T id = form.parse(Argument.id(text));
        parts(id, null, text);
        return id;
    }

    @Override
    public IdGenerator<T> withText(PublicText style) {
        return in(shown(style), permission);
    }

    /** The same ids in another form. */
    protected Ids<T> in(IdType<T> other, Permission shared) {
        return new Ids<>(source, other, shared);
    }

    /** The settings that decide which ids are equal and what a text means, by name; equal in all instances. */
    public final Map<String, Object> sharedSettings() {
        Map<String, Object> all = new LinkedHashMap<>(source.sharedSettings());
        if (form instanceof PublicIdType<T> type) {
            all.putAll(type.sharedSettings());
        } else if (!all.isEmpty()) {
            all.putAll(shown(PLAIN).sharedSettings());
        }
        return all;
    }

    /** Gives other ids the public text of these, if these have one, and their permission. */
    public final <S> Ids<S> shownAlike(Ids<S> others, UnaryOperator<PublicText> change) {
        IdType<S> alike = form instanceof PublicIdType<T> type ? others.shown(change.apply(type.text())) : others.form;
        return others.in(alike, permission);
    }

    /** The form of these ids with another public text. */
    protected final PublicIdType<T> shown(PublicText style) {
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
