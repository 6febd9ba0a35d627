package dev.idgen.standalone;

import dev.idgen.CountedIds;
import dev.idgen.CounterStore;
import dev.idgen.KeyedIds;
import dev.idgen.LongIdGenerator;
import dev.idgen.Monotonicity;
import dev.idgen.internal.codec.Quote;
import dev.idgen.internal.counter.ClaimRange;
import dev.idgen.internal.counter.ClaimedNumbers;
import dev.idgen.internal.counter.CounterNumbers;
import dev.idgen.internal.counter.CounterScheme;
import dev.idgen.internal.counter.CounterSequences;
import dev.idgen.internal.counter.CounterSettings;
import dev.idgen.internal.counter.CounterSpec;
import dev.idgen.internal.counter.NumberMapping;
import dev.idgen.internal.counter.NumberTemplate;
import dev.idgen.internal.counter.SegmentSettings;
import dev.idgen.internal.counter.StoreClaim;
import dev.idgen.internal.ids.Argument;
import dev.idgen.internal.ids.Codec;
import dev.idgen.internal.ids.IdType;
import dev.idgen.internal.ids.LongIds;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.store.memory.InMemoryCounterStore;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.store.AllowedNames;
import dev.idgen.store.Progression;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes generators that count, in memory or in a store of your own: {@code Counters.inMemory().counter("invoice")}.
 * Numbers begin with 1.
 *
 * <p><b>Guarantee.</b> No number of a name is issued twice while the store keeps its data. Two objects from
 * {@link #inMemory} count independently and repeat numbers. Two objects on one store share its counters.
 *
 * <p>Thread-safe, as are the generators. Ask for each name once, and keep the generator. {@link #close} ends the daemon
 * thread.
 */
public final class Counters implements AutoCloseable {

    private static final Pattern NAME =
            Pattern.compile("[A-Za-z][0-9A-Za-z_-]{0," + (AllowedNames.MAX_KEYED_GENERATOR - 1) + "}");
    private static final Duration REQUEST_TIMEOUT = Duration.ofMillis(500);

    private final TimeSource time = TimeSource.system();
    private final CounterStore store;
    private final CounterSequences sequences;

    private Counters(CounterStore store) {
        this.store = store;
        sequences = new CounterSequences(store, REQUEST_TIMEOUT, time);
    }

    /** Counters in this process's memory, for unit tests. */
    public static Counters inMemory() {
        return new Counters(new InMemoryCounterStore());
    }

    /** Counters in a store. A request to the store takes at most 500 ms. */
    public static Counters of(CounterStore store) {
        return new Counters(Argument.given("store", store));
    }

    /**
     * Counts 1, 2, 3. A call waits at most 1 s.
     *
     * @param name the counter's name: a letter, then up to 50 characters {@code [0-9A-Za-z_-]}
     * @throws IllegalArgumentException if the name is anything else
     */
    public LongIdGenerator counter(String name) {
        return (LongIdGenerator) ids(scheme(name, "counter", Monotonicity.FULL, null), null);
    }

    /**
     * Counts, and writes each number into a template.
     *
     * @param name as for {@link #counter(String)}
     * @param template such as {@code INV-{yyyyMM}-{000000}}, without {@code {key}}; days begin at midnight UTC
     * @throws IllegalArgumentException if the name or the template is anything else
     */
    @SuppressWarnings("unchecked") // ids of a template are strings
    public CountedIds<String> counter(String name, String template) {
        NumberTemplate parsed = template(template);
        if (parsed.hasKey()) {
            throw new IllegalArgumentException("the template " + Quote.of(template) + " has {key}: call keyed");
        }
        return (CountedIds<String>) ids(scheme(name, "counter", order(parsed), parsed), null);
    }

    /**
     * Counts with numbers fetched ahead, so a call normally asks no store. Fetched numbers are lost when the process
     * ends.
     *
     * @param name as for {@link #counter(String)}
     * @throws IllegalArgumentException if the name is anything else
     */
    public LongIdGenerator segment(String name) {
        return (LongIdGenerator)
                ids(scheme(name, "segment", Monotonicity.SHARDED, null), SegmentSettings.defaults(false));
    }

    /**
     * Counts 1, 2, 3 for each key.
     *
     * @param name as for {@link #counter(String)}
     * @throws IllegalArgumentException if the name is anything else
     */
    @SuppressWarnings("unchecked") // ids without a template are numbers
    public KeyedIds<Long> keyed(String name) {
        return (KeyedIds<Long>) keyed(scheme(name, "counter", Monotonicity.FULL, null));
    }

    /**
     * Counts for each key, and writes each number into a template.
     *
     * @param name as for {@link #counter(String)}
     * @param template such as {@code {key}-{000000}}; days begin at midnight UTC
     * @throws IllegalArgumentException if the name or the template is anything else
     */
    @SuppressWarnings("unchecked") // ids of a template are strings
    public KeyedIds<String> keyed(String name, String template) {
        NumberTemplate parsed = template(template);
        return (KeyedIds<String>) keyed(scheme(name, "counter", order(parsed), parsed));
    }

    /**
     * Counts in several ranges, with numbers fetched ahead. Counter k has the numbers {@code k * range} to
     * {@code (k + 1) * range - 1}, without 0.
     *
     * @param name as for {@link #counter(String)}
     * @param counters 1 to 100,000
     * @param range 1 to {@code Long.MAX_VALUE / counters}
     * @throws IllegalArgumentException if an argument is anything else
     */
    public LongIdGenerator multiCounter(String name, int counters, long range) {
        Argument.within("counters", counters, 1, NumberMapping.Ranges.MOST_COUNTERS);
        Argument.within("range", range, 1, Long.MAX_VALUE / counters);
        NumberMapping.Ranges ranges = new NumberMapping.Ranges(counters, range, Region.ALL);
        return (LongIdGenerator) ids(
                new CounterScheme(checked(name), "multi-counter", Monotonicity.NONE, ranges),
                SegmentSettings.defaults(false));
    }

    /**
     * Decimal ids: a counter, a generator's number that the store counts, and the number of this launch.
     *
     * @param name as for {@link #counter(String)}
     * @param launchId a number that differs for each launch in the fleet, 0 to 99,999
     * @throws IllegalArgumentException if an argument is anything else
     */
    public LongIdGenerator decimalId(String name, int launchId) {
        Argument.within("launchId", launchId, 0, NumberMapping.Decimal.MOST_LAUNCH);
        NumberMapping.Decimal form = new NumberMapping.Decimal(launchId, Region.ALL);
        return (LongIdGenerator) ids(new CounterScheme(checked(name), "decimal-id", Monotonicity.NONE, form), null);
    }

    /**
     * Random numbers, each claimed in the store before it is issued. After 20 numbers that were taken, a call fails.
     *
     * @param name as for {@link #counter(String)}
     * @param max the greatest number, from 1
     * @throws IllegalArgumentException if an argument is anything else
     */
    public LongIdGenerator randomClaim(String name, long max) {
        ClaimRange range = new ClaimRange(1, Argument.within("max", max, 1, Long.MAX_VALUE - 1), Region.ALL);
        return new LongIds(
                new ClaimedNumbers(
                        checked(name),
                        range,
                        ClaimedNumbers.ATTEMPTS,
                        new StoreClaim(store, REQUEST_TIMEOUT),
                        time.random()),
                IdType.LONG);
    }

    private KeyedIds<?> keyed(CounterScheme scheme) {
        CounterSpec spec = new CounterSpec(scheme, CounterSettings.defaults(), null, true, null, false);
        return (KeyedIds<?>) generator(spec);
    }

    private Codec<?> ids(CounterScheme scheme, @Nullable SegmentSettings ahead) {
        return generator(new CounterSpec(scheme, CounterSettings.defaults(), ahead));
    }

    private Codec<?> generator(CounterSpec spec) {
        return CounterNumbers.generator(spec, sequences.of(spec), time);
    }

    private static CounterScheme scheme(
            String name, String type, Monotonicity order, @Nullable NumberTemplate template) {
        Progression numbers = new Progression(1, 1, template == null ? Long.MAX_VALUE : template.max());
        return new CounterScheme(checked(name), type, order, new NumberMapping.Linear(numbers, Region.ALL), template);
    }

    private static String checked(String name) {
        if (!NAME.matcher(Argument.given("name", name)).matches()) {
            throw new IllegalArgumentException(
                    "the name " + Quote.of(name) + " is not a letter followed by up to 50 characters [0-9A-Za-z_-]");
        }
        return name;
    }

    private static Monotonicity order(NumberTemplate template) {
        return template.isPeriodic() ? Monotonicity.NONE : Monotonicity.FULL;
    }

    private static NumberTemplate template(String template) {
        try {
            return new NumberTemplate(Argument.given("template", template));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the template " + Quote.of(template) + " " + e.getMessage(), e);
        }
    }

    /** Ends the thread. Later calls of generators that count fail. */
    @Override
    public void close() {
        sequences.close();
    }
}
