package dev.idgen.internal.stamped;

import dev.idgen.IdGenerator;
import dev.idgen.LongIdGenerator;
import dev.idgen.TextForm;
import dev.idgen.internal.ids.Batches;
import dev.idgen.internal.ids.TextIds;

/** {@link StampedIds} that are {@code long} values. */
final class StampedLongs extends StampedIds<Long> implements LongIdGenerator {

    private final int bits;

    StampedLongs(String name, Scheme<Long> scheme, Stamper stamper) {
        super(name, scheme, stamper);
        this.bits = scheme.bits();
    }

    @Override
    public long nextLong() {
        return stamper.nextLow();
    }

    @Override
    public Long next() {
        return nextLong();
    }

    @Override
    public long[] nextLongs(int count) {
        return Batches.longs(count, this::nextLong);
    }

    @Override
    public IdGenerator<String> text(TextForm form) {
        return new TextIds(this, form, bits);
    }
}
