package dev.idgen.autoconfigure;

import dev.idgen.Claim;
import dev.idgen.CounterReport;
import dev.idgen.CounterStore;
import dev.idgen.IdGenerator;
import dev.idgen.InvalidSettingException;
import dev.idgen.Monotonicity;
import dev.idgen.internal.counted.ClaimRange;
import dev.idgen.internal.counted.ClaimedNumbers;
import dev.idgen.internal.counted.CountedNumbers;
import dev.idgen.internal.counted.CountedScheme;
import dev.idgen.internal.counted.CounterSequences;
import dev.idgen.internal.counted.CounterSettings;
import dev.idgen.internal.counted.NumberForm;
import dev.idgen.internal.counted.NumberSequence;
import dev.idgen.internal.counted.NumberTemplate;
import dev.idgen.internal.counted.Periods;
import dev.idgen.internal.counted.SegmentSettings;
import dev.idgen.internal.counted.StoreClaim;
import dev.idgen.internal.counted.StoredColumn;
import dev.idgen.internal.counted.TransactionalStore;
import dev.idgen.internal.ids.Argument;
import dev.idgen.internal.ids.IdForm;
import dev.idgen.internal.ids.LongIds;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.time.TimeSource;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes the generators whose numbers a store counts, and closes and reopens the counters behind them. */
final class CountedGenerators implements AutoCloseable {

    private final CounterStores stores;
    private final Region region;
    private final Duration requestTimeout;
    private final @Nullable Claim claim;
    private final TimeSource time;
    private final boolean restarted;
    private final Map<CounterStoreType, CounterSequences> counters = new EnumMap<>(CounterStoreType.class);
    private final Map<CounterStoreType, Set<String>> users = new EnumMap<>(CounterStoreType.class);
    private final Map<String, Audit> audits = new LinkedHashMap<>();

    /** Compares the counters of a generator with a column. */
    private interface Audit {

        List<CounterReport> reports(StoredColumn stored, int mostGaps);
    }

    /**
     * @param claim the application's own, if it has one
     * @param restarted whether devtools restart the application
     */
    CountedGenerators(
            CounterStores stores,
            Region region,
            Duration requestTimeout,
            @Nullable Claim claim,
            TimeSource time,
            boolean restarted) {
        this.stores = stores;
        this.region = region;
        this.requestTimeout = requestTimeout;
        this.claim = claim;
        this.time = time;
        this.restarted = restarted;
    }

    IdGenerator<?> counter(GeneratorConfig config) {
        String name = config.name();
        GeneratorProperties properties = config.properties();
        NumberForm.Linear all = numbers(config);
        NumberTemplate template = template(config, all);
        NumberForm numbers = ofRegion(config, all, template);
        CounterSettings settings = settings(config, numbers);
        if (template == null) {
            config.refuse("zone", properties.zone(), "needs a 'template' with a date");
        }
        ZoneId zone = Objects.requireNonNullElse(properties.zone(), ZoneOffset.UTC);
        boolean periodic = template != null && template.isPeriodic();
        Monotonicity monotonicity = periodic ? Monotonicity.NONE : inOrder();
        CountedScheme scheme = new CountedScheme(name, "counter", monotonicity, numbers, template, zone);
        Function<String, NumberSequence> opening = opening(config, scheme, settings);
        if (template == null || !periodic) {
            return ids(scheme, Periods.none(opening.apply(name)));
        }
        config.refuse("floor", properties.floor(), "cannot be set for a template with periods");
        return ids(scheme, Periods.of(template, zone, time, period -> opening.apply(name + ":" + period)));
    }

    /** Opens a counter of the store, by its name there. */
    private Function<String, NumberSequence> opening(
            GeneratorConfig config, CountedScheme scheme, CounterSettings settings) {
        if (Boolean.TRUE.equals(config.properties().transactional())) {
            stores.checkTransactional(config, config.properties().store());
            // In a slice of an application that is tested, something stands in for the database, and has no
            // transactions.
            if (store(config) instanceof TransactionalStore database) {
                audits.put(config.name(), (stored, mostGaps) -> database.audit(scheme, region, stored, mostGaps));
                return counter -> database.inTransaction(counter, settings, region, scheme);
            }
        }
        CounterSequences sequences = counters(config);
        return counter -> sequences.merged(counter, settings);
    }

