package dev.idgen.internal.counted;

import java.util.Optional;

/** Sequences of the same kind, one for each counter of a generator with keys. Thread-safe. */
public interface KeyedSequences {

    /** The sequence of a counter, by its name in the store. The call is cheap and keeps nothing. */
    NumberSequence of(String counter);

    /** The sum of all sequences' tallies; the position is 0. */
    NumberSequence.Tally tally();

    /** Why the latest finished call, for whatever key, got no number from the store; empty if it got one. */
    Optional<String> trouble();
}
