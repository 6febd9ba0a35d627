package dev.idgen.internal.string;

import dev.idgen.internal.codec.Latin1;
import dev.idgen.internal.codec.PaddedDecimal;
import dev.idgen.internal.codec.TimestampPrefix;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Formats string ids in a buffer that it keeps, so that an id costs its String and nothing else.
 *
 * <p>Numbers are drawn in a row, and at a high rate most of them within the millisecond of the one before. So once a number
 * has followed the one before within the same millisecond, the texts of the next few are written ahead, twice as many each
 * time. That is faster than to write each when it is asked for, because a processor waits when it is to copy what it has just
 * written byte by byte. The milliseconds are formatted once per millisecond, the rest of the time once per second.
 *
 * <p>For one thread at a time.
 */
public final class StringIdWriter {

    private static final int MOST_AHEAD = 16;

    private final StringIdFormat format;
    private final byte[] texts = new byte[MOST_AHEAD * StringIdFormat.MAX_LENGTH];

    /** The texts are of the numbers from {@code first} on, this long each, of this time and business code. */
    private int first;

    private int written;
    private int length;
    private long millis;
    private @Nullable String business;

    /** Between two loops, which are faster than one that has more values to keep at a time. */
    private final int[] digits = new int[MOST_AHEAD];

    /** Time and business code; not complete if the business code is null. */
    private final byte[] head = new byte[TimestampPrefix.LENGTH + StringIdFormat.MAX_BUSINESS];

    private int headLength = TimestampPrefix.LENGTH;

    /** In how many places of {@code texts} the head is. */
    private int heads;

    /** When the second of the head's time began. */
    private long secondBegan;

    StringIdWriter(StringIdFormat format) {
        this.format = format;
    }

    /**
     * The id of a number.
     *
     * @param business a business code that was checked
     * @throws java.time.DateTimeException if the time is outside the years 2000 to 2099
     */
    String write(long epochMillis, String business, int number) {
        int index = number - first;
        if (index < 0 || index >= written || epochMillis != millis || !business.equals(this.business)) {
            writeAhead(epochMillis, business, number, 1);
            index = 0;
        }
        return Latin1.text(texts, index * length, length);
    }

    /**
     * The ids of numbers in a row.
     *
     * @param business a business code that was checked
     * @param ids takes them
     * @throws java.time.DateTimeException if the time is outside the years 2000 to 2099
     */
    void write(long epochMillis, String business, int firstNumber, int count, List<String> ids) {
        for (int done = 0; done < count; ) {
            writeAhead(epochMillis, business, firstNumber + done, count - done);
            int ready = Math.min(written, count - done);
            for (int i = 0; i < ready; i++) {
                ids.add(Latin1.text(texts, i * length, length));
            }
            done += ready;
        }
    }

    /** @param wanted how many texts are wanted at least, if there are so many places */
    private void writeAhead(long epochMillis, String business, int number, int wanted) {
        boolean sameHead = epochMillis == millis && business.equals(this.business);
        boolean goesOn = sameHead && number == first + written;
        int ahead = Math.min(goesOn ? Math.max(2 * written, wanted) : wanted, MOST_AHEAD);
        int count = Math.max(1, Math.min(ahead, format.numbers() - number)); // its own at least, or an error
        written = 0; // stays so if the head or the number cannot be written
        if (!sameHead) {
            writeHead(epochMillis, business);
        }
        for (int i = heads; i < count; i++) {
            System.arraycopy(head, 0, texts, i * length, headLength);
        }
        for (int i = 0; i < count; i++) {
            digits[i] = format.digits(number + i);
        }
        int at = headLength;
        for (int i = 0; i < count; i++) {
            PaddedDecimal.write8(digits[i], texts, at);
            at += length;
        }
        heads = Math.max(heads, count);
        first = number;
        written = count;
    }

    private void writeHead(long epochMillis, String business) {
        String before = this.business;
        this.business = null; // stays so if the head cannot be written
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
            format.prefix().writeMillis((int) intoSecond, head);
        } else {
            format.prefix().write(epochMillis, head);
            secondBegan = Math.floorDiv(epochMillis, 1000L) * 1000;
        }
    }

    private void writeBusiness(String code) {
        byte[] letters = code.getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(letters, 0, head, TimestampPrefix.LENGTH, letters.length);
        headLength = TimestampPrefix.LENGTH + letters.length;
        length = headLength + StringIdFormat.DIGITS;
    }
}
