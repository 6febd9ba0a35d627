package dev.idgen.internal.counter;

import java.time.LocalDate;
import java.time.MonthDay;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * When the periods of a template begin, and which ones are closed.
 *
 * @param zone days begin at midnight in this zone
 * @param yearBegins the first day of each year, not February 29
 * @param closedBefore periods that begin before this day get no more numbers; null if all are open
 */
public record PeriodSettings(
        ZoneId zone, MonthDay yearBegins, @Nullable LocalDate closedBefore) {

    static final MonthDay JANUARY = MonthDay.of(1, 1);

    /** Calendar years, UTC, all open. */
    public static final PeriodSettings DEFAULT = new PeriodSettings(ZoneOffset.UTC, JANUARY, null);

    boolean isCalendarYear() {
        return yearBegins.equals(JANUARY);
    }

    /** Such as 04-01. */
    String yearBeginsText() {
        return yearBegins.toString().substring("--".length());
    }
}
