package dev.idgen.standalone;

import dev.idgen.IdCodec;
import dev.idgen.LongIdGenerator;
import dev.idgen.RoutedIds;
import dev.idgen.internal.ids.Argument;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.timestamp.Scheme;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Builds a generator of {@code long} ids with a given node id, see {@link Generators}. Not thread-safe. */
public final class NumbersBuilder {

    private final Scheme<Long> standard;
    private final boolean anyEpoch;
    private Instant epoch;
    private @Nullable Long node;

    /** @param anyEpoch whether ids may have another epoch than the standard's */
    NumbersBuilder(Scheme<Long> standard, boolean anyEpoch) {
        this.standard = standard;
        this.anyEpoch = anyEpoch;
        this.epoch = standard.epoch();
    }

    /**
     * Sets the node id. No other generator of these ids may use it at the same time. A later one may use it once its
     * clock is past this generator's last id.
     *
     * @param id 0 to 2^n - 1, where n is the number of node id bits
     * @throws IllegalArgumentException if {@code id} is out of range
     */
    public NumbersBuilder node(long id) {
        node = Argument.within("a node id", id, 0, (1L << standard.nodeBits()) - 1);
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
     * Builds the generator. If its ids sort by time, it also implements {@link dev.idgen.TimeOrderedIds}.
     *
     * @throws IllegalStateException if no node id was set, and these ids have one; or if they have a field
     *     {@code route}, see {@link #buildRouted}
     * @throws IllegalArgumentException if the epoch was changed for ids whose epoch is fixed
     */
    public LongIdGenerator build() {
        if (built() instanceof LongIdGenerator generator) {
            return generator;
        }
        throw new IllegalStateException("ids have a field 'route': call buildRouted()");
    }

    /**
     * Builds the generators of ids with a field {@code route}.
     *
     * @throws IllegalStateException if no node id was set, and these ids have one; or if they have no such field
     * @throws IllegalArgumentException if the epoch was changed for ids whose epoch is fixed
     */
    public RoutedIds buildRouted() {
        if (built() instanceof RoutedIds generators) {
            return generators;
        }
        throw new IllegalStateException("ids have no field 'route': call build()");
    }

    private IdCodec<Long> built() {
        if (node == null && standard.nodeBits() > 0) {
            throw new IllegalStateException("no node id was given: call node(0), or another number, before build()");
        }
        if (!anyEpoch && !epoch.equals(standard.epoch())) {
            throw new IllegalArgumentException(
                    "ids of type " + standard.name() + " have the epoch " + standard.epoch() + ", not " + epoch);
        }
        return Generators.numbers(standard.since(epoch), node == null ? 0 : node);
    }
}
