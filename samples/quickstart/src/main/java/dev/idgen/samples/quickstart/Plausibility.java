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
 * Whether a text that a generator can read may be meant as one of its ids. A text of digits can be read by most generators of
 * numbers, whatever it is: a port, a line, a date, Unix time. All rules stand here:
 *
 * <ul>
 *   <li>An id is not from the future, {@link #AHEAD} aside, nor from before {@link #EARLIEST}.
 *   <li>A number is not from the generator's first days, which is where small numbers lead: not from the first tenth of the time
 *       since its epoch, or the first {@link #FIRST_DAYS} if that is less.
 *   <li>A number has {@value #FEWEST_DIGITS} digits or more, and is neither Unix time nor a date and time in digits.
 *   <li>A number with fewer digits than a year ago is more likely an amount. Only this doubt is shown in a longer text.
 *   <li>An id without a time, or with one that wraps and so fits every number, has a letter, as in {@code INV-000042}, and
 *       {@value #FEWEST_CHARACTERS} characters or more.
 * </ul>
 *
 * <p>Thread-safe.
 */
final class Plausibility {

    /** Clocks of other machines may be ahead, and after a failover of the store so are ids for some seconds. */
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

    /** The time in its least ids; null if it has none, or if ids are scrambled so that these are of any time. */
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
     * Why a text is hardly an id of the generator; null if it may well be one.
     *
     * @param instant the time that the generator reads in it; null if there is none
     */
    @Nullable
    String doubt(String text, @Nullable Instant instant) {
        String ofTime = instant == null || !dated ? null : doubtOfTime(instant, isNumber(text));
        return ofTime != null ? ofTime : doubtOfText(text);
    }

    /** As {@link #doubt}, for a number of which someone says that it is an id of this generator. */
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
        return named && text.length() >= FEWEST_CHARACTERS
                ? null
                : "has nothing in it that tells it from any other number";
    }

    /** Whether somebody may want to know why it is not taken for an id. */
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

    /** The time in the greatest number of so many digits; null if there is none. */
    private static @Nullable Instant lastWithDigits(LongIdGenerator generator, int digits) {
        try {
            return digits < DIGITS_OF_LONG
                    ? generator.decode(Long.parseLong("9".repeat(digits))).instant()
                    : null;
        } catch (InvalidIdException e) {
            return null;
        }
    }

    /** In microseconds. Seconds and milliseconds have too few digits anyway; nanoseconds have as many as an id. */
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
