package dev.idgen.internal.ids;

import dev.idgen.IdGenerator;
import dev.idgen.IdRange;
import dev.idgen.IdgenException;
import dev.idgen.LongIdGenerator;
import dev.idgen.PublicText;
import dev.idgen.TextForm;
import dev.idgen.TimeOrderedIds;
import java.time.Instant;
import java.util.List;

/** {@link Ids} that are {@code long} values. */
public class LongIds extends Ids<Long> implements LongIdGenerator {

    public LongIds(IdSource source, IdType<Long> form) {
        super(source, form);
    }

    public LongIds(IdSource source, IdType<Long> form, Calls calls) {
        super(source, form, calls);
    }

    @Override
    public Long next() {
        return nextLong();
    }

    @Override
    public long nextLong() {
        try {
            return permitted().nextLong();
        } catch (IdgenException e) {
            throw calls().failed(e);
        }
    }

    @Override
    public long[] nextLongs(int count) {
        try {
            return permitted().nextLongs(count);
        } catch (IdgenException e) {
            throw calls().failed(e);
        }
    }

    @Override
    public List<Long> next(int count) {
        return Batches.list(nextLongs(count));
    }

    /** {@inheritDoc} The view keeps the prefix and the other parts of a public text. */
    @Override
    @SuppressWarnings("unchecked") // the view of a generator is a generator
    public final IdGenerator<String> text(TextForm form) {
        IdType<String> type = IdType.texts(IdType.text(form, source().bits()));
        return (IdGenerator<String>) shownAlike(view(type), shown -> shown.withForm(null));
    }

    /** The same ids as strings. */
    protected Ids<String> view(IdType<String> type) {
        return new Ids<>(source(), type);
    }

    @Override
    public LongIds withText(PublicText style) {
        return in(shown(style), calls());
    }

    @Override
    protected LongIds in(IdType<Long> other, Calls shared) {
        return new LongIds(source(), other, shared);
    }

    /** Ids that sort by time. */
    public static final class OrderedLongs extends LongIds implements TimeOrderedIds<Long> {

        private final TimedSource timed;

        public OrderedLongs(TimedSource source, IdType<Long> form, Calls calls) {
            super(source, form, calls);
            this.timed = source;
        }

        @Override
        public IdRange<Long> range(Instant from, Instant to) {
            return timed.range(from, to, form());
        }

        @Override
        protected Ids<String> view(IdType<String> type) {
            return type.keepsOrder() ? new Ids.Ordered<>(timed, type, calls()) : super.view(type);
        }

        @Override
        protected LongIds in(IdType<Long> other, Calls shared) {
            return new OrderedLongs(timed, other, shared);
        }
    }
}
