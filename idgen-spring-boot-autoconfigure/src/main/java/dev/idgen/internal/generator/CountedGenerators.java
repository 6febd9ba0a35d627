package dev.idgen.internal.generator;

import static dev.idgen.internal.generator.TypeSetting.*;

import dev.idgen.Claim;
import dev.idgen.IdGenerator;
import dev.idgen.InvalidSettingException;
import dev.idgen.Monotonicity;
import dev.idgen.internal.counted.ClaimRange;
import dev.idgen.internal.counted.ClaimedNumbers;
import dev.idgen.internal.counted.CountedNumbers;
import dev.idgen.internal.counted.CountedScheme;
import dev.idgen.internal.counted.CounterSequences;
import dev.idgen.internal.counted.CounterSettings;
import dev.idgen.internal.counted.KeyedNumbers;
import dev.idgen.internal.counted.KeyedSequences;
import dev.idgen.internal.counted.NumberForm;
import dev.idgen.internal.counted.NumberSequence;
import dev.idgen.internal.counted.NumberTemplate;
import dev.idgen.internal.counted.Periods;
import dev.idgen.internal.counted.SegmentSettings;
import dev.idgen.internal.counted.StoreClaim;
import dev.idgen.internal.counted.TransactionalStore;
import dev.idgen.internal.ids.IdForm;
import dev.idgen.internal.ids.LongIds;
import dev.idgen.internal.request.Requests;
import dev.idgen.internal.setting.Region;
import dev.idgen.internal.time.TimeSource;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Creates the generators that a store counts for, and closes and reopens their counters. */
public final class CountedGenerators implements AutoCloseable {

    private static final String REMOVE = "Remove it.";

    /** The longest name: with two colons, a key of 64 characters, a colon and a period of 10, it has 128 characters. */
    private static final int MOST_OF_KEYED = 51;

    private final CounterStoreChoice stores;
    private final Region region;
    private final Duration requestTimeout;
    private final @Nullable Claim claim;
    private final TimeSource time;
    private final boolean restarted;
    private final Map<String, CounterSequences> counters = new LinkedHashMap<>();
    private final Map<String, List<String>> users = new LinkedHashMap<>();

    /** @param numbers the numbers that this application issues */
    private record Counting(NumberForm numbers, @Nullable NumberTemplate template, CounterSettings settings) {}

