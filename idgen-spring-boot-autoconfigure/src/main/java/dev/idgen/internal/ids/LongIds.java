package dev.idgen.internal.ids;

import dev.idgen.IdGenerator;
import dev.idgen.LongIdGenerator;
import dev.idgen.TextForm;
import java.util.List;

/** The part that counted, claimed and scrambled {@code long} ids share. */
public abstract class LongIds implements LongIdGenerator {

    private final IdForm<Long> type;
    private final int bits;

    /**
     * @param type how ids are written
     * @param bits how wide they are
     */
    protected LongIds(IdForm<Long> type, int bits) {
        this.type = type;
        this.bits = bits;
    }

    @Override
    public long[] nextLongs(int count) {
        return Batches.longs(count, this::nextLong);
    }

    @Override
    public List<Long> next(int count) {
        return Batches.list(nextLongs(count));
    }

    @Override
    public String format(Long id) {
        return type.format(id);
    }

    @Override
    public Long parse(String text) {
        Long id = type.parse(text);
        decode(id);
        return id;
    }

    @Override
    public IdGenerator<String> text(TextForm form) {
        return new TextIds(this, form, bits);
    }
}
