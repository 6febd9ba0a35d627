package dev.idgen.internal.generator;

import dev.idgen.internal.codec.PropertyNames;
import dev.idgen.internal.counted.NumberForm;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A setting that only some generator types have, with the range of a number. */
public enum TypeSetting {
    EPOCH(GeneratorProperties::epoch),
    DATACENTER_BITS(GeneratorProperties::datacenterBits, 0, 16),
    NODE_BITS(GeneratorProperties::nodeBits, 1, 20),
    SEQUENCE_BITS(GeneratorProperties::sequenceBits, 1, 22),
    THREAD_BITS(GeneratorProperties::threadBits, 0, 16),
    MONOTONIC(GeneratorProperties::monotonic),
    MODE(GeneratorProperties::mode),
    CLUSTER(GeneratorProperties::cluster, 0, 15),
    TICK(GeneratorProperties::tick),
    FIELDS(GeneratorProperties::fields),
    STORE(GeneratorProperties::store),
    START(GeneratorProperties::start, 1, Long.MAX_VALUE),
    STEP(GeneratorProperties::step, 1, Long.MAX_VALUE),
    MAX(GeneratorProperties::max, 1, Long.MAX_VALUE),
    FLOOR(GeneratorProperties::floor, 0, Long.MAX_VALUE),
    TEMPLATE(GeneratorProperties::template),
    ZONE(GeneratorProperties::zone),
    KEYED(GeneratorProperties::keyed),
    TRANSACTIONAL(GeneratorProperties::transactional),
    SEGMENT(GeneratorProperties::segment),
    COUNTERS(GeneratorProperties::counters, 1, NumberForm.Ranges.MOST_COUNTERS),
    RANGE(GeneratorProperties::range, 1, Long.MAX_VALUE),
    LAUNCH_ID(GeneratorProperties::launchId, 0, NumberForm.Decimal.MOST_LAUNCH),
    ATTEMPTS(GeneratorProperties::attempts, 1, 1000);

    @SuppressWarnings("ImmutableEnumChecker") // stateless
    private final Function<GeneratorProperties, @Nullable Object> reader;

    final long min;
    final long max;

    TypeSetting(Function<GeneratorProperties, @Nullable Object> reader) {
        this(reader, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    TypeSetting(Function<GeneratorProperties, @Nullable Object> reader, long min, long max) {
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
