package dev.idgen.internal.generator;

import dev.idgen.InvalidSettingException;
import dev.idgen.KeyTemplates;
import dev.idgen.Monotonicity;
import dev.idgen.internal.counter.ClaimRange;
import dev.idgen.internal.counter.CounterScheme;
import dev.idgen.internal.counter.CounterSettings;
import dev.idgen.internal.counter.CounterSpec;
import dev.idgen.internal.counter.NumberMapping;
import dev.idgen.internal.counter.NumberTemplate;
import dev.idgen.internal.counter.PeriodSettings;
import dev.idgen.internal.counter.SegmentSettings;
import dev.idgen.internal.generator.GeneratorEntry.Setting;
import dev.idgen.internal.setting.Region;
import dev.idgen.store.AllowedNames;
import dev.idgen.store.Progression;
import java.time.LocalDate;
import java.time.MonthDay;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;

/**
 * The settings of types whose numbers a store counts, with their ranges. Resolves what it counts for a generator, and
 * checks the properties. Asks no store.
 *
 * @param region the region whose numbers this application issues
 * @param restarted whether devtools restart the application
 * @param templates the application's KeyTemplates bean, if it has one
 */
public record CounterTypes(
        Region region, boolean restarted, @Nullable KeyTemplates templates) {

    static final Setting STORE = new Setting("store", of -> of.count().store());
    static final Setting START = new Setting("start", of -> of.count().start(), 1, Long.MAX_VALUE);
    static final Setting STEP = new Setting("step", of -> of.count().step(), 1, Long.MAX_VALUE);
    static final Setting MAX = new Setting("max", of -> of.count().max(), 1, Long.MAX_VALUE);
    static final Setting FLOOR = new Setting("floor", of -> of.count().floor(), 0, Long.MAX_VALUE);
    static final Setting TEMPLATE = new Setting("template", of -> of.count().template());
    static final Setting ZONE = new Setting("zone", of -> of.count().zone());
    static final Setting YEAR_BEGINS =
            new Setting("year-begins", of -> of.count().yearBegins());
    static final Setting CLOSED_BEFORE =
            new Setting("closed-before", of -> of.count().closedBefore());
    static final Setting KEYED = new Setting("keyed", of -> of.count().keyed());
    static final Setting TRANSACTIONAL =
            new Setting("transactional", of -> of.count().transactional());
    static final Setting SEGMENT = new Setting("segment", of -> of.count().segment());
    static final Setting COUNTERS =
            new Setting("counters", of -> of.count().counters(), 1, NumberMapping.Ranges.MOST_COUNTERS);
    static final Setting RANGE = new Setting("range", of -> of.count().range(), 1, Long.MAX_VALUE);
    static final Setting LAUNCH_ID =
            new Setting("launch-id", of -> of.count().launchId(), 0, NumberMapping.Decimal.MOST_LAUNCH);
    static final Setting ATTEMPTS = new Setting("attempts", of -> of.count().attempts(), 1, 1000);

    private static final String REMOVE = "Remove it.";

    /**
     * Properties under {@code idgen.generators.<name>} of numbers that a store counts or keeps.
     *
     * @param store Store of the numbers, or name of a CounterStore bean. If not set: that of idgen.store, else the
     *     first of redis, jdbc and mongodb.
     * @param start First number, from 1.
     * @param step Difference between consecutive numbers, from 1.
     * @param max Greatest number. For existing it sets the length of the text.
     * @param floor Treats every number up to this one as issued, if data was lost.
     * @param template Text around the number, such as 'INV-{yyyyMM}-{000000}'. A date or {key} is for counter only.
     * @param zone Time zone in which the template's years, months and days begin.
     * @param yearBegins First day of each year, such as '04-01' for fiscal years that begin in April.
     * @param closedBefore Years, months and days of the template that begin before this date get no more numbers, such
     *     as '2026-01-01'.
     * @param keyed Whether each key, such as a tenant, has its own counter. Also true if the template has {key}.
     * @param transactional Whether numbers are part of the caller's transaction, so that none is missing. The store is
     *     then a database.
     * @param segment How far ahead numbers are fetched.
     * @param counters Number of counters, 1 to 100000.
     * @param range Numbers per counter, from 1.
     * @param launchId Number unique to this launch, 1 to 99999, or 0 in tests.
     * @param attempts Most numbers to try for one id, 1 to 1000.
     */
    @ConfigurationProperties("idgen.generators.*") // for the metadata only
    record CountProperties(
            @Nullable String store,
            @Nullable Long start,
            @Nullable Long step,
            @Nullable Long max,
            @Nullable Long floor,
            @Nullable String template,
            @Nullable ZoneId zone,
            @Nullable String yearBegins,
            @Nullable String closedBefore,
            @Nullable Boolean keyed,
            @Nullable Boolean transactional,
            @NestedConfigurationProperty @Nullable SegmentProperties segment,
            @Nullable Integer counters,
            @Nullable Long range,
            @Nullable Integer launchId,
            @Nullable Integer attempts) {

        boolean isKeyed() {
            return Boolean.TRUE.equals(keyed) || NumberTemplate.hasKey(template);
        }

        boolean isTransactional() {
            return Boolean.TRUE.equals(transactional);
        }
    }

    CounterSpec counter(GeneratorEntry entry) {
        NumberTemplate template = template(entry);
        boolean keyed = entry.count().isKeyed();
        if (keyed) {
            checkKeyed(entry);
        }
        boolean periodic = template != null && template.isPeriodic();
        if (periodic) {
            entry.refuse(FLOOR, "cannot be set for a template with periods", REMOVE);
        } else {
            (template == null ? List.of(ZONE, YEAR_BEGINS, CLOSED_BEFORE) : List.of(CLOSED_BEFORE))
                    .forEach(setting -> entry.refuse(setting, "needs a 'template' with a date", REMOVE));
        }
        CounterScheme scheme = new CounterScheme(
                entry.name(), "counter", periodic ? Monotonicity.NONE : inOrder(), numbers(entry, template), template);
        return new CounterSpec(
                keyed ? scheme : scheme.limited(),
                settings(entry, entry.number(FLOOR, 0)),
                null,
                keyed,
                templates,
                entry.count().isTransactional());
    }

    private static PeriodSettings periods(GeneratorEntry entry) {
        CountProperties of = entry.count();
        ZoneId zone = of.zone();
        String begins = of.yearBegins();
        String closed = of.closedBefore();
        return new PeriodSettings(
                zone == null ? ZoneOffset.UTC : zone,
                begins == null
                        ? PeriodSettings.DEFAULT.yearBegins()
                        : MonthDay.from(date(entry, YEAR_BEGINS, "2001-", begins, "04-01")), // no leap year
                closed == null ? null : date(entry, CLOSED_BEFORE, "", closed, "2026-01-01"));
    }

    private static LocalDate date(GeneratorEntry entry, Setting setting, String year, String text, String example) {
        try {
            return LocalDate.parse(year + text);
        } catch (DateTimeParseException e) {
            throw entry.wrong(
                    setting,
                    "is '" + text + "', which is not a day" + (year.isEmpty() ? "" : " that each year has"),
                    "Write it like '" + example + "'.");
        }
    }

    private static void checkKeyed(GeneratorEntry entry) {
        if (Boolean.FALSE.equals(entry.count().keyed())) {
            throw entry.wrong(
                    KEYED, "is false, and the 'template' has {key}", "Remove it, or remove {key} from the 'template'.");
        }
        if (entry.name().length() > AllowedNames.MAX_KEYED_GENERATOR) {
            throw entry.wrong(
                    KEYED,
                    "is for names of up to " + AllowedNames.MAX_KEYED_GENERATOR + " characters, and this one has "
                            + entry.name().length(),
                    "Choose a shorter name: with a key and a period it must fit into 128 characters in the store.");
        }
        entry.refuse(
                FLOOR,
                "cannot be set for a generator with keys, each of which has a counter",
                "Remove it; call raiseTo of a key's generator, see docs/imports.md.");
    }

    CounterSpec segment(GeneratorEntry entry) {
        NumberTemplate template = template(entry);
        NumberMapping numbers = numbers(entry, template);
        if (template != null && (template.isPeriodic() || template.hasKey())) {
            throw entry.wrong(
                    TEMPLATE,
                    "has a date or a key, which only the type 'counter' can have",
                    "Remove it from the template, or use 'counter'.");
        }
        SegmentSettings ahead = ahead(entry);
        SegmentProperties segment = entry.count().segment();
        boolean strict = segment != null && segment.strict();
        return new CounterSpec(
                new CounterScheme(entry.name(), "segment", strict ? inOrder() : Monotonicity.SHARDED, numbers, template)
                        .limited(),
                settings(entry, entry.number(FLOOR, 0)),
                strict ? null : ahead);
    }

    CounterSpec multiCounter(GeneratorEntry entry) {
        int size = entry.bits(COUNTERS, 1000);
        long range = entry.number(RANGE, 1_000_000_000, 1, Long.MAX_VALUE / size);
        checkShare(entry, size, "counters", COUNTERS);
        return new CounterSpec(
                new CounterScheme(
                        entry.name(),
                        "multi-counter",
                        Monotonicity.NONE,
                        new NumberMapping.Ranges(size, range, region)),
                settings(entry, 0),
                ahead(entry));
    }

    CounterSpec decimal(GeneratorEntry entry) {
        entry.require(LAUNCH_ID, "Set it to a number that differs for each launch in the fleet, 1 to 99999.");
        NumberMapping form = new NumberMapping.Decimal(entry.bits(LAUNCH_ID, 0), region);
        long greatest = NumberMapping.Decimal.GENERATORS - 1;
        return new CounterSpec(
                new CounterScheme(entry.name(), "decimal-id", Monotonicity.NONE, form),
                settings(entry, entry.number(FLOOR, -1, 0, greatest)),
                null);
    }

    ClaimRange claims(GeneratorEntry entry) {
        entry.require(MAX, "Set it to the greatest number that may be claimed.");
        long min = entry.number(START, 1, 1, Long.MAX_VALUE - 1);
        long max = entry.number(MAX, 0, min, Long.MAX_VALUE - 1);
        checkShare(entry, max - min + 1, "numbers", MAX);
        return new ClaimRange(min, max, region);
    }

    /** The numbers that this application issues. */
    private NumberMapping numbers(GeneratorEntry entry, @Nullable NumberTemplate template) {
        long start = entry.number(START, 1);
        long max = entry.number(MAX, Long.MAX_VALUE, start, Long.MAX_VALUE);
        Progression all = new Progression(start, entry.number(STEP, 1), max);
        long size = template == null ? all.size() : all.upTo(template.max()).size();
        checkShare(entry, size, "numbers", template == null ? MAX : TEMPLATE);
        return new NumberMapping.Linear(all, region);
    }

    /** With regions, each store counts by itself, so there is no common order. */
    private Monotonicity inOrder() {
        return region.isAll() ? Monotonicity.FULL : Monotonicity.SHARDED;
    }

    /** Refuses more regions than numbers, because one of them would have none. */
    private void checkShare(GeneratorEntry entry, long size, String what, Setting setting) {
        if (region.of() > size) {
            throw new InvalidSettingException(
                    Region.PROPERTY,
                    "is " + region + ", but generator '" + entry.name() + "' has only " + size + " " + what,
                    "Use fewer regions, or allow for more with '" + entry.prefix() + "." + setting + "'.");
        }
    }

    private static CounterSettings settings(GeneratorEntry entry, long floor) {
        return new CounterSettings(entry.settings().acquireTimeout(), floor);
    }

    private static @Nullable NumberTemplate template(GeneratorEntry entry) {
        String text = entry.count().template();
        if (text == null) {
            return null;
        }
        PeriodSettings periods = periods(entry);
        NumberTemplate template;
        try {
            template = new NumberTemplate(text, periods);
        } catch (IllegalArgumentException e) {
            throw entry.wrong(
                    TEMPLATE,
                    "is '" + text + "', which " + e.getMessage(),
                    "Write it like 'INV-{yyyyMM}-{000000}', or 'INV-{yyyy}/{yy+1}-{000000}' for fiscal years.");
        }
        long start = entry.number(START, 1);
        if (start > template.max()) {
            throw entry.wrong(
                    TEMPLATE,
                    "has digits up to " + template.max() + ", and the first number is " + start,
                    "Add digits, or set a smaller 'start'.");
        }
        return template;
    }

    private SegmentSettings ahead(GeneratorEntry entry) {
        SegmentProperties segment = entry.count().segment();
        return segment == null
                ? SegmentSettings.defaults(restarted)
                : segment.settings(entry.prefix() + "." + SEGMENT, restarted);
    }
}
