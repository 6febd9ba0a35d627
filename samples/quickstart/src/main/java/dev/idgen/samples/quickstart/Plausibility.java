package dev.idgen.samples.quickstart;

import dev.idgen.IdGenerator;
import dev.idgen.InvalidIdException;
import dev.idgen.LongIdGenerator;
import dev.idgen.Monotonicity;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a text that a generator can read is probably one of its ids. Most generators of numbers can read any
 * digits: a port, a line number, a date, Unix time. These are all rules:
 *
 * <ul>
 *   <li>An id is at most {@link #AHEAD} from the future, and not from before {@link #EARLIEST}.
 *   <li>A number is not from the generator's first days, to which small numbers decode. These are the first tenth of
 *   the time since its epoch, and at most {@link #FIRST_DAYS}.
 *   <li>A number has {@value #FEWEST_DIGITS} digits or more, and is neither Unix time nor a date and time in digits.
 *   <li>A number with fewer digits than ids had a year ago is more likely an amount. In longer texts, only this doubt
 *   is shown.
 *   <li>An id without a time has a letter, as in {@code INV-000042}, and {@value #FEWEST_CHARACTERS} characters or
 *   more. So does one whose time wraps, because such a time fits every number.
 * </ul>
 *
 * <p>Thread-safe.
 */
final class Plausibility {

    /** Clocks of other machines may be ahead. After a failover of the store, ids are ahead for some seconds, too. */
    static final Duration AHEAD = Duration.ofDays(1);

    static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
    static final Duration FIRST_DAYS = Duration.ofDays(30);
    static final int FEWEST_DIGITS = 14;
    static final int FEWEST_CHARACTERS = 6;

    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    private static final List<DateTimeFormatter> DATES =
            List.of(digits("uuuuMMddHHmmss"), digits("uuuuMMddHHmmssSSS"), digits("uuuuMMddHHmmssSSSSSS"));

    private static final String FEWER_DIGITS = "has fewer digits than ids have had since ";
    private static final int DIGITS_OF_LONG = 19;
    private static final Duration LATELY = Duration.ofDays(365);

    private final Clock clock;
    private final IdGenerator<?> generator;
    private final boolean dated;
    private final @Nullable Instant epoch;

    Plausibility(IdGenerator<?> generator, Clock clock) {
        this.clock = clock;
        this.generator = generator;
        this.dated = generator.scheme().tick() != null && generator.scheme().monotonicity() != Monotonicity.PERIODIC;
        this.epoch = generator instanceof LongIdGenerator longs ? epoch(longs) : null;
    }

    /** The time in the generator's smallest ids; null if it has none, or if ids are scrambled. */
    private static @Nullable Instant epoch(LongIdGenerator generator) {
        try {
            Instant first = generator.decode(1L).instant();
            return first != null && first.equals(generator.decode(2L).instant()) ? first : null;
        } catch (InvalidIdException e) {
            return null;
        }
    }

    /** Whether a text is a number in decimal digits. */
    static boolean isNumber(String text) {
        return DIGITS.matcher(text).matches();
    }

    /**
     * Why a text is probably not an id of the generator; null if it may be one.
     *
     * @param instant the time that the generator reads in it; null if there is none
     */
    @Nullable
    String doubt(String text, @Nullable Instant instant) {
        String ofTime = instant == null || !dated ? null : doubtOfTime(instant, isNumber(text));
        return ofTime != null ? ofTime : doubtOfText(text);
    }

    /** Like {@link #doubt}, for a number that the user says is an id of this generator. */
    @Nullable
    String doubtOfChosen(@Nullable Instant instant) {
        return instant == null || !dated ? null : doubtOfTime(instant, true);
    }

    private @Nullable String doubtOfTime(Instant instant, boolean number) {
        Instant now = clock.instant();
        if (instant.isAfter(now.plus(AHEAD))) {
            return "would be from the future";
        }
        if (instant.isBefore(EARLIEST)) {
            return "would be from before " + EARLIEST.atOffset(ZoneOffset.UTC).getYear();
        }
        if (number && epoch != null && instant.isBefore(epoch.plus(firstDays(epoch, now)))) {
            return "would be from the first days after " + epoch.truncatedTo(ChronoUnit.SECONDS)
                    + ", when this generator's time begins";
        }
        return null;
    }

    private static Duration firstDays(Instant epoch, Instant now) {
        Duration tenth = Duration.between(epoch, now).dividedBy(10);
        return tenth.compareTo(FIRST_DAYS) < 0 ? tenth : FIRST_DAYS;
    }

    private @Nullable String doubtOfText(String text) {
        if (dated) {
            return isNumber(text) ? doubtOfNumber(text) : null;
        }
        boolean named = text.chars().anyMatch(Character::isLetter);
        return named && text.length() >= FEWEST_CHARACTERS ? null : "looks like any other number";
    }

    /** Whether the user may want to know why the number is not marked as an id. */
    static boolean isWorthShowing(String doubt) {
        return doubt.startsWith(FEWER_DIGITS);
    }

    private @Nullable String doubtOfNumber(String text) {
        if (text.length() < FEWEST_DIGITS) {
            return "has few digits";
        }
        if (text.length() == 16 && isUnixTime(text)) {
            return "is Unix time in microseconds";
        }
        if (DATES.stream().anyMatch(format -> isDate(text, format))) {
            return "is a date and time";
        }
        Instant last = epoch != null && generator instanceof LongIdGenerator longs
                ? lastWithDigits(longs, text.length())
                : null;
        return last != null && last.isBefore(clock.instant().minus(LATELY))
                ? FEWER_DIGITS + last.atOffset(ZoneOffset.UTC).toLocalDate()
                : null;
    }

    /** The time in the greatest number with as many digits; null if there is none. */
    private static @Nullable Instant lastWithDigits(LongIdGenerator generator, int digits) {
        try {
            return digits < DIGITS_OF_LONG
                    ? generator.decode(Long.parseLong("9".repeat(digits))).instant()
                    : null;
        } catch (InvalidIdException e) {
            return null;
        }
    }

    /**
     * Checks microseconds only. Seconds and milliseconds have too few digits anyway, and nanoseconds as many as an id.
     */
    private boolean isUnixTime(String text) {
        Instant time = Instant.EPOCH.plus(Long.parseLong(text), ChronoUnit.MICROS);
        return time.isAfter(EARLIEST) && time.isBefore(clock.instant().plus(AHEAD));
    }

    private static boolean isDate(String text, DateTimeFormatter format) {
        try {
            int year = LocalDateTime.parse(text, format).getYear();
            return year >= 1990 && year < 2100;
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static DateTimeFormatter digits(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT);
    }
}
