package dev.idgen.internal.counted;

import dev.idgen.InvalidIdException;
import dev.idgen.internal.codec.Quote;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.ids.IdForm;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A text with a number in it and, if it is to begin again each year, month or day, that period: {@code
 * INV-{yyyyMM}-{000000}}.
 *
 * <p>Immutable and thread-safe.
 */
public final class NumberTemplate implements IdForm<String> {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([^{}]*)}");
    private static final Pattern ZEROS = Pattern.compile("0{1,18}");
    private static final Pattern DATE = Pattern.compile("yyyy(-?MM(-?dd)?)?");

    private final String template;
    private final String prefix;
    private final String middle;
    private final String suffix;
    private final boolean dateFirst;
    private final int digits;
    private final long max;
    private final @Nullable String datePattern;
    private final @Nullable DateTimeFormatter date;
    private final Pattern form;

    /**
     * @param template text with one placeholder of zeros, one for each digit of the number, up to 18; and at most one of {@code
     *     yyyy}, {@code yyyyMM}, {@code yyyyMMdd}, or the same with hyphens
     * @throws IllegalArgumentException if it is anything else; the message is the end of a sentence
     */
    public NumberTemplate(String template) {
        this.template = template;
        Matcher matcher = PLACEHOLDER.matcher(template);
        StringBuilder regex = new StringBuilder();
        String[] literals = {"", "", ""};
        int count = 0;
        int at = 0;
        int width = 0;
        String period = null;
        boolean periodFirst = false;
        while (matcher.find()) {
            String inside = matcher.group(1);
            String literal = template.substring(at, matcher.start());
            at = matcher.end();
            regex.append(Pattern.quote(literal));
            if (ZEROS.matcher(inside).matches() && width == 0) {
                width = inside.length();
                regex.append("(?<number>\\d{").append(width).append("})");
            } else if (DATE.matcher(inside).matches() && period == null) {
                period = inside;
                periodFirst = width == 0;
                regex.append("(?<date>[\\d-]{").append(inside.length()).append("})");
            } else {
                throw new IllegalArgumentException("has the placeholder " + Quote.of("{" + inside + "}")
                        + ", which is not one of {0...}, {yyyy}, {yyyyMM} and {yyyyMMdd}, or is there twice");
            }
            literals[count++] = literal;
        }
        literals[count] = template.substring(at);
        if (width == 0) {
            throw new IllegalArgumentException("has no placeholder for the number, such as {000000}");
        }
        String rest = literals[count];
        if (String.join("", literals).matches("(?s).*[{}].*")) {
            throw new IllegalArgumentException("has a brace outside of a placeholder");
        }
        this.prefix = literals[0];
        this.middle = count == 2 ? literals[1] : "";
        this.suffix = rest;
        this.dateFirst = periodFirst;
        this.digits = width;
        this.max = power(width) - 1;
        this.datePattern = period;
        this.date = period == null ? null : formatter(period);
        this.form = Pattern.compile(regex.append(Pattern.quote(rest)).toString());
    }

    private static long power(int exponent) {
        long power = 1;
        for (int i = 0; i < exponent; i++) {
            power *= 10;
        }
        return power;
    }

    private static DateTimeFormatter formatter(String pattern) {
        return new DateTimeFormatterBuilder()
                .appendPattern(pattern.replace('y', 'u')) // years without an era, as the strict resolver needs
                .parseDefaulting(ChronoField.MONTH_OF_YEAR, 1)
                .parseDefaulting(ChronoField.DAY_OF_MONTH, 1)
                .toFormatter(Locale.ROOT)
                .withResolverStyle(ResolverStyle.STRICT);
    }

    /** Whether numbers begin again in each period. */
    public boolean isPeriodic() {
        return date != null;
    }

    /** The greatest number it has digits for. */
    public long max() {
        return max;
    }

    /** The first day of the period that a day is in. */
    LocalDate begin(LocalDate day) {
        if (datePattern == null || datePattern.contains("dd")) {
            return day;
        }
        return datePattern.contains("MM") ? day.withDayOfMonth(1) : day.withDayOfYear(1);
    }

    /** Where the number's digits begin in a text, from 1. */
    public int digitsBegin() {
        return prefix.length() + (dateFirst && datePattern != null ? datePattern.length() + middle.length() : 0) + 1;
    }

    /** How many digits the number has. */
    public int digits() {
        return digits;
    }

    /**
     * What the texts of a period are like: a pattern of SQL's {@code LIKE}.
     *
     * @param period as {@link #period} writes it; empty if there are none
     * @param escape what stands before a character of the text that means something in a pattern
     */
    public String like(String period, char escape) {
        String number = "_".repeat(digits);
        String begin = escaped(prefix, escape);
        String end = escaped(suffix, escape);
        String between = escaped(middle, escape);
        if (date == null) {
            return begin + number + end;
        }
        return dateFirst ? begin + period + between + number + end : begin + number + between + period + end;
    }

    /** A text for a pattern of SQL's {@code LIKE} in which it means itself. */
    public static String escaped(String text, char escape) {
        return text.replaceAll(
                "[%_" + Pattern.quote(String.valueOf(escape)) + "]",
                Matcher.quoteReplacement(String.valueOf(escape)) + "$0");
    }

    /** The text of the period that a day is in; empty if there are none. */
    String period(LocalDate day) {
        return date == null ? "" : date.format(day);
    }

    /**
     * The text of a number.
     *
     * @param epochDay a day of its period, as days since 1970; any if there are none
     * @param number 0 to {@link #max}
     */
    @Override
    public String of(long epochDay, long number) {
        String written = Long.toString(number);
        String padded = "0".repeat(digits - written.length()) + written;
        if (date == null) {
            return prefix + padded + suffix;
        }
        String period = period(LocalDate.ofEpochDay(epochDay));
        return dateFirst ? prefix + period + middle + padded + suffix : prefix + padded + middle + period + suffix;
    }

    /** {@inheritDoc} They are the day that its period begins with, and the number. */
    @Override
    public Word128 bits(String id) {
        Matcher matcher = form.matcher(id);
        if (!matcher.matches()) {
            throw new InvalidIdException(Quote.of(id) + " does not have the form " + template);
        }
        long number = Long.parseLong(matcher.group("number"));
        if (date == null) {
            return new Word128(0, number);
        }
        try {
            return new Word128(LocalDate.parse(matcher.group("date"), date).toEpochDay(), number);
        } catch (DateTimeException e) {
            throw new InvalidIdException("the date of " + Quote.of(id) + " is not one of the form " + datePattern);
        }
    }

    @Override
    public String format(String id) {
        return id;
    }

    @Override
    public String parse(String text) {
        bits(text);
        return text;
    }

    @Override
    public String toString() {
        return template;
    }
}
