package dev.idgen.internal.ids;

import dev.idgen.BackdatedIds;
import dev.idgen.IdGenerator;
import dev.idgen.IdRange;
import dev.idgen.IdScheme;
import dev.idgen.IdgenException;
import dev.idgen.PublicText;
import dev.idgen.TimeOrderedIds;
import dev.idgen.internal.codec.BitLayout;
import dev.idgen.internal.codec.Word128;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The ids of a source in a given form. They are as unique as the source's numbers, because a form maps one to one.
 * Thread-safe.
 *
 * @param <T> the id's type
 */
public class Ids<T> extends Codec<T> implements IdGenerator<T> {

    private final IdSource source;

    public Ids(IdSource source, IdType<T> form) {
        this(source, form, new Calls());
    }

    protected Ids(IdSource source, IdType<T> form, Calls calls) {
        super(source, form, calls);
        this.source = source;
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

    /** The source, if calls are permitted. */
    protected final IdSource permitted() {
        calls().require();
        return source;
    }

    @Override
    public T next() {
        try {
            return permitted().next(form());
        } catch (IdgenException e) {
            throw calls().failed(e);
        }
    }

    @Override
    public List<T> next(int count) {
        try {
            return permitted().next(count, form());
        } catch (IdgenException e) {
            throw calls().failed(e);
        }
    }

    @Override
    public CompletableFuture<T> nextAsync() {
        try {
            return calls().watched(permitted().nextAsync(form()));
        } catch (IdgenException e) { // the call is refused
            return CompletableFuture.failedFuture(calls().failed(e));
        }
    }

    @Override
    public Ids<T> withText(PublicText style) {
        return in(shown(style), calls());
    }

    @Override
    protected Ids<T> in(IdType<T> other, Calls shared) {
        return new Ids<>(source, other, shared);
    }

    /** Ids that sort by time. */
    public static class Ordered<T> extends Ids<T> implements TimeOrderedIds<T> {

        final TimedSource timed;

        public Ordered(TimedSource source, IdType<T> form, Calls calls) {
            super(source, form, calls);
            this.timed = source;
        }

        @Override
        public IdRange<T> range(Instant from, Instant to) {
            return timed.range(from, to, form());
        }

        @Override
        protected Ids<T> in(IdType<T> other, Calls shared) {
            return new Ordered<>(timed, other, shared);
        }
    }

    /** Ids whose other bits can all be random. */
    public static final class Backdated<T> extends Ordered<T> implements BackdatedIds<T> {

        public Backdated(TimedSource source, IdType<T> form, Calls calls) {
            super(source, form, calls);
        }

        @Override
        public T at(Instant instant) {
            permitted();
            Word128 id = timed.at(Argument.given("instant", instant));
            return form().of(id.high(), id.low());
        }

        @Override
        protected Ids<T> in(IdType<T> other, Calls shared) {
            return new Backdated<>(timed, other, shared);
        }
    }
}
