package dev.idgen.internal.codec;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Timestamps as 15 digits {@code yyMMddHHmmssSSS} at a fixed offset, in the years 2000 to 2099. These strings sort by
 * time.
 *
 * <p>Immutable and thread-safe.
 */
public record TimestampPrefix(ZoneOffset offset) {

    /** A prefix's length in characters. */
    public static final int LENGTH = 15;

    private static final int FIRST_YEAR = 2000;
    private static final int LAST_YEAR = 2099;
    private static final int MILLIS_OFFSET = 12;

    /** The first moment after the last timestamp. */
    public Instant end() {
        return LocalDateTime.of(LAST_YEAR + 1, 1, 1, 0, 0).toInstant(offset);
    }

    /**
     * Writes a timestamp into {@code target[0 .. 14]}.
     *
     * @param epochMillis epoch milliseconds within the years 2000 to 2099 at this offset
     * @throws DateTimeException if the timestamp is outside these years
     */
    public void write(long epochMillis, byte[] target) {
        LocalDateTime time = LocalDateTime.ofEpochSecond(Math.floorDiv(epochMillis, 1000L), 0, offset);
        if (time.getYear() < FIRST_YEAR || time.getYear() > LAST_YEAR) {
            throw new DateTimeException("two digits hold the years " + FIRST_YEAR + " to " + LAST_YEAR + ", but it is "
                    + time + " at offset " + offset);
        }
        PaddedDecimal.write(time.getYear() - FIRST_YEAR, target, 0, 2);
        PaddedDecimal.write(time.getMonthValue(), target, 2, 2);
        PaddedDecimal.write(time.getDayOfMonth(), target, 4, 2);
        PaddedDecimal.write(time.getHour(), target, 6, 2);
        PaddedDecimal.write(time.getMinute(), target, 8, 2);
        PaddedDecimal.write(time.getSecond(), target, 10, 2);
        writeMillis(Math.floorMod(epochMillis, 1000), target);
    }

    /** Writes only the last three of the 15 digits, the only ones that change within a second. */
    public void writeMillis(int millisOfSecond, byte[] target) {
        PaddedDecimal.write(millisOfSecond, target, MILLIS_OFFSET, 3);
    }

    /**
     * Reads a timestamp from the first 15 characters of a string, which must have at least that many.
     *
     * @return epoch milliseconds
     * @throws DateTimeException if the characters are not digits, or not a date and time
     */
    public long parse(CharSequence text) {
        int millis = field(text, MILLIS_OFFSET, LENGTH);
        LocalDateTime time = LocalDateTime.of(
                FIRST_YEAR + field(text, 0, 2),
                field(text, 2, 4),
                field(text, 4, 6),
                field(text, 6, 8),
                field(text, 8, 10),
                field(text, 10, 12));
        return time.toEpochSecond(offset) * 1000 + millis;
    }

    private static int field(CharSequence text, int from, int to) {
        int value = PaddedDecimal.parse(text, from, to);
        if (value < 0) {
            throw new DateTimeException("'" + text.subSequence(from, to) + "' are not digits");
        }
        return value;
    }
}
