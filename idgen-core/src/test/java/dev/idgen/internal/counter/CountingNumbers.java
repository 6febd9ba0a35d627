package dev.idgen.internal.counter;

import dev.idgen.store.Progression;

/** The numbers 1, 2, 3. */
public final class CountingNumbers {

    /** Up to the largest {@code long}. */
    public static final Progression ALL = upTo(Long.MAX_VALUE);

    private CountingNumbers() {}

    public static Progression upTo(long max) {
        return new Progression(1, 1, max);
    }
}
