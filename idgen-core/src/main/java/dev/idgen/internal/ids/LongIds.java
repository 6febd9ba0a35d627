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

    protected LongIds(IdSource source, IdType<Long> form, Permission permission) {
        super(source, form, permission);
    }

    @Override
    public Long next() {
        return nextLong();
    }

    @Override
    public long nextLong() {
        return permitted().nextLong();
    }

    @Override
    public long nextLong(long route) {
        return permitted().nextLong(route);
    }

    @Override
    public long[] nextLongs(int count) {
        return permitted().nextLongs(count);
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
        return in(shown(style), permission());
    }

    @Override
    protected LongIds in(IdType<Long> other, Permission shared) {
        return new LongIds(source(), other, shared);
    }
}
