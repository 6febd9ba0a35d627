package dev.idgen.internal.ids;

import dev.idgen.IdGenerator;
import dev.idgen.LongIdGenerator;
import dev.idgen.TextForm;
import dev.idgen.internal.codec.NumberText;
import java.util.List;

/** {@link Ids} that are {@code long} values. */
public class LongIds extends Ids<Long> implements LongIdGenerator {

    private final IdSource source;

    public LongIds(IdSource source, IdForm<Long> form) {
        super(source, form);
        this.source = source;
    }

    @Override
    public Long next() {
        return nextLong();
    }

    @Override
    public long nextLong() {
        return source.nextLong();
    }

    @Override
    public long[] nextLongs(int count) {
        return source.nextLongs(count);
    }

    @Override
    public List<Long> next(int count) {
        return Batches.list(nextLongs(count));
    }

    @Override
    public IdGenerator<String> text(TextForm form) {
        return new Ids<>(source, IdForm.texts(text(form, source.bits())));
    }

    private static NumberText text(TextForm form, int bits) {
        return switch (Argument.given("form", form)) {
            case DECIMAL -> NumberText.decimal();
            case HEX -> NumberText.hex(bits);
            case BASE62 -> NumberText.base62(bits);
            case CROCKFORD -> NumberText.crockford(bits);
        };
    }
}
