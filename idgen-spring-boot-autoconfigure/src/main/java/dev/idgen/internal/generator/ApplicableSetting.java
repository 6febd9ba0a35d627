package dev.idgen.internal.generator;

import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.counter.NumberMapping;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A setting that only some generator types have, with the range of a number. */
public enum ApplicableSetting {
    EPOCH(properties -> properties.timestamp().epoch()),
    DATACENTER_BITS(properties -> properties.timestamp().datacenterBits(), 0, 16),
    NODE_BITS(properties -> properties.timestamp().nodeBits(), 1, 20),
    SEQUENCE_BITS(properties -> properties.timestamp().sequenceBits(), 1, 22),
    THREAD_BITS(properties -> properties.timestamp().threadBits(), 0, 16),
    MONOTONIC(properties -> properties.timestamp().monotonic()),
    MODE(properties -> properties.timestamp().mode()),
    CLUSTER(properties -> properties.timestamp().cluster(), 0, 15),
    TICK(properties -> properties.timestamp().tick()),
    FIELDS(properties -> properties.timestamp().fields()),
    STORE(properties -> properties.count().store()),
    START(properties -> properties.count().start(), 1, Long.MAX_VALUE),
    STEP(properties -> properties.count().step(), 1, Long.MAX_VALUE),
    MAX(properties -> properties.count().max(), 1, Long.MAX_VALUE),
    FLOOR(properties -> properties.count().floor(), 0, Long.MAX_VALUE),
    TEMPLATE(properties -> properties.count().template()),
    ZONE(properties -> properties.count().zone()),
    KEYED(properties -> properties.count().keyed()),
    TRANSACTIONAL(properties -> properties.count().transactional()),
    SEGMENT(properties -> properties.count().segment()),
    COUNTERS(properties -> properties.range().counters(), 1, NumberMapping.Ranges.MOST_COUNTERS),
    RANGE(properties -> properties.range().range(), 1, Long.MAX_VALUE),
    LAUNCH_ID(properties -> properties.range().launchId(), 0, NumberMapping.Decimal.MOST_LAUNCH),
    ATTEMPTS(properties -> properties.range().attempts(), 1, 1000);

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
