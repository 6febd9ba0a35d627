package dev.idgen.internal.counter;

import dev.idgen.PeriodClosedException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalQueries;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The periods of a template, in each of which numbers restart: years, months or days. A year may begin on any day, as
 * fiscal years do. Immutable and thread-safe.
 */
final class Periods {

    /** The periods of ids that show no date: a single one. */
    static final Periods NONE = new Periods(List.of(), PeriodSettings.DEFAULT);

    private static final Pattern DATE = Pattern.compile("yyyy(-?MM(-?dd)?)?|yy");

    /** Ends the placeholder of the year in which a fiscal year ends. */
    private static final String END = "+1";

    /** The date placeholders in the template's order; empty without periods. */
    private final List<Placeholder> dates;

    private final PeriodSettings settings;
    private final Unit unit;

    private enum Unit {
        NONE(0),
        YEAR(4),
        MONTH(6),
        DAY(8);

        /** In the name of a period. */
        private final int digits;

        Unit(int digits) {
            this.digits = digits;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private record Placeholder(String text, DateTimeFormatter format) {

        Placeholder(String text) {
            this(text, formatter(text.replace(END, "")));
        }

        String of(LocalDate begin) {
            return format.format(isEnd(text) ? begin.plusYears(1) : begin);
        }

        LocalDate read(String shown) {
            LocalDate date = LocalDate.parse(shown, format);
            return isEnd(text) ? date.minusYears(1) : date;
        }
    }

    /**
     * @param dates the template's date placeholders without braces, which {@link #fits} accepts
     * @throws IllegalArgumentException if they do not fit each other; the message ends a sentence
     */
    Periods(List<String> dates, PeriodSettings settings) {
        this.dates = dates.stream().map(Placeholder::new).toList();
        this.settings = settings;
        String all = String.join("", dates);
        this.unit =
                all.isEmpty() ? Unit.NONE : all.contains("dd") ? Unit.DAY : all.contains("MM") ? Unit.MONTH : Unit.YEAR;
        if (!settings.isCalendarYear() && unit != Unit.YEAR) {
            throw new IllegalArgumentException(
                    "has no year without a month, such as {yyyy}, for 'year-begins' " + settings.yearBeginsText());
        }
        if (settings.isCalendarYear() && dates.stream().anyMatch(Periods::isEnd)) {
            throw new IllegalArgumentException(
                    "has the year in which a fiscal year ends, and needs 'year-begins', such as 04-01");
        }
    }

    /** Whether a placeholder without braces is a date that may stand beside others. */
    static boolean fits(String placeholder, List<String> others) {
        if (others.isEmpty()) {
            return DATE.matcher(placeholder.replace(END, "")).matches() && (isYear(placeholder) || !isEnd(placeholder));
        }
        return others.size() == 1
                && isYear(placeholder)
                && isYear(others.get(0))
                && isEnd(placeholder) != isEnd(others.get(0));
    }

    private static boolean isYear(String placeholder) {
        return placeholder.matches("(yyyy|yy)(\\+1)?");
    }

    private static boolean isEnd(String placeholder) {
        return placeholder.endsWith(END);
    }

    /** How many characters a placeholder's text has. */
    static int width(String placeholder) {
        return placeholder.replace(END, "").length();
    }

    private static DateTimeFormatter formatter(String pattern) {
        return new DateTimeFormatterBuilder()
                .appendPattern(pattern.replace('y', 'u')) // years without an era, as the strict resolver requires
                .parseDefaulting(ChronoField.MONTH_OF_YEAR, 1)
                .parseDefaulting(ChronoField.DAY_OF_MONTH, 1)
                .toFormatter(Locale.ROOT)
                .withResolverStyle(ResolverStyle.STRICT);
    }

    PeriodSettings settings() {
        return settings;
    }

    boolean areNone() {
        return unit == Unit.NONE;
    }

    /**
     * The first day of the period that contains a day; the day itself without periods.
     *
     * @param date has a date, or is an instant
     * @throws IllegalArgumentException if it has no date, or the template cannot show the year
     */
    LocalDate begin(Temporal date) {
        LocalDate day = date.isSupported(ChronoField.INSTANT_SECONDS)
                ? LocalDate.ofInstant(Instant.from(date), settings.zone())
                : date.query(TemporalQueries.localDate());
        if (day == null) {
            throw new IllegalArgumentException("'date' is " + date + ", which has no day");
        }
        LocalDate begin = switch (unit) {
            case NONE, DAY -> day;
            case MONTH -> day.withDayOfMonth(1);
            case YEAR -> {
                LocalDate year = settings.yearBegins().atYear(day.getYear());
                yield year.isAfter(day) ? year.minusYears(1) : year;
            }
        };
        boolean isShort = !areNone() && width(dates.get(0).text()) == 2;
        int least = isShort ? 2000 : 1;
        int most = isShort ? 2098 : 9998; // and one more where it ends
        if (unit != Unit.NONE && (begin.getYear() < least || begin.getYear() > most)) {
            throw new IllegalArgumentException(
                    "the template shows periods that begin in " + least + " to " + most + ", not on " + begin);
        }
        return begin;
    }

    /**
     * The name of a period, and of its counter: 2026, 202611 or 20261128. A year is the first one that a string shows,
     * so equal strings are of one counter, whenever years begin.
     */
    String name(LocalDate begin) {
        LocalDate shown = !areNone() && isEnd(dates.get(0).text()) ? begin.plusYears(1) : begin;
        return DateTimeFormatter.BASIC_ISO_DATE.format(shown).substring(0, unit.digits);
    }

    /** Replaces the placeholders of a template. */
    String write(String template, LocalDate begin) {
        String written = template;
        for (Placeholder date : dates) {
            written = written.replace("{" + date.text() + "}", date.of(begin));
        }
        return written;
    }

    /**
     * The first day of a period.
     *
     * @param shown what stands for each placeholder, in their order
     * @throws DateTimeException if they are not dates, or of different periods
     */
    LocalDate read(List<String> shown) {
        LocalDate date = dates.get(0).read(shown.get(0));
        LocalDate begin = unit == Unit.YEAR ? settings.yearBegins().atYear(date.getYear()) : date;
        if (!dates.stream().map(placeholder -> placeholder.of(begin)).toList().equals(shown)) {
            throw new DateTimeException("the years do not follow each other");
        }
        return begin;
    }

    /** How many date placeholders there are. */
    int size() {
        return dates.size();
    }

    /** When a period begins. */
    Instant start(LocalDate begin) {
        return begin.atStartOfDay(settings.zone()).toInstant();
    }

    /** @throws PeriodClosedException if the period is closed */
    void requireOpen(String generator, LocalDate begin) {
        LocalDate closedBefore = settings.closedBefore();
        if (closedBefore != null && begin.isBefore(closedBefore)) {
            throw new PeriodClosedException(generator, begin, closedBefore);
        }
    }

    /** The settings that decide which days have which counter. */
    Map<String, Object> sharedSettings() {
        return Map.of("period", toString(), "zone", areNone() ? Unit.NONE : settings.zone());
    }

    /** Equal if counters have the same names for the same days. */
    @Override
    public String toString() {
        return settings.isCalendarYear()
                ? unit.toString()
                : unit + " from " + settings.yearBeginsText()
                        + (isEnd(dates.get(0).text()) ? ", named by its end" : "");
    }
}
