package dev.idgen.internal.ids;

import dev.idgen.IdGenerator;
import dev.idgen.LongIdGenerator;
import dev.idgen.PublicText;
import dev.idgen.TextForm;
import java.util.List;

/** {@link Ids} that are {@code long} values. */
public class LongIds extends Ids<Long> implements LongIdGenerator {

    public LongIds(IdSource source, IdType<Long> form) {
        super(source, form);
    }

    @Override
    public Long next() {
        return nextLong();
    }

    @Override
    public long nextLong() {
        return source().nextLong();
    }

    @Override
    public long nextLong(long route) {
        return source().nextLong(route);
    }

    @Override
    public long[] nextLongs(int count) {
        return source().nextLongs(count);
    }

    @Override
    public List<Long> next(int count) {
        return Batches.list(nextLongs(count));
    }

    /** {@inheritDoc} The view keeps the prefix and the other parts of a public text. */
    @Override
    public IdGenerator<String> text(TextForm form) {
        Ids<String> view = new Ids<>(source(), IdType.texts(IdType.text(form, source().bits())));
        return shownAlike(view, shown -> shown.withForm(null));
    }

    @Override
    public LongIdGenerator withText(PublicText style) {
        return in(shown(style));
    }

    @Override
    protected LongIds in(IdType<Long> other) {
        return new LongIds(source(), other);
    }
}
