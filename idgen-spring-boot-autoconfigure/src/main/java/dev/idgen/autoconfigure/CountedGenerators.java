package dev.idgen.autoconfigure;

import dev.idgen.Claim;
import dev.idgen.CounterStore;
import dev.idgen.IdGenerator;
import dev.idgen.LongIdGenerator;
import dev.idgen.Monotonicity;
import dev.idgen.SettingRange;
import dev.idgen.internal.counted.ClaimedLongs;
import dev.idgen.internal.counted.CountedLongs;
import dev.idgen.internal.counted.CountedScheme;
import dev.idgen.internal.counted.CountedTexts;
import dev.idgen.internal.counted.CounterPlanner;
import dev.idgen.internal.counted.CounterSettings;
import dev.idgen.internal.counted.NumberForm;
import dev.idgen.internal.counted.NumberSequence;
import dev.idgen.internal.counted.NumberTemplate;
import dev.idgen.internal.counted.SegmentSettings;
import dev.idgen.internal.counted.StoreClaim;
import dev.idgen.internal.time.TimeSource;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes the generators whose numbers a store counts, and closes and reopens the counters behind them. */
final class CountedGenerators implements AutoCloseable {

    private final CounterStores stores;
    private final Duration requestTimeout;
    private final @Nullable Claim claim;
    private final TimeSource time;
    private final Map<CounterStoreType, CounterPlanner> counters = new EnumMap<>(CounterStoreType.class);

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
        NumberForm.Linear numbers = numbers(name, configured, properties);
        NumberTemplate template = template(configured, properties, numbers);
        CounterSettings settings = settings(configured, properties, numbers);
        CounterPlanner store = counters(configured, properties);
        if (template == null) {
            refuse(configured, "zone", properties.zone(), "needs a 'template' with a date");
            return new CountedLongs(
                    new CountedScheme(name, "counter", Monotonicity.FULL, numbers), store.merged(name, settings));
        }
        if (template.isPeriodic()) {
            refuse(configured, "floor", properties.floor(), "cannot be set for a template with periods");
        }
        return texts(
                new CountedScheme(name, "counter", Monotonicity.FULL, numbers),
                template,
                properties,
                period -> store.merged(period.isEmpty() ? name : name + ":" + period, settings));
    }

    private IdGenerator<?> segment(String name, ConfiguredScheme configured, GeneratorProperties properties) {
        NumberForm.Linear numbers = numbers(name, configured, properties);
        NumberTemplate template = template(configured, properties, numbers);
        CounterSettings settings = settings(configured, properties, numbers);
        CounterPlanner store = counters(configured, properties);
        SegmentProperties segment = properties.segment();
        boolean strict = segment != null && segment.strict();
        SegmentSettings ahead = ahead(configured, segment);
        Monotonicity monotonicity = strict ? Monotonicity.FULL : Monotonicity.SHARDED;
        CountedScheme scheme = new CountedScheme(name, "segment", monotonicity, numbers);
        NumberSequence counting = strict ? store.merged(name, settings) : store.segments(name, settings, ahead);
        if (template == null) {
            return new CountedLongs(scheme, counting);
        }
        if (template.isPeriodic()) {
            throw configured.wrong(
                    "template", "has a date, which is for the type 'counter'", "Remove the date, or use 'counter'.");
        }
        return texts(scheme, template, properties, period -> counting);
    }

    private IdGenerator<String> texts(
            CountedScheme scheme,
            NumberTemplate template,
            GeneratorProperties properties,
            Function<String, NumberSequence> counting) {
        ZoneId zone = properties.zone() == null ? ZoneOffset.UTC : properties.zone();
        return new CountedTexts(scheme, template, zone, time, counting);
    }

    private LongIdGenerator multiCounter(String name, ConfiguredScheme configured, GeneratorProperties properties) {
        long size = checked(configured, "counters", properties.counters(), 1000, 1, 100_000);
        long range = checked(configured, "range", properties.range(), 1_000_000_000, 1, Long.MAX_VALUE / size);
        SegmentSettings ahead = ahead(configured, properties.segment());
        CounterSettings settings = new CounterSettings(properties.acquireTimeout(), 0).checked(configured.prefix());
        NumberForm.Ranges ranges = new NumberForm.Ranges((int) size, range);
        return new CountedLongs(
                new CountedScheme(name, "multi-counter", Monotonicity.NONE, ranges),
                counters(configured, properties).ranges(name, ranges, settings, ahead));
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
        NumberSequence launches = counters(configured, properties)
                .launches(name, NumberForm.Decimal.PER_GENERATOR, NumberForm.Decimal.GENERATORS, settings);
        NumberForm form = new NumberForm.Decimal((int) launch);
        return new CountedLongs(new CountedScheme(name, "decimal-id", Monotonicity.NONE, form), launches);
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
        return new ClaimedLongs(name, min, max, (int) attempts, chosen, new SecureRandom());
    }

    // Common parts

    private static NumberForm.Linear numbers(String name, ConfiguredScheme configured, GeneratorProperties properties) {
        long start = checked(configured, "start", properties.start(), 1, 1, Long.MAX_VALUE);
        long step = checked(configured, "step", properties.step(), 1, 1, Long.MAX_VALUE);
        long max = checked(configured, "max", properties.max(), Long.MAX_VALUE, start, Long.MAX_VALUE);
        return new NumberForm.Linear(name, start, step, max);
    }

    private static CounterSettings settings(
            ConfiguredScheme configured, GeneratorProperties properties, NumberForm.Linear numbers) {
        long floor = checked(configured, "floor", properties.floor(), 0, 0, Long.MAX_VALUE);
        long count = floor < numbers.start() ? 0 : numbers.count(floor);
        return new CounterSettings(properties.acquireTimeout(), count).checked(configured.prefix());
    }

    private static @Nullable NumberTemplate template(
            ConfiguredScheme configured, GeneratorProperties properties, NumberForm.Linear numbers) {
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

    private CounterPlanner counters(ConfiguredScheme configured, GeneratorProperties properties) {
        CounterStoreType type = stores.type(configured, properties.store());
        return counters.computeIfAbsent(type, its -> open(stores.choose(configured, its)));
    }

    private CounterPlanner open(CounterStore store) {
        CounterPlanner opened = new CounterPlanner(store, requestTimeout, time);
        opened.warmUp(StartUp.LONGEST_WAIT);
        return opened;
    }

    /** The counters of each of the stores that generators use. */
    Map<CounterStoreType, CounterPlanner> stores() {
        return Collections.unmodifiableMap(counters);
    }

    /** Counts again after {@link #close}, anew. */
    void start() {
        counters.values().forEach(its -> its.reopen(StartUp.LONGEST_WAIT));
    }

    @Override
    public void close() {
        counters.values().forEach(CounterPlanner::close);
    }
}
