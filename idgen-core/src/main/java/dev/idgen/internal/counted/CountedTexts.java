package dev.idgen.internal.counted;

import dev.idgen.CountedIds;
import dev.idgen.internal.ids.Ids;

/** Ids that are texts with a counted number. Thread-safe. */
public final class CountedTexts extends Ids<String> implements CountedIds {

    private final CountedNumbers source;

    public CountedTexts(CountedNumbers source, NumberTemplate template) {
        super(source, template);
        this.source = source;
    }

    /** {@inheritDoc} It is the present period's. */
    @Override
    public void raiseTo(long floor) {
        source.raiseTo(floor);
    }
}
