package dev.idgen.internal.ids;

import dev.idgen.IdGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What all batches share. Stateless. */
public final class Batches {

    private Batches() {}

    /**
     * Returns a batch's size.
     *
     * @throws IllegalArgumentException if it is not 1 to {@value IdGenerator#MAX_BATCH}
     */
    public static int check(int count) {
        if (count < 1 || count > IdGenerator.MAX_BATCH) {
            throw new IllegalArgumentException("a batch has 1 to " + IdGenerator.MAX_BATCH + " ids, not " + count);
        }
        return count;
    }

    /** A batch of ids, in the order of issue. */
    public static <T> List<T> list(int count, Supplier<? extends T> next) {
        List<T> ids = new ArrayList<>(check(count));
        while (ids.size() < count) {
            ids.add(next.get());
        }
        return ids;
    }

    /** A batch of ids, in the order of issue. */
    public static long[] longs(int count, LongSupplier next) {
        long[] ids = new long[check(count)];
        for (int i = 0; i < count; i++) {
            ids[i] = next.getAsLong();
        }
        return ids;
    }

    /** The same ids as objects. */
    public static List<Long> list(long... ids) {
        List<Long> list = new ArrayList<>(ids.length);
        for (long id : ids) {
            list.add(id);
        }
        return list;
    }
}
