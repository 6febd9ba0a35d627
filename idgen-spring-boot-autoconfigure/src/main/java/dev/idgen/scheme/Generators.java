package dev.idgen.scheme;

import dev.idgen.Claim;
import dev.idgen.IdGenerator;
import dev.idgen.LongIdGenerator;
import dev.idgen.Monotonicity;
import dev.idgen.codec.Entropy;
import dev.idgen.counter.CounterSettings;
import dev.idgen.counter.Counters;
import dev.idgen.counter.Counting;
import dev.idgen.node.NodeSource;
import dev.idgen.time.TimeSource;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.UUID;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes generators of schemes. They end with the node source they were given, which they do not close. */
public final class Generators {

    private static final Logger log = LoggerFactory.getLogger(Generators.class);
    private static final Duration SOON = Duration.ofDays(5 * 365L);

    private Generators() {}

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

    /** A generator of UUIDs of version 4, which need neither clock nor node id. */
    public static IdGenerator<UUID> randomUuids(String name) {
        return new RandomUuids(name);
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

    // Numbers that a store counts out. The generators end with the counting they are given.

    /**
     * Numbers counted from a first one on, in steps.
     *
     * @param scheme what they are called: {@code counter} or {@code segment}
     * @param monotonicity what the order of their counts says
     * @param numbers the numbers of the counts
     */
    public static LongIdGenerator counted(
            String name, String scheme, Monotonicity monotonicity, Counting counting, CountForm.Linear numbers) {
        return new CountedLongs(name, scheme, monotonicity, counting, numbers);
    }

    /**
     * Texts with numbers counted from a first one on, in steps.
     *
     * @param zone whose days begin the periods of the template
     * @param counters gives the counter of a period
     */
    public static IdGenerator<String> countedTexts(
            String name,
            String scheme,
            Monotonicity monotonicity,
            NumberTemplate template,
            CountForm.Linear numbers,
            ZoneId zone,
            TimeSource time,
            Function<String, Counting> counters) {
        return new CountedTexts(name, scheme, monotonicity, template, numbers, zone, time, counters);
    }

    /**
     * Numbers of several ranges, see {@link Counters#ranges}.
     *
     * @param size how many ranges
     * @param range how many numbers each has
     */
    public static LongIdGenerator ranges(String name, int size, long range, Counting counting) {
        return new CountedLongs(name, "multi-counter", Monotonicity.NONE, counting, new CountForm.Ranges(size, range));
    }

    /** What decimal ids count with: generators counted by the store, at start and each time the counter is used up. */
    public static Counting launches(String name, Counters counters, CounterSettings settings) {
        return counters.launches(name, CountForm.Decimal.PER_GENERATOR, CountForm.Decimal.GENERATORS, settings);
    }

    /**
     * Decimal ids: {@code counter * 10^10 + generator * 10^5 + launch}.
     *
     * @param launch 0 to 99,999
     * @param launches from {@link #launches}
     */
    public static LongIdGenerator decimal(String name, int launch, Counting launches) {
        return new CountedLongs(name, "decimal-id", Monotonicity.NONE, launches, new CountForm.Decimal(launch));
    }

    /**
     * Random numbers of a range, each claimed before it is given out.
     *
     * @param min least number, from 1
     * @param max greatest number, from {@code min}
     * @param attempts how many numbers are tried for one id
     */
    public static LongIdGenerator claimed(String name, long min, long max, int attempts, Claim claim) {
        return new ClaimedLongs(name, min, max, attempts, claim, new SecureRandom());
    }
}
