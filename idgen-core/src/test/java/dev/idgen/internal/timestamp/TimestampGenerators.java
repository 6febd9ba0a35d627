package dev.idgen.internal.timestamp;

import dev.idgen.DecodedId;
import dev.idgen.IdGenerator;
import dev.idgen.LongIdGenerator;
import dev.idgen.internal.codec.Entropy;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.timestamp.node.LocalNodeSource;
import dev.idgen.internal.timestamp.node.NodeSource;
import java.time.Instant;

/** Generators of a scheme, as the configuration makes them. */
public final class TimestampGenerators {

    private TimestampGenerators() {}

    public static LongIdGenerator longs(
            String name, Scheme<Long> scheme, NodeSource nodes, TimeSource time, GeneratorSettings settings) {
        return (LongIdGenerator)
                TimestampIds.longs(Stamper.of(name, scheme, () -> nodes, time, settings), scheme, null);
    }

    public static LongIdGenerator scrambledLongs(
            String name, Scheme<Long> scheme, NodeSource nodes, TimeSource time, GeneratorSettings settings) {
        return (LongIdGenerator)
                TimestampIds.longs(Stamper.of(name, scheme, () -> nodes, time, settings), scheme, "a key");
    }

    public static <T> IdGenerator<T> of(
            String name, Scheme<T> scheme, NodeSource nodes, TimeSource time, GeneratorSettings settings) {
        return TimestampIds.of(Stamper.of(name, scheme, () -> nodes, time, settings), scheme);
    }

    /** The id of a stamp, with random bits from some entropy. */
    static <T> T compose(Scheme<T> scheme, long node, long tick, long number, Entropy entropy) {
        Word128 fixed = scheme.encoder().fixed(node, 0);
        long stamp = tick << scheme.composition().sequenceBits() | number;
        return scheme.encoder().id(fixed, stamp, new StampEntropy(entropy), scheme.form());
    }

    /** The parts of an id, as any generator of its scheme reads them. */
    static <T> DecodedId decode(Scheme<T> scheme, T id, Instant issuedBy) {
        TimeSource time = new ManualTime();
        return of("test", scheme, LocalNodeSource.fixed(0, time), time, GeneratorSettings.defaults())
                .decode(id, issuedBy);
    }
}
