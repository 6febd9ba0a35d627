package dev.idgen.internal.generator;

import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.counter.NumberMapping;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A setting that only some generator types have, with the range of a number. */
public enum ApplicableSetting {
    EPOCH(its -> its.timestamp().epoch()),
    DATACENTER_BITS(its -> its.timestamp().datacenterBits(), 0, 16),
    NODE_BITS(its -> its.timestamp().nodeBits(), 1, 20),
    SEQUENCE_BITS(its -> its.timestamp().sequenceBits(), 1, 22),
    THREAD_BITS(its -> its.timestamp().threadBits(), 0, 16),
    MONOTONIC(its -> its.timestamp().monotonic()),
    MODE(its -> its.timestamp().mode()),
    CLUSTER(its -> its.timestamp().cluster(), 0, 15),
    TICK(its -> its.timestamp().tick()),
    FIELDS(its -> its.timestamp().fields()),
    STORE(its -> its.count().store()),
    START(its -> its.count().start(), 1, Long.MAX_VALUE),
    STEP(its -> its.count().step(), 1, Long.MAX_VALUE),
    MAX(its -> its.count().max(), 1, Long.MAX_VALUE),
    FLOOR(its -> its.count().floor(), 0, Long.MAX_VALUE),
    TEMPLATE(its -> its.count().template()),
    ZONE(its -> its.count().zone()),
    KEYED(its -> its.count().keyed()),
    TRANSACTIONAL(its -> its.count().transactional()),
    SEGMENT(its -> its.count().segment()),
    COUNTERS(its -> its.range().counters(), 1, NumberMapping.Ranges.MOST_COUNTERS),
    RANGE(its -> its.range().range(), 1, Long.MAX_VALUE),
    LAUNCH_ID(its -> its.range().launchId(), 0, NumberMapping.Decimal.MOST_LAUNCH),
    ATTEMPTS(its -> its.range().attempts(), 1, 1000);

    @SuppressWarnings("ImmutableEnumChecker") // stateless
    private final Function<GeneratorProperties, @Nullable Object> reader;

    final long min;
    final long max;

    ApplicableSetting(Function<GeneratorProperties, @Nullable Object> reader) {
        this(reader, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    ApplicableSetting(Function<GeneratorProperties, @Nullable Object> reader, long min, long max) {
        this.reader = reader;
        this.min = min;
        this.max = max;
    }

    @Nullable
    Object of(GeneratorProperties properties) {
        return reader.apply(properties);
    }

    /** The name in properties. */
    @Override
    public String toString() {
        return PropertyNames.of(this);
    }
}