    /** See {@link dev.idgen.CounterAudit}. */
    List<CounterReport> audit(String generator, String table, String column, int mostGaps) {
        Audit audit = audits.get(Argument.given("generator", generator));
        if (audit == null) {
            throw new IllegalArgumentException(
                    "there is no transactional counter '" + generator + "', only " + audits.keySet());
        }
        if (mostGaps < 1) {
            throw new IllegalArgumentException("'mostGaps' is " + mostGaps + ", which is less than 1");
        }
        return audit.reports(
                new StoredColumn(Argument.given("table", table), Argument.given("column", column)), mostGaps);
    }

    IdGenerator<?> segment(GeneratorConfig config) {
        String name = config.name();
        GeneratorProperties properties = config.properties();
        NumberForm.Linear all = numbers(config);
        NumberTemplate template = template(config, all);
        NumberForm numbers = ofRegion(config, all, template);
        CounterSettings settings = settings(config, numbers);
        CounterSequences sequences = counters(config);
        SegmentProperties segment = properties.segment();
        boolean strict = segment != null && segment.strict();
        SegmentSettings ahead = ahead(config, segment);
        Monotonicity monotonicity = strict ? inOrder() : Monotonicity.SHARDED;
        if (template != null && template.isPeriodic()) {
            throw config.wrong(
                    "template", "has a date, which is for the type 'counter'", "Remove the date, or use 'counter'.");
        }
        return ids(
                new CountedScheme(name, "segment", monotonicity, numbers, template, ZoneOffset.UTC),
                Periods.none(strict ? sequences.merged(name, settings) : sequences.segments(name, settings, ahead)));
    }

    private static IdGenerator<?> ids(CountedScheme scheme, Periods periods) {
        return new CountedNumbers(scheme, periods).generator();
    }

    IdGenerator<?> multiCounter(GeneratorConfig config) {
        String name = config.name();
        GeneratorProperties properties = config.properties();
        long size = config.number("counters", properties.counters(), 1000, 1, 100_000);
        long range = config.number("range", properties.range(), 1_000_000_000, 1, Long.MAX_VALUE / size);
        SegmentSettings ahead = ahead(config, properties.segment());
        CounterSettings settings = new CounterSettings(properties.acquireTimeout(), 0).checked(config.prefix());
        checkShare(config, size, "counters", "counters");
        NumberForm.Ranges ranges = new NumberForm.Ranges((int) size, range, region);
        return ids(
                new CountedScheme(name, "multi-counter", Monotonicity.NONE, ranges),
                Periods.none(counters(config).ranges(name, ranges, settings, ahead)));
    }

    IdGenerator<?> decimal(GeneratorConfig config) {
        String name = config.name();
        GeneratorProperties properties = config.properties();
        if (properties.launchId() == null) {
            throw config.wrong(
                    "launch-id",
                    "is not set",
                    "Set it to a number that each launch of a fleet has for itself, 1 to 99999.");
        }
        long launch = config.number("launch-id", properties.launchId(), 0, 0, 99_999);
        long floor = properties.floor() == null ? 0 : config.number("floor", properties.floor(), 0, 0, 99_999) + 1;
        CounterSettings settings =
                new CounterSettings(properties.acquireTimeout(), region.count(floor)).checked(config.prefix());
        NumberSequence launches = counters(config)
                .decimalNumbers(name, NumberForm.Decimal.PER_GENERATOR, NumberForm.Decimal.GENERATORS, settings);
        NumberForm form = new NumberForm.Decimal((int) launch, region);
        return ids(new CountedScheme(name, "decimal-id", Monotonicity.NONE, form), Periods.none(launches));
    }

    IdGenerator<?> randomClaim(GeneratorConfig config) {
        String name = config.name();
        GeneratorProperties properties = config.properties();
        if (properties.max() == null) {
            throw config.wrong("max", "is not set", "Set it to the greatest number that is to be claimed.");
        }
        long min = config.number("start", properties.start(), 1, 1, Long.MAX_VALUE - 1);
        long max = config.number("max", properties.max(), 0, min, Long.MAX_VALUE - 1);
        long attempts = config.number("attempts", properties.attempts(), 20, 1, 1000);
        checkShare(config, max - min + 1, "numbers", "max");
        Claim own = properties.store() == null ? claim : null;
        Claim chosen = own != null ? own : new StoreClaim(store(config), requestTimeout);
        return new LongIds(
                new ClaimedNumbers(name, new ClaimRange(min, max, region), (int) attempts, chosen, new SecureRandom()),
                IdForm.LONG);
    }