    /**
     * @param claim the application's Claim bean, if it has one
     * @param restarted whether devtools restart the application
     */
    public CountedGenerators(
            CounterStoreChoice stores,
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

    IdGenerator<?> counter(GeneratorEntry entry) {
        Counting counting = counting(entry);
        NumberTemplate template = counting.template();
        ZoneId zone = entry.properties().zone();
        if (template == null) {
            entry.refuse(ZONE, "needs a 'template' with a date", REMOVE);
        }
        CountedScheme scheme = new CountedScheme(
                entry.name(),
                "counter",
                template != null && template.isPeriodic() ? Monotonicity.NONE : inOrder(),
                counting.numbers(),
                template,
                zone == null ? ZoneOffset.UTC : zone);
        if (entry.properties().isKeyed()) {
            checkKeyed(entry);
            return new KeyedNumbers(scheme, keyed(entry, scheme, counting.settings()), time).generator();
        }
        Function<String, NumberSequence> opening = opening(entry, scheme, counting.settings());
        if (template != null && template.isPeriodic()) {
            entry.refuse(FLOOR, "cannot be set for a template with periods", REMOVE);
        }
        return ids(scheme, Periods.of(scheme, entry.name(), time, opening));
    }

    /** Returns a function that opens a counter by its name in the store. */
    private Function<String, NumberSequence> opening(
            GeneratorEntry entry, CountedScheme scheme, CounterSettings settings) {
        CounterStoreChoice.Chosen store = storeOfCounter(entry);
        if (isTransactional(entry) && store.store() instanceof TransactionalStore database) {
            return database.inTransaction(settings, region, scheme)::of;
        }
        CounterSequences sequences = counters(store);
        return counter -> sequences.merged(counter, settings);
    }

    private KeyedSequences keyed(GeneratorEntry entry, CountedScheme scheme, CounterSettings settings) {
        CounterStoreChoice.Chosen store = storeOfCounter(entry);
        return isTransactional(entry) && store.store() instanceof TransactionalStore database
                ? database.inTransaction(settings, region, scheme)
                : counters(store).keyed(settings);
    }

    private static boolean isTransactional(GeneratorEntry entry) {
        return Boolean.TRUE.equals(entry.properties().transactional());
    }

    /** The store of a counter. In a test slice, memory without transactions may replace the database. */
    private CounterStoreChoice.Chosen storeOfCounter(GeneratorEntry entry) {
        if (isTransactional(entry)) {
            stores.checkTransactional(entry);
        }
        return store(entry);
    }

    private static void checkKeyed(GeneratorEntry entry) {
        if (Boolean.FALSE.equals(entry.properties().keyed())) {
            throw entry.wrong(
                    KEYED, "is false, and the 'template' has {key}", "Remove it, or remove {key} from the 'template'.");
        }
        if (entry.name().length() > MOST_OF_KEYED) {
            throw entry.wrong(
                    KEYED,
                    "is for names of up to " + MOST_OF_KEYED + " characters, and this one has "
                            + entry.name().length(),
                    "Choose a shorter name: with a key and a period it must fit into 128 characters in the store.");
        }
        entry.refuse(
                FLOOR,
                "cannot be set for a generator with keys, each of which has a counter",
                "Remove it; call raiseTo of a key's generator, see docs/keys.md.");
    }

    IdGenerator<?> segment(GeneratorEntry entry) {
        String name = entry.name();
        Counting counting = counting(entry);
        NumberTemplate template = counting.template();
        CounterSequences sequences = counters(store(entry));
        SegmentProperties segment = entry.properties().segment();
        boolean strict = segment != null && segment.strict();
        SegmentSettings ahead = ahead(entry);
        if (template != null && (template.isPeriodic() || template.hasKey())) {
            throw entry.wrong(
                    TEMPLATE,
                    "has a date or a key, which only the type 'counter' can have",
                    "Remove it from the template, or use 'counter'.");
        }
        Monotonicity monotonicity = strict ? inOrder() : Monotonicity.SHARDED;
        return ids(
                new CountedScheme(name, "segment", monotonicity, counting.numbers(), template, ZoneOffset.UTC),
                Periods.none(
                        strict
                                ? sequences.merged(name, counting.settings())
                                : sequences.segments(name, counting.settings(), ahead)));
    }

    private static IdGenerator<?> ids(CountedScheme scheme, Periods periods) {
        return new CountedNumbers(scheme, periods).generator();
    }

    IdGenerator<?> multiCounter(GeneratorEntry entry) {
        int size = entry.bits(COUNTERS, 1000);
        long range = entry.number(RANGE, 1_000_000_000, 1, Long.MAX_VALUE / size);
        SegmentSettings ahead = ahead(entry);
        CounterSettings settings = settings(entry, 0);
        checkShare(entry, size, "counters", COUNTERS);
        NumberForm.Ranges ranges = new NumberForm.Ranges(size, range, region);
        return ids(
                new CountedScheme(entry.name(), "multi-counter", Monotonicity.NONE, ranges),
                Periods.none(counters(store(entry)).ranges(entry.name(), ranges, settings, ahead)));
    }

    IdGenerator<?> decimal(GeneratorEntry entry) {
        entry.require(LAUNCH_ID, "Set it to a number that differs for each launch in the fleet, 1 to 99999.");
        NumberForm form = new NumberForm.Decimal(entry.bits(LAUNCH_ID, 0), region);
        CounterSettings settings = settings(entry, region.count(entry.number(FLOOR, -1, 0, 99_999) + 1));
        NumberSequence launches = counters(store(entry))
                .decimalNumbers(
                        entry.name(), NumberForm.Decimal.PER_GENERATOR, NumberForm.Decimal.GENERATORS, settings);
        return ids(new CountedScheme(entry.name(), "decimal-id", Monotonicity.NONE, form), Periods.none(launches));
    }

    IdGenerator<?> randomClaim(GeneratorEntry entry) {
        entry.require(MAX, "Set it to the greatest number that may be claimed.");
        long min = entry.number(START, 1, 1, Long.MAX_VALUE - 1);
        long max = entry.number(MAX, 0, min, Long.MAX_VALUE - 1);
        int attempts = entry.bits(ATTEMPTS, ClaimedNumbers.ATTEMPTS);
        checkShare(entry, max - min + 1, "numbers", MAX);
        Claim own = entry.properties().store() == null ? claim : null;
        Claim chosen = own != null ? own : new StoreClaim(store(entry).store(), requestTimeout);
        return new LongIds(
                new ClaimedNumbers(
                        entry.name(), new ClaimRange(min, max, region), attempts, chosen, new SecureRandom()),
                IdForm.LONG);
    }

    private Counting counting(GeneratorEntry entry) {
        long start = entry.number(START, 1);
        long step = entry.number(STEP, 1);
        long max = entry.number(MAX, Long.MAX_VALUE, start, Long.MAX_VALUE);
        NumberForm.Linear all = new NumberForm.Linear(entry.name(), start, step, max);
        NumberTemplate template = template(entry, start);
        long size = template == null ? all.size() : Math.min(all.size(), all.count(template.max()));
        checkShare(entry, size, "numbers", template == null ? MAX : TEMPLATE);
        NumberForm numbers = all.in(region);
        return new Counting(numbers, template, settings(entry, numbers.count(entry.number(FLOOR, 0))));
    }

    /** With regions, each store counts by itself, so there is no common order. */
    private Monotonicity inOrder() {
        return region.isAll() ? Monotonicity.FULL : Monotonicity.SHARDED;
    }

    /** Refuses more regions than numbers, because one of them would have none. */
    private void checkShare(GeneratorEntry entry, long size, String what, TypeSetting setting) {
        if (region.of() > size) {
            throw new InvalidSettingException(
                    Region.PROPERTY,
                    "is " + region + ", but generator '" + entry.name() + "' has only " + size + " " + what,
                    "Use fewer regions, or allow for more with '" + entry.prefix() + "." + setting + "'.");
        }
    }

    private static CounterSettings settings(GeneratorEntry entry, long floor) {
        return new CounterSettings(entry.properties().acquireTimeout(), floor).checked(entry.prefix());
    }

    private static @Nullable NumberTemplate template(GeneratorEntry entry, long start) {
        String text = entry.properties().template();
        if (text == null) {
            return null;
        }
        NumberTemplate template;
        try {
            template = new NumberTemplate(text);
        } catch (IllegalArgumentException e) {
            throw entry.wrong(
                    TEMPLATE,
                    "is '" + text + "', which " + e.getMessage(),
                    "Write it like 'INV-{yyyyMM}-{000000}' or 'C{00000000}'.");
        }
        if (start > template.max()) {
            throw entry.wrong(
                    TEMPLATE,
                    "has digits up to " + template.max() + ", and the first number is " + start,
                    "Add digits, or set a smaller 'start'.");
        }
        return template;
    }

    private SegmentSettings ahead(GeneratorEntry entry) {
        SegmentProperties segment = entry.properties().segment();
        return segment == null
                ? SegmentSettings.defaults(restarted)
                : segment.settings(entry.prefix() + "." + SEGMENT, restarted);
    }

    private CounterStoreChoice.Chosen store(GeneratorEntry entry) {
        CounterStoreChoice.Chosen chosen = stores.choose(entry);
        users.computeIfAbsent(chosen.name(), its -> new ArrayList<>()).add(entry.name());
        return chosen;
    }

    private CounterSequences counters(CounterStoreChoice.Chosen chosen) {
        return counters.computeIfAbsent(chosen.name(), its -> {
            CounterSequences opened = new CounterSequences(chosen.store(), requestTimeout, region, time);
            opened.warmUp(Requests.FIRST_TIMEOUT);
            return opened;
        });
    }

    /** The names of generators that count in each store, by the store's name. */
    public Map<String, List<String>> users() {
        return Collections.unmodifiableMap(users);
    }

    /** The counters of each store in use, by the store's name. */
    Map<String, CounterSequences> stores() {
        return Collections.unmodifiableMap(counters);
    }

    /** Reopens the counters after {@link #close}. */
    void start() {
        counters.values().forEach(its -> its.reopen(Requests.FIRST_TIMEOUT));
    }

    @Override
    public void close() {
        counters.values().forEach(CounterSequences::close);
    }
}
