package dev.idgen.store;

import java.util.Optional;

/** The sequences of a generator, one for each of its counters in the store. Thread-safe. */
public interface KeyedSequences {

    /**
     * The sequence of a counter. The call is cheap and keeps nothing.
     *
     * @param counter the counter's name in the store
     * @param max the counter has no greater number, if it is one of numbers at equal distances
     */
    NumberSequence of(String counter, long max);

    /** The sum of all sequences' tallies; the position is 0 if there are several. */
    NumberSequence.Tally tally();

    /** Why the latest finished call, for whatever counter, got no number from the store; empty if it got one. */
    Optional<String> unavailability();
}
