package dev.idgen.scheme;

import dev.idgen.IdService;
import java.util.ArrayList;
import java.util.List;

/** What all batches have in common. */
final class Batches {

    private Batches() {}

    /**
     * Returns a number of ids that may be asked for at once.
     *
     * @throws IllegalArgumentException if it is not 1 to {@value IdService#MAX_BATCH}
     */
    static int check(int count) {
        if (count < 1 || count > IdService.MAX_BATCH) {
            throw new IllegalArgumentException("a batch has 1 to " + IdService.MAX_BATCH + " ids, not " + count);
        }
        return count;
    }

    /** The same ids as objects. */
    static List<Long> list(long... ids) {
        List<Long> list = new ArrayList<>(ids.length);
        for (long id : ids) {
            list.add(id);
        }
        return list;
    }
}
