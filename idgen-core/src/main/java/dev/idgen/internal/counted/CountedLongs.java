package dev.idgen.internal.counted;

import dev.idgen.CountedIds;
import dev.idgen.internal.ids.IdForm;
import dev.idgen.internal.ids.LongIds;

/** Ids that are counted numbers. Thread-safe. */
public final class CountedLongs extends LongIds implements CountedIds {

    private final CountedNumbers source;

    public CountedLongs(CountedNumbers source) {
        super(source, IdForm.LONG);
        this.source = source;
    }

    @Override
    public void raiseTo(long floor) {
        source.raiseTo(floor);
    }
}
