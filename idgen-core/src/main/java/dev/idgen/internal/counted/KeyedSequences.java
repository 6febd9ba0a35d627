package dev.idgen.internal.counted;

import java.util.Optional;

/** Sequences of the same kind, one for each counter of a generator with keys. Thread-safe. */
public interface KeyedSequences {

    /** The sequence of a counter, by its name in the store. Cheap; nothing is kept of it. */
    NumberSequence of(String counter);

    /** Of all of them together; the position is 0. */
    NumberSequence.Tally tally();

    /** Why the store gave no number to the latest call that had an outcome, whatever its key; empty if it did. */
    Optional<String> trouble();
}
