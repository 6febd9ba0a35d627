package dev.idgen.internal.string;

import dev.idgen.InvalidBusinessCodeException;
import dev.idgen.internal.codec.Latin1;
import dev.idgen.internal.codec.PaddedDecimal;
import dev.idgen.internal.codec.Quote;
import dev.idgen.internal.codec.Scramble;
import dev.idgen.internal.codec.TimestampPrefix;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Formats string ids in a reused buffer, so an id allocates only its String. It formats the milliseconds once per
 * millisecond, and the rest of the time once per second.
 *
 * <p>Not thread-safe.
 */
public final class StringIdWriter {

    static final int DIGITS = 8;
    static final int MAX_BUSINESS = 4;
    static final int MAX_LENGTH = TimestampPrefix.LENGTH + MAX_BUSINESS + DIGITS;

    /**
     * How many strings of a batch are written before they are copied: a processor stalls when it copies what it just
     * wrote.
     */
    private static final int TOGETHER = 16;

    private final TimestampPrefix prefix;
    private final @Nullable Scramble scramble;
    private final byte[] texts = new byte[TOGETHER * MAX_LENGTH];

    /** Carries the digits between two loops, which are faster than one loop with more live values. */
    private final int[] digits = new int[TOGETHER];

    /** The time and business code in the head, and the strings' length. */
    private long millis;

    private @Nullable String business;
    private int length;

    /** Time and business code; incomplete while {@link #business} is null. */
    private final byte[] head = new byte[TimestampPrefix.LENGTH + MAX_BUSINESS];

    private int headLength = TimestampPrefix.LENGTH;

    /** How many places of {@code texts} contain the head. */
    private int heads;

    /** When the second of the head's time began, in epoch milliseconds. */
    private long secondBegan;

    StringIdWriter(TimestampPrefix prefix, @Nullable Scramble scramble) {
        this.prefix = prefix;
        this.scramble = scramble;
    }

    /** Returns a business code if it is well formed. */
    static String checkBusiness(@Nullable String business) {
        if (business == null || !isBusiness(business, 0, business.length())) {
            throw new InvalidBusinessCodeException("business code " + (business == null ? "null" : Quote.of(business))
                    + " is not 0 to " + MAX_BUSINESS + " characters [0-9A-Za-z]");
        }
        return business;
    }

    /** Whether part of a string could be a business code. */
    static boolean isBusiness(String text, int from, int to) {
        if (to - from > MAX_BUSINESS) {
            return false;
        }
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            char lower = (char) (c | ('a' ^ 'A'));
            if ((c < '0' || c > '9') && (lower < 'a' || lower > 'z')) {
                return false;
            }
        }
        return true;
    }

    /**
     * The id of a number.
     *
     * @param business a checked business code
     * @throws java.time.DateTimeException if the time is outside the years 2000 to 2099
     */
    String write(long epochMillis, String business, int number) {
        begin(epochMillis, business, 1);
        PaddedDecimal.write8(digits(number), texts, headLength);
        return Latin1.text(texts, 0, length);
    }

    /**
     * The ids of consecutive numbers.
     *
     * @param business a checked business code
     * @param ids receives them
     * @throws java.time.DateTimeException if the time is outside the years 2000 to 2099
     */
    void write(long epochMillis, String business, int firstNumber, int count, List<String> ids) {
        begin(epochMillis, business, Math.min(count, TOGETHER));
        for (int done = 0; done < count; done += TOGETHER) {
            int ready = Math.min(count - done, TOGETHER);
            for (int i = 0; i < ready; i++) {
                digits[i] = digits(firstNumber + done + i);
            }
            for (int i = 0; i < ready; i++) {
                PaddedDecimal.write8(digits[i], texts, i * length + headLength);
            }
            for (int i = 0; i < ready; i++) {
                ids.add(Latin1.text(texts, i * length, length));
            }
        }
    }

    private int digits(int number) {
        return scramble == null ? number : (int) scramble.apply(number);
    }

    /** Makes sure that the first {@code count} places of {@code texts} contain the head. */
    private void begin(long epochMillis, String business, int count) {
        if (epochMillis != millis || !business.equals(this.business)) {
            writeHead(epochMillis, business);
        }
        for (; heads < count; heads++) {
            System.arraycopy(head, 0, texts, heads * length, headLength);
        }
    }

    private void writeHead(long epochMillis, String business) {
        String before = this.business;
        this.business = null; // remains null if writing the head fails
        heads = 0;
        if (before == null || epochMillis != millis) {
            writeTime(epochMillis, before != null);
        }
        if (!business.equals(before)) {
            writeBusiness(business);
        }
        millis = epochMillis;
        this.business = business;
    }

    private void writeTime(long epochMillis, boolean hasSecond) {
        long intoSecond = epochMillis - secondBegan;
        if (hasSecond && intoSecond >= 0 && intoSecond < 1000) {
            prefix.writeMillis((int) intoSecond, head);
        } else {
            prefix.write(epochMillis, head);
            secondBegan = Math.floorDiv(epochMillis, 1000L) * 1000;
        }
    }

    private void writeBusiness(String code) {
        byte[] letters = code.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(letters, 0, head, TimestampPrefix.LENGTH, letters.length);
        headLength = TimestampPrefix.LENGTH + letters.length;
        length = headLength + DIGITS;
    }
}
