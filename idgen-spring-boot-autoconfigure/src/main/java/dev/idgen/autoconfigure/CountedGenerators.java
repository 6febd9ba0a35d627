package dev.idgen.autoconfigure;

import dev.idgen.Claim;
import dev.idgen.IdGenerator;
import dev.idgen.LongIdGenerator;
import dev.idgen.Monotonicity;
import dev.idgen.SettingRange;
import dev.idgen.counter.CounterSettings;
import dev.idgen.counter.CounterStore;
import dev.idgen.counter.Counters;
import dev.idgen.counter.Counting;
import dev.idgen.counter.SegmentSettings;
import dev.idgen.counter.StoreClaim;
import dev.idgen.scheme.CountForm;
import dev.idgen.scheme.Generators;
import dev.idgen.scheme.NumberTemplate;
import dev.idgen.time.TimeSource;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes the generators whose numbers a store counts, and closes what they count with and opens it again. */
final class CountedGenerators implements AutoCloseable {

    private final CounterStores stores;
    private final Duration requestTimeout;
    private final @Nullable Claim claim;
    private final TimeSource time;
    private final Map<CounterStoreType, Counters> counters = new EnumMap<>(CounterStoreType.class);

    /** @param claim the application's own, if it has one */
    CountedGenerators(CounterStores stores, Duration requestTimeout, @Nullable Claim claim, TimeSource time) {
        this.stores = stores;
        this.requestTimeout = requestTimeout;
        this.claim = claim;
        this.time = time;
    }

    IdGenerator<?> generator(String name, ConfiguredScheme configured, GeneratorProperties properties) {
        return switch (configured.type()) {
            case COUNTER -> counter(name, configured, properties);
            case SEGMENT -> segment(name, configured, properties);
            case MULTI_COUNTER -> multiCounter(name, configured, properties);
            case DECIMAL_ID -> decimal(name, configured, properties);
            case RANDOM_CLAIM -> randomClaim(name, configured, properties);
            default -> throw new IllegalStateException(configured.type() + " is not counted by a store");
        };
    }

    private IdGenerator<?> counter(String name, ConfiguredScheme configured, GeneratorProperties properties) {
        CountForm.Linear numbers = numbers(name, configured, properties);
        NumberTemplate template = template(configured, properties, numbers);
        CounterSettings settings = settings(configured, properties, numbers);
        Counters store = counters(configured, properties);
        if (template == null) {
            refuse(configured, "zone", properties.zone(), "needs a 'template' with a date");
            return Generators.counted(name, "counter", Monotonicity.FULL, store.merged(name, settings), numbers);
        }
        if (template.isPeriodic()) {
            refuse(configured, "floor", properties.floor(), "cannot be set for a template with periods");
        }
        return texts(
                name,
                "counter",
                Monotonicity.FULL,
                template,
                numbers,
                properties,
                period -> store.merged(period.isEmpty() ? name : name + ":" + period, settings));
    }

    private IdGenerator<?> segment(String name, ConfiguredScheme configured, GeneratorProperties properties) {
        CountForm.Linear numbers = numbers(name, configured, properties);
        NumberTemplate template = template(configured, properties, numbers);
        CounterSettings settings = settings(configured, properties, numbers);
        Counters store = counters(configured, properties);
        SegmentProperties segment = properties.segment();
        boolean strict = segment != null && segment.strict();
        SegmentSettings ahead = ahead(configured, segment);
        Monotonicity monotonicity = strict ? Monotonicity.FULL : Monotonicity.SHARDED;
        Counting counting = strict ? store.merged(name, settings) : store.segments(name, settings, ahead);
        if (template == null) {
            return Generators.counted(name, "segment", monotonicity, counting, numbers);
        }
        if (template.isPeriodic()) {
            throw configured.wrong(
                    "template", "has a date, which is for the type 'counter'", "Remove the date, or use 'counter'.");
        }
        return texts(name, "segment", monotonicity, template, numbers, properties, period -> counting);
    }

    private IdGenerator<String> texts(
            String name,
            String scheme,
            Monotonicity monotonicity,
            NumberTemplate template,
            CountForm.Linear numbers,
            GeneratorProperties properties,
            Function<String, Counting> counting) {
        ZoneId zone = properties.zone() == null ? ZoneOffset.UTC : properties.zone();
        return Generators.countedTexts(name, scheme, monotonicity, template, numbers, zone, time, counting);
    }

    private LongIdGenerator multiCounter(String name, ConfiguredScheme configured, GeneratorProperties properties) {
        long size = checked(configured, "counters", properties.counters(), 1000, 1, 100_000);
        long range = checked(configured, "range", properties.range(), 1_000_000_000, 1, Long.MAX_VALUE / size);
        SegmentSettings ahead = ahead(configured, properties.segment());
        CounterSettings settings = new CounterSettings(properties.acquireTimeout(), 0).checked(configured.prefix());
        return Generators.ranges(
                name,
                (int) size,
                range,
                counters(configured, properties).ranges(name, (int) size, range, settings, ahead));
    }

