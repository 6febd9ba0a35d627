package dev.idgen.simulation;

import java.time.Instant;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The ids that a story issued, all of them. */
final class Issued {

    /** Beside the time, an id has as many bits. */
    private static final int BITS = 26;

    /** Some time before any story. */
    private static final long BASE = Instant.parse("2021-08-20T00:00:00Z").toEpochMilli();

    /** Ids with a node id, as opposed to those from buckets. */
    private static final long WITH_NODE = 1L << 62;

    private long[] ids = new long[1 << 14];
    private int size;

    /** An id from a bucket. */
    void add(long epochMillis, int number) {
        add(((epochMillis - BASE) << BITS) | number);
    }

    /** An id with a node id, of at most 62 bits. */
    void addWithNode(long id) {
        add(id | WITH_NODE);
    }

    private void add(long id) {
        if (size == ids.length) {
            ids = Arrays.copyOf(ids, 2 * size);
        }
        ids[size++] = id;
    }

    int size() {
        return size;
    }

    /** How many ids were issued before: 0 if all differ. */
    int duplicates() {
        long[] sorted = Arrays.copyOf(ids, size);
        Arrays.sort(sorted);
        return (int)
                IntStream.range(1, size).filter(i -> sorted[i] == sorted[i - 1]).count();
    }

    /** A digest of all ids in their order. */
    long digest() {
        long digest = size;
        for (int i = 0; i < size; i++) {
            digest = 31 * digest + ids[i];
        }
        return digest;
    }
}
