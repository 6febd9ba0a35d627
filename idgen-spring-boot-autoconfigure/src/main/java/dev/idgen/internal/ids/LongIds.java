package dev.idgen.internal.ids;

import dev.idgen.IdGenerator;
import dev.idgen.IdParts;
import dev.idgen.LongIdGenerator;
import dev.idgen.TextForm;
import java.time.Instant;
import java.util.List;

/** The part that all generators of {@code long} ids share, wherever the ids come from. */
public abstract class LongIds implements LongIdGenerator {

    private final IdType<Long> type;
    private final int bits;

    /**
     * @param type how ids are written
     * @param bits how wide they are
     */
    protected LongIds(IdType<Long> type, int bits) {
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

    /** {@inheritDoc} Unless the timestamp wraps, the moment makes no difference. */
    @Override
    public IdParts decode(Long id, Instant issuedBy) {
        return decode(id);
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
