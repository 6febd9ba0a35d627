package dev.idgen.internal.string;

import dev.idgen.internal.codec.Latin1;
import dev.idgen.internal.codec.PaddedDecimal;
import dev.idgen.internal.codec.TimestampPrefix;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Formats string ids in a buffer that it keeps, so that an id costs its String and nothing else. The milliseconds are formatted once
 * per millisecond, the rest of the time once per second.
 *
 * <p>For one thread at a time.
 */
public final class StringIdWriter {

    /** How many texts of a batch are written before they are copied, since a processor waits when it is to copy what it just wrote. */
    private static final int TOGETHER = 16;

    private final StringIdFormat format;
    private final byte[] texts = new byte[TOGETHER * StringIdFormat.MAX_LENGTH];

    /** Between two loops, which are faster than one that has more values to keep at a time. */
    private final int[] digits = new int[TOGETHER];

    /** Of what time and business code the head is, and how long its texts are. */
    private long millis;

    private @Nullable String business;
    private int length;

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
        begin(epochMillis, business, 1);
        PaddedDecimal.write8(format.digits(number), texts, headLength);
        return Latin1.text(texts, 0, length);
    }

    /**
     * The ids of numbers in a row.
     *
     * @param business a business code that was checked
     * @param ids takes them
     * @throws java.time.DateTimeException if the time is outside the years 2000 to 2099
     */
    void write(long epochMillis, String business, int firstNumber, int count, List<String> ids) {
        begin(epochMillis, business, Math.min(count, TOGETHER));
        for (int done = 0; done < count; done += TOGETHER) {
            int ready = Math.min(count - done, TOGETHER);
            for (int i = 0; i < ready; i++) {
                digits[i] = format.digits(firstNumber + done + i);
            }
            for (int i = 0; i < ready; i++) {
                PaddedDecimal.write8(digits[i], texts, i * length + headLength);
            }
            for (int i = 0; i < ready; i++) {
                ids.add(Latin1.text(texts, i * length, length));
            }
        }
    }

    /** Has the head in the places of so many texts. */
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
