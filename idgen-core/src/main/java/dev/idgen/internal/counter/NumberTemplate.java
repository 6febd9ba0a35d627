package dev.idgen.internal.counter;

import dev.idgen.DecodedId;
import dev.idgen.IdScheme;
import dev.idgen.InvalidIdException;
import dev.idgen.TextForm;
import dev.idgen.internal.codec.CheckSymbol;
import dev.idgen.internal.codec.NumberText;
import dev.idgen.internal.codec.Quote;
import dev.idgen.internal.codec.Word128;
import dev.idgen.internal.ids.IdType;
import dev.idgen.store.AllowedNames;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A string with a number and perhaps a date: {@code INV-{yyyyMM}-{000000}}. With a date, numbers restart in each of its
 * {@link Periods}.
 *
 * <p>Immutable and thread-safe.
 */
public final class NumberTemplate implements IdType<String> {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([^{}]*)}");
    private static final Pattern ZEROS = Pattern.compile("0{1,18}");
    private static final String KEY = "{key}";
    private static final Pattern DATE_BESIDE_NUMBER = Pattern.compile("[yMd1]}\\d*\\{0|0}\\d*\\{y");

    private final String template;

    /** The number's placeholder, with its braces. */
    private final String zeros;

    private final Periods periods;
    private final long max;
    private final Pattern form;

    /** The only key of its strings; null if they have none, or may have any. */
    private final @Nullable String key;

    /**
     * A template of calendar years and UTC.
     *
     * @throws IllegalArgumentException as below
     */
    public NumberTemplate(String template) {
        this(template, PeriodSettings.DEFAULT);
    }

    /**
     * @param template text with one placeholder of up to 18 zeros, one for each digit of the number. It may have one
     *     date: {@code yyyy}, {@code yy}, {@code yyyyMM}, {@code yyyyMMdd}, or the last two with hyphens. Beside or
     *     instead of a year, it may have the year in which a fiscal year ends: {@code yyyy+1} or {@code yy+1}. It may
     *     have {@code {key}}
     * @throws IllegalArgumentException if it is anything else; the message ends a sentence
     */
    public NumberTemplate(String template, PeriodSettings settings) {
        this.template = template;
        Matcher matcher = PLACEHOLDER.matcher(template);
        StringBuilder regex = new StringBuilder();
        int at = 0;
        String number = null;
        List<String> dates = new ArrayList<>();
        boolean hasKey = false;
        while (matcher.find()) {
            String inside = matcher.group(1);
            regex.append(Pattern.quote(template.substring(at, matcher.start())));
            at = matcher.end();
            if (ZEROS.matcher(inside).matches() && number == null) {
                number = inside;
                regex.append("(?<number>\\d{").append(inside.length()).append("})");
            } else if (Periods.fits(inside, dates)) {
                dates.add(inside);
                regex.append("(?<date" + dates.size() + ">[\\d-]{" + Periods.width(inside) + "})");
            } else if (matcher.group().equals(KEY) && !hasKey) {
                hasKey = true;
                regex.append("(?<key>.{1," + AllowedNames.MAX_KEY
                        + "})"); // unambiguous, because the rest has a fixed length
            } else {
                throw new IllegalArgumentException("has the placeholder " + Quote.of("{" + inside + "}")
                        + ", which is not one of {0...}, {yyyy}, {yy}, {yyyyMM}, {yyyyMMdd}, {key} and, for fiscal"
                        + " years, {yyyy+1} and {yy+1}, or appears twice"
                        + meant(inside));
            }
        }
        if (number == null) {
            throw new IllegalArgumentException("has no placeholder for the number, such as {000000}");
        }
        if (matcher.replaceAll("").matches("(?s).*[{}].*")) {
            throw new IllegalArgumentException("has a brace outside of a placeholder");
        }
        this.zeros = "{" + number + "}";
        this.periods = new Periods(dates, settings);
        this.max = Long.parseLong("9".repeat(number.length()));
        this.form = Pattern.compile(
                regex.append(Pattern.quote(template.substring(at))).toString());
        this.key = null;
    }

    /** The placeholder that was probably meant, as the end of a sentence. */
    private static String meant(String inside) {
        String date = inside.toLowerCase(Locale.ROOT).replace('m', 'M');
        if (Periods.fits(date, List.of())) {
            return inside.equals(date) ? "" : "; write {" + date + "}";
        }
        return inside.matches("\\p{Alpha}+") && !inside.equals("key") ? "; write {key} for a key" : "";
    }

    /** A template for one key, which {@link AllowedNames#key} accepts. */
    private NumberTemplate(NumberTemplate all, String key) {
        this.template = all.template;
        this.zeros = all.zeros;
        this.periods = all.periods;
        this.max = all.max;
        this.form = all.form;
        this.key = key;
    }

    NumberTemplate forKey(String newKey) {
        return hasKey() ? new NumberTemplate(this, newKey) : this;
    }

    /**
     * Another template for ids of the same counters.
     *
     * @throws IllegalArgumentException if it is not one; the message ends a sentence
     */
    NumberTemplate replacedBy(String other) {
        NumberTemplate own = new NumberTemplate(other, periods.settings());
        if (!own.periods.toString().equals(periods.toString())) {
            throw new IllegalArgumentException("restarts by " + own.periods + ", but " + Quote.of(template)
                    + " restarts by " + periods + ": use the same dates");
        }
        if (hasKey()) {
            throw new IllegalArgumentException("could make ids that equal those of another key, which {key} in "
                    + Quote.of(template) + " prevents: set 'keyed' instead of {key}, or choose no templates");
        }
        if (DATE_BESIDE_NUMBER.matcher(other).find()) {
            throw new IllegalArgumentException(
                    "could repeat a string of another template: put a letter or a sign between date and number");
        }
        return own;
    }

    /** Whether its strings have a key. */
    public boolean hasKey() {
        return template.contains(KEY);
    }

    /** Whether a template, valid or not, has a place for a key. */
    public static boolean hasKey(@Nullable String template) {
        return template != null && template.contains(KEY);
    }

    /** When numbers restart. */
    Periods periods() {
        return periods;
    }

    /** Whether numbers restart in each period. */
    public boolean isPeriodic() {
        return !periods.areNone();
    }

    /** The greatest number that fits its digits. */
    public long max() {
        return max;
    }

    /** The placeholders. */
    List<IdScheme.Field> layout() {
        List<IdScheme.Field> fields = new ArrayList<>();
        for (Matcher placeholder = PLACEHOLDER.matcher(template); placeholder.find(); ) {
            int width = Periods.width(placeholder.group(1));
            fields.add(
                    placeholder.group().equals(zeros)
                            ? new IdScheme.Field("number", width, IdScheme.Unit.DIGITS)
                            : placeholder.group().equals(KEY)
                                    ? new IdScheme.Field("key", AllowedNames.MAX_KEY, IdScheme.Unit.CHARACTERS)
                                    : new IdScheme.Field("period", width, IdScheme.Unit.CHARACTERS));
        }
        return fields;
    }

    /**
     * The string of a number.
     *
     * @param epochDay a day of its period, as days since 1970; any day without periods
     * @param number 0 to {@link #max}
     * @throws IllegalArgumentException if the number is greater
     */
    @Override
    public String of(long epochDay, long number) {
        String written = Long.toString(number);
        int width = zeros.length() - 2; // without the braces
        String numbered = template.replace(zeros, "0".repeat(width - written.length()) + written);
        if (key != null) {
            numbered = numbered.replace(KEY, key);
        }
        return periods.write(numbered, LocalDate.ofEpochDay(epochDay));
    }

    /** {@inheritDoc} They are the first day of its period, and the number. */
    @Override
    public Word128 bits(String id) {
        Matcher matcher = matched(id);
        long number = Long.parseLong(matcher.group("number"));
        return new Word128(isPeriodic() ? begin(matcher, id).toEpochDay() : 0, number);
    }

    private LocalDate begin(Matcher matcher, String id) {
        try {
            return periods.read(IntStream.rangeClosed(1, periods.size())
                    .mapToObj(i -> matcher.group("date" + i))
                    .toList());
        } catch (DateTimeException e) {
            throw new InvalidIdException("the date of " + Quote.of(id) + " is not one of the form " + template);
        }
    }

    /** @throws InvalidIdException if the string does not have this form */
    private Matcher matched(String id) {
        Matcher matcher = form.matcher(id);
        if (!matcher.matches() || !isOfKey(matcher)) {
            throw new InvalidIdException(Quote.of(id) + " does not have the form " + template
                    + (key == null ? "" : " with the key " + Quote.of(key)));
        }
        return matcher;
    }

    private boolean isOfKey(Matcher matcher) {
        if (!hasKey()) {
            return true;
        }
        String found = matcher.group("key");
        return key == null ? AllowedNames.isKey(found) : key.equals(found);
    }

    @Override
    public DecodedId complete(DecodedId parts, String id) {
        if (!hasKey() && !isPeriodic()) {
            return parts;
        }
        Matcher matcher = matched(id);
        Map<String, Object> all = new LinkedHashMap<>();
        if (hasKey()) {
            all.put("key", matcher.group("key"));
        }
        if (isPeriodic()) {
            all.put("period", periods.name(begin(matcher, id)));
        }
        all.putAll(parts.parts());
        return new DecodedId(parts.instant(), all);
    }

    @Override
    public String example() {
        return forKey("key").of(0, 1);
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
    public @Nullable NumberText digits(@Nullable TextForm form, int bits) {
        if (form != null) {
            throw new IllegalArgumentException(
                    "a template has the decimal digits of its placeholder, and no other form");
        }
        return null;
    }

    @Override
    public @Nullable CheckSymbol check() {
        return hasKey() ? null : CheckSymbol.DECIMAL;
    }

    @Override
    public String toString() {
        return template;
    }
}
