package dev.idgen.standalone;

import dev.idgen.LongIdGenerator;
import dev.idgen.internal.ids.Argument;
import dev.idgen.internal.stamped.Scheme;
import dev.idgen.internal.time.TimeSource;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Builds a generator of {@code long} ids with a given node id; made by {@link Generators}. For one thread. */
public final class NumbersBuilder {

    private final int nodeBits;
    private final Function<Instant, Scheme<Long>> scheme;
    private Instant epoch;
    private @Nullable Long node;

    NumbersBuilder(Instant epoch, int nodeBits, Function<Instant, Scheme<Long>> scheme) {
        this.epoch = epoch;
        this.nodeBits = nodeBits;
        this.scheme = scheme;
    }

    /** Ids whose epoch cannot be chosen. */
    NumbersBuilder(int nodeBits, Scheme<Long> only) {
        this(only.epoch(), nodeBits, begin -> {
            if (!begin.equals(only.epoch())) {
                throw new IllegalArgumentException(
                        "ids of type " + only.name() + " have the epoch " + only.epoch() + ", not " + begin);
            }
            return only;
        });
    }

    /**
     * The node id: no other generator of these ids may have it at the same time, and the clock of the next one that has
     * it must be past the last id of this one.
     *
     * @param id 0 to 2^n - 1, where n is the kind's number of bits
     * @throws IllegalArgumentException if {@code id} is out of range
     */
    public NumbersBuilder node(long id) {
        long most = (1L << nodeBits) - 1;
        if (id < 0 || id > most) {
            throw new IllegalArgumentException("a node id is 0 to " + most + ", not " + id);
        }
        node = id;
        return this;
    }

    /**
     * When timestamp 0 begins, instead of the kind's usual epoch. All generators of these ids need the same.
     *
     * @param begin a past time, in whole milliseconds
     * @throws IllegalArgumentException if {@code begin} is null, in the future, or between two milliseconds
     */
    public NumbersBuilder epoch(Instant begin) {
        if (Argument.given("begin", begin).isAfter(TimeSource.system().instant())) {
            throw new IllegalArgumentException("an epoch is in the past, not " + begin);
        }
        epoch = begin;
        return this;
    }

    /**
     * The generator.
     *
     * @throws IllegalStateException if no node id was given
     * @throws IllegalArgumentException if another epoch was given for ids that have only one
     */
    public LongIdGenerator build() {
        if (node == null) {
            throw new IllegalStateException("no node id was given: call node(0), or another number, before build()");
        }
        return Generators.numbers(scheme.apply(epoch), node);
    }
}