    private LongIdGenerator decimal(String name, ConfiguredScheme configured, GeneratorProperties properties) {
        if (properties.launchId() == null) {
            throw configured.wrong(
                    "launch-id",
                    "is not set",
                    "Set it to a number that each launch of a fleet has for itself, 1 to 99999.");
        }
        long launch = checked(configured, "launch-id", properties.launchId(), 0, 0, 99_999);
        long floor =
                properties.floor() == null ? 0 : checked(configured, "floor", properties.floor(), 0, 0, 99_999) + 1;
        CounterSettings settings = new CounterSettings(properties.acquireTimeout(), floor).checked(configured.prefix());
        Counting launches = Generators.launches(name, counters(configured, properties), settings);
        return Generators.decimal(name, (int) launch, launches);
    }

    private LongIdGenerator randomClaim(String name, ConfiguredScheme configured, GeneratorProperties properties) {
        if (properties.max() == null) {
            throw configured.wrong("max", "is not set", "Set it to the greatest number that is to be claimed.");
        }
        long min = checked(configured, "start", properties.start(), 1, 1, Long.MAX_VALUE - 1);
        long max = checked(configured, "max", properties.max(), 0, min, Long.MAX_VALUE - 1);
        long attempts = checked(configured, "attempts", properties.attempts(), 20, 1, 1000);
        Claim own = properties.store() == null ? claim : null;
        Claim chosen =
                own != null ? own : new StoreClaim(stores.choose(configured, properties.store()), requestTimeout);
        return Generators.claimed(name, min, max, (int) attempts, chosen);
    }

    // What they have in common

    private static CountForm.Linear numbers(String name, ConfiguredScheme configured, GeneratorProperties properties) {
        long start = checked(configured, "start", properties.start(), 1, 1, Long.MAX_VALUE);
        long step = checked(configured, "step", properties.step(), 1, 1, Long.MAX_VALUE);
        long max = checked(configured, "max", properties.max(), Long.MAX_VALUE, start, Long.MAX_VALUE);
        return new CountForm.Linear(name, start, step, max);
    }

    private static CounterSettings settings(
            ConfiguredScheme configured, GeneratorProperties properties, CountForm.Linear numbers) {
        long floor = checked(configured, "floor", properties.floor(), 0, 0, Long.MAX_VALUE);
        long count = floor < numbers.start() ? 0 : numbers.count(floor);
        return new CounterSettings(properties.acquireTimeout(), count).checked(configured.prefix());
    }

    private static @Nullable NumberTemplate template(
            ConfiguredScheme configured, GeneratorProperties properties, CountForm.Linear numbers) {
        String text = properties.template();
        if (text == null) {
            return null;
        }
        NumberTemplate template;
        try {
            template = new NumberTemplate(text);
        } catch (IllegalArgumentException e) {
            throw configured.wrong(
                    "template",
                    "is '" + text + "', which " + e.getMessage(),
                    "Write it like 'INV-{yyyyMM}-{000000}' or 'C{00000000}'.");
        }
        if (numbers.start() > template.max()) {
            throw configured.wrong(
                    "template",
                    "has digits up to " + template.max() + ", and the first number is " + numbers.start(),
                    "Add digits, or set a smaller 'start'.");
        }
        return template;
    }

    private static SegmentSettings ahead(ConfiguredScheme configured, @Nullable SegmentProperties segment) {
        return segment == null ? SegmentSettings.defaults() : segment.settings(configured.prefix() + ".segment");
    }

    private static long checked(
            ConfiguredScheme configured, String setting, @Nullable Number value, long standard, long min, long max) {
        if (value == null) {
            return standard;
        }
        SettingRange.check(configured.prefix() + "." + setting, value.longValue(), min, max);
        return value.longValue();
    }

    private static void refuse(ConfiguredScheme configured, String setting, @Nullable Object value, String problem) {
        if (value != null) {
            throw configured.wrong(setting, problem, "Remove it.");
        }
    }

    private Counters counters(ConfiguredScheme configured, GeneratorProperties properties) {
        CounterStoreType type = stores.type(configured, properties.store());
        return counters.computeIfAbsent(type, its -> open(stores.choose(configured, its)));
    }

    private Counters open(CounterStore store) {
        Counters opened = new Counters(store, requestTimeout, time);
        opened.warmUp(StartUp.LONGEST_WAIT);
        return opened;
    }

    /** What counts in each of the stores that generators use. */
    Map<CounterStoreType, Counters> stores() {
        return Collections.unmodifiableMap(counters);
    }

    /** Counts again after {@link #close}, anew. */
    void start() {
        counters.values().forEach(its -> its.reopen(StartUp.LONGEST_WAIT));
    }

    @Override
    public void close() {
        counters.values().forEach(Counters::close);
    }
}
