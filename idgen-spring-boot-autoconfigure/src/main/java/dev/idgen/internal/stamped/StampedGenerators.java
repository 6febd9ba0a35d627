package dev.idgen.internal.stamped;

import dev.idgen.IdGenerator;
import dev.idgen.LongIdGenerator;
import dev.idgen.internal.codec.Entropy;
import dev.idgen.internal.stamped.node.NodeSource;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes generators of ids with a timestamp. They end with the node source they were given, which they do not close. */
public final class StampedGenerators {

    private static final Logger log = LoggerFactory.getLogger(StampedGenerators.class);
    private static final Duration SOON = Duration.ofDays(5 * 365L);

    private StampedGenerators() {}

    /**
     * A generator of {@code long} ids.
     *
     * @param name what messages call it
     * @param nodes whose node ids have as many bits as the scheme's
     */
    public static LongIdGenerator longs(
            String name, Scheme<Long> scheme, NodeSource nodes, TimeSource time, GeneratorSettings settings) {
        return stamped(name, scheme, nodes, time, settings);
    }

    private static StampedLongs stamped(
            String name, Scheme<Long> scheme, NodeSource nodes, TimeSource time, GeneratorSettings settings) {
        return new StampedLongs(name, scheme, stamper(name, scheme, nodes, time, settings));
    }

    /**
     * A generator of {@code long} ids that look random and decode back. No security measure: who has some ids can find the
     * others.
     *
     * @param key any text; equal keys give equal mappings
     */
    public static LongIdGenerator scrambledLongs(
            String name,
            Scheme<Long> scheme,
            NodeSource nodes,
            TimeSource time,
            GeneratorSettings settings,
            String key) {
        return new ScrambledLongs(stamped(name, scheme, nodes, time, settings), scheme.type(), scheme.bits(), key);
    }

    /** A generator of ids of any type; otherwise like {@link #longs}. */
    public static <T> IdGenerator<T> of(
            String name, Scheme<T> scheme, NodeSource nodes, TimeSource time, GeneratorSettings settings) {
        return new StampedIds<>(name, scheme, stamper(name, scheme, nodes, time, settings));
    }

    private static Stamper stamper(
            String name, Scheme<?> scheme, NodeSource nodes, TimeSource time, GeneratorSettings settings) {
        warnIfEnding(name, scheme, time.instant());
        return new Stamper(name, scheme, nodes, time, settings, Entropy::random);
    }

    private static void warnIfEnding(String name, Scheme<?> scheme, Instant now) {
        Instant end = scheme.runsOutOn();
        if (end != null && end.isBefore(now.plus(SOON))) {
            log.warn(
                    "the timestamps of generator '{}' run out on {}; from then on it issues no ids. It needs another epoch or"
                            + " layout",
                    name,
                    end);
        }
    }
}
