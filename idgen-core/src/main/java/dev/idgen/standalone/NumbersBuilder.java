package dev.idgen.standalone;

import dev.idgen.LongIdGenerator;
import dev.idgen.internal.ids.Argument;
import dev.idgen.internal.stamped.Scheme;
import dev.idgen.internal.time.TimeSource;
import java.time.Instant;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Builds a generator of {@code long} ids with a given node id, see {@link Generators}. Not thread-safe. */
public final class NumbersBuilder {

    private final int nodeBits;
    private final Function<Instant, Scheme<Long>> scheme;
    private Instant epoch;
    private @Nullable Long node;

    /** @param scheme makes the scheme for another epoch */
    NumbersBuilder(Scheme<Long> usual, Function<Instant, Scheme<Long>> scheme) {
        this.epoch = usual.epoch();
        this.nodeBits = usual.nodeBits();
        this.scheme = scheme;
    }

    /** For ids with a fixed epoch. */
    NumbersBuilder(Scheme<Long> only) {
        this(only, begin -> {
            if (!begin.equals(only.epoch())) {
                throw new IllegalArgumentException(
                        "ids of type " + only.name() + " have the epoch " + only.epoch() + ", not " + begin);
            }
            return only;
        });
    }

    /**
     * Sets the node id. No other generator of these ids may use it at the same time. A later one may use it once its
     * clock is past this generator's last id.
     *
     * @param id 0 to 2^n - 1, where n is the number of node id bits
     * @throws IllegalArgumentException if {@code id} is out of range
     */
    public NumbersBuilder node(long id) {
        node = Argument.within("a node id", id, 0, (1L << nodeBits) - 1);
        return this;
    }

    /**
     * Sets when timestamp 0 begins, instead of the usual epoch. All generators of these ids need the same epoch.
     *
     * @param begin a past time, in whole milliseconds
     * @throws IllegalArgumentException if {@code begin} is null, in the future, or not a whole millisecond
     */
    public NumbersBuilder epoch(Instant begin) {
        if (Argument.given("begin", begin).isAfter(TimeSource.system().instant())) {
            throw new IllegalArgumentException("an epoch must be in the past, not " + begin);
        }
        epoch = begin;
        return this;
    }

    /**
     * Builds the generator.
     *
     * @throws IllegalStateException if no node id was set, and these ids have one
     * @throws IllegalArgumentException if the epoch was changed for ids whose epoch is fixed
     */
    public LongIdGenerator build() {
        if (node == null && nodeBits > 0) {
            throw new IllegalStateException("no node id was given: call node(0), or another number, before build()");
        }
        return Generators.numbers(scheme.apply(epoch), node == null ? 0 : node);
    }
}