    // Common parts

    private static NumberForm.Linear numbers(GeneratorConfig config) {
        String name = config.name();
        GeneratorProperties properties = config.properties();
        long start = config.number("start", properties.start(), 1, 1, Long.MAX_VALUE);
        long step = config.number("step", properties.step(), 1, 1, Long.MAX_VALUE);
        long max = config.number("max", properties.max(), Long.MAX_VALUE, start, Long.MAX_VALUE);
        return new NumberForm.Linear(name, start, step, max);
    }

    /** Stores that know nothing of each other count each by itself. */
    private Monotonicity inOrder() {
        return region.isAll() ? Monotonicity.FULL : Monotonicity.SHARDED;
    }

    private NumberForm ofRegion(GeneratorConfig config, NumberForm.Linear all, @Nullable NumberTemplate template) {
        long size = template == null ? all.size() : Math.min(all.size(), all.count(template.max()));
        checkShare(config, size, "numbers", template == null ? "max" : "template");
        return all.in(region);
    }

    /** Refuses a region that might have nothing. */
    private void checkShare(GeneratorConfig config, long size, String what, String setting) {
        if (region.of() > size) {
            throw new InvalidSettingException(
                    IdgenProperties.REGION,
                    "is " + region + ", but generator '" + config.name() + "' has only " + size + " " + what,
                    "Use fewer regions, or allow for more with '" + config.prefix() + "." + setting + "'.");
        }
    }

    private static CounterSettings settings(GeneratorConfig config, NumberForm numbers) {
        GeneratorProperties properties = config.properties();
        long floor = config.number("floor", properties.floor(), 0, 0, Long.MAX_VALUE);
        return new CounterSettings(properties.acquireTimeout(), numbers.count(floor)).checked(config.prefix());
    }

    private static @Nullable NumberTemplate template(GeneratorConfig config, NumberForm.Linear numbers) {
        GeneratorProperties properties = config.properties();
        String text = properties.template();
        if (text == null) {
            return null;
        }
        NumberTemplate template;
        try {
            template = new NumberTemplate(text);
        } catch (IllegalArgumentException e) {
            throw config.wrong(
                    "template",
                    "is '" + text + "', which " + e.getMessage(),
                    "Write it like 'INV-{yyyyMM}-{000000}' or 'C{00000000}'.");
        }
        if (numbers.start() > template.max()) {
            throw config.wrong(
                    "template",
                    "has digits up to " + template.max() + ", and the first number is " + numbers.start(),
                    "Add digits, or set a smaller 'start'.");
        }
        return template;
    }

    private SegmentSettings ahead(GeneratorConfig config, @Nullable SegmentProperties segment) {
        return segment == null
                ? SegmentSettings.defaults(restarted)
                : segment.settings(config.prefix() + ".segment", restarted);
    }

    private CounterSequences counters(GeneratorConfig config) {
        CounterStore store = store(config);
        return counters.computeIfAbsent(stores.type(config, config.properties().store()), its -> open(store));
    }

    private CounterStore store(GeneratorConfig config) {
        CounterStoreType type = stores.type(config, config.properties().store());
        CounterStore store = stores.choose(config, type);
        users.computeIfAbsent(type, its -> new LinkedHashSet<>()).add(config.name());
        return store;
    }

    /** The names of the generators that a store counts for. */
    Set<String> users(CounterStoreType store) {
        return users.getOrDefault(store, Set.of());
    }

    private CounterSequences open(CounterStore store) {
        CounterSequences opened = new CounterSequences(store, requestTimeout, region, time);
        opened.warmUp(StartUp.LONGEST_WAIT);
        return opened;
    }

    /** The counters of each of the stores that generators use. */
    Map<CounterStoreType, CounterSequences> stores() {
        return Collections.unmodifiableMap(counters);
    }

    /** Counts again after {@link #close}, anew. */
    void start() {
        counters.values().forEach(its -> its.reopen(StartUp.LONGEST_WAIT));
    }

    @Override
    public void close() {
        counters.values().forEach(CounterSequences::close);
    }
}
