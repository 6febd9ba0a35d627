package dev.idgen.scheme;

import dev.idgen.codec.PaddedDecimal;
import dev.idgen.codec.TimestampPrefix;
import java.nio.charset.StandardCharsets;

/**
 * Formats string ids in one buffer that it keeps, so that an id costs its String and nothing else. The time is formatted
 * once per millisecond, all of it but the milliseconds once per second. For one thread at a time.
 */
public final class StringIdWriter {

    private final TimestampPrefix prefix;
    private final byte[] buffer = new byte[StringIdFormat.MAX_LENGTH];
    private long millis = Long.MIN_VALUE;
    private long secondBegan = Long.MIN_VALUE;

    StringIdWriter(TimestampPrefix prefix) {
        this.prefix = prefix;
    }

    String write(long epochMillis, String business, int digits) {
        if (epochMillis != millis) {
            writeTime(epochMillis);
        }
        int at = TimestampPrefix.LENGTH;
        for (int i = 0; i < business.length(); i++) {
            buffer[at++] = (byte) business.charAt(i);
        }
        PaddedDecimal.write8(digits, buffer, at);
        return new String(buffer, 0, at + StringIdFormat.DIGITS, StandardCharsets.ISO_8859_1);
    }

    private void writeTime(long epochMillis) {
        millis = Long.MIN_VALUE; // stays so if the time cannot be written
        long intoSecond = epochMillis - secondBegan;
        if (intoSecond >= 0 && intoSecond < 1000) {
            prefix.writeMillis((int) intoSecond, buffer);
        } else {
            secondBegan = Long.MIN_VALUE;
            prefix.write(epochMillis, buffer);
            secondBegan = Math.floorDiv(epochMillis, 1000L) * 1000;
        }
        millis = epochMillis;
    }
}
