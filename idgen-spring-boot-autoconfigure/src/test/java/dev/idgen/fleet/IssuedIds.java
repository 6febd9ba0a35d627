package dev.idgen.fleet;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.springframework.util.function.ThrowingSupplier;

/**
 * Ids that were issued, all of them, to be checked for duplicates.
 *
 * <p>An id is held as {@code (time - base) << 26 | digits}, read off the string: two ids of one business code are equal
 * exactly if these are, and ids of different business codes must differ in them too. Sorting then finds duplicates among
 * tens of millions in seconds.
 */
final class IssuedIds {

    private static final DateTimeFormatter SECOND = DateTimeFormatter.ofPattern("uuMMddHHmmss", Locale.ROOT);
    private static final int TIME_LENGTH = 15;
    private static final int SECONDS_LENGTH = 12;
    private static final int DIGITS_LENGTH = 8;
    private static final int DIGITS_BITS = 26;
    private static final long MOST_MILLIS = Long.MAX_VALUE >>> DIGITS_BITS;
    private static final int EXAMPLES = 5;

    private final long[] sorted;
    private final long base;

    private IssuedIds(long[] sorted, long base) {
        this.sorted = sorted;
        this.base = base;
    }

    /** Takes over the array and sorts it. */
    static IssuedIds of(long[] ids, long base) {
        Arrays.parallelSort(ids);
        return new IssuedIds(ids, base);
    }

    /** Reads files of longs. */
    static IssuedIds read(List<Path> files, long base) {
        return of(files.stream().flatMapToLong(IssuedIds::longs).toArray(), base);
    }

    /** Reads a file of longs, of which the last may be incomplete. */
    static LongStream longs(Path file) {
        byte[] bytes = ThrowingSupplier.of(() -> Files.readAllBytes(file)).get();
        LongBuffer longs = ByteBuffer.wrap(bytes).asLongBuffer();
        return LongStream.range(0, longs.remaining()).map(i -> longs.get((int) i));
    }

    int size() {
        return sorted.length;
    }

    /** How many ids were issued before: 0 if all differ. */
    int duplicates() {
        return (int) repeated().count();
    }

    private LongStream repeated() {
        return IntStream.range(1, sorted.length)
                .filter(i -> sorted[i] == sorted[i - 1])
                .mapToLong(i -> sorted[i]);
    }

    /** Some of the duplicates, readable. */
    private List<String> examples() {
        return repeated()
                .limit(EXAMPLES)
                .mapToObj(
                        id -> Instant.ofEpochMilli((id >> DIGITS_BITS) + base) + " " + (id & ((1 << DIGITS_BITS) - 1)))
                .toList();
    }

    /**
     * The long of one id made of its parts.
     *
     * @param base epoch milliseconds not after any id's, and not four years before
     */
    private static long pack(long epochMillis, long digits, long base) {
        long millis = epochMillis - base;
        if (millis < 0 || millis > MOST_MILLIS) {
            throw new IllegalArgumentException(
                    Instant.ofEpochMilli(epochMillis) + " is too far from " + Instant.ofEpochMilli(base));
        }
        return millis << DIGITS_BITS | digits;
    }

    /** Reads ids off their strings. Knows the format by itself. For one thread. */
    static final class Reader {

        private final long base;
        private String second = "";
        private long millisOfSecond;

        Reader(long base) {
            this.base = base;
        }

        long read(String id) {
            int digitsAt = id.length() - DIGITS_LENGTH;
            return pack(epochMillis(id), number(id, digitsAt, id.length()), base);
        }

        /** The time in an id. */
        long epochMillis(String id) {
            if (!id.startsWith(second) || second.isEmpty()) {
                second = id.substring(0, SECONDS_LENGTH);
                millisOfSecond = LocalDateTime.parse(second, SECOND)
                        .toInstant(ZoneOffset.UTC)
                        .toEpochMilli();
            }
            return millisOfSecond + number(id, SECONDS_LENGTH, TIME_LENGTH);
        }

        private static int number(String text, int from, int to) {
            return Integer.parseInt(text, from, to, 10);
        }
    }

    @Override
    public String toString() {
        return size() + " ids, " + duplicates() + " duplicates " + examples();
    }
}
