package dev.idgen.internal.store.memory;

import dev.idgen.internal.string.sequence.BucketLayout;
import dev.idgen.internal.string.sequence.LeaseReply;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseReply.Ended;
import dev.idgen.internal.string.sequence.LeaseReply.Happened;
import dev.idgen.internal.string.sequence.LeaseReply.Locked;
import dev.idgen.internal.string.sequence.LeaseStore;
import dev.idgen.internal.string.sequence.StoreTime;
import dev.idgen.internal.time.Window;
import java.util.Arrays;

/**
 * One bucket in memory. Memory loses nothing, so there is nothing to doubt: what is left of the protocol is that numbers come again
 * only after their windows have closed. For one thread at a time.
 */
final class BucketRecord {

    /** The store's run: it has one only. */
    static final String RUN = "memory";

    /** The shortest window that is of use. */
    static final long USE_MILLIS = 1000;

    private final int size;
    private final long[] ends = new long[BucketLayout.QUARTERS];
    private int quarter;
    private int position;
    private long entered;
    private long bound;

    /** @param size numbers in a quarter */
    BucketRecord(int size, long now) {
        this.size = size;
        this.entered = now;
    }

    LeaseReply lease(int count, LeaseStore.BucketAsker asker, long now) {
        Happened happened = Happened.NOTHING;
        if (position >= size) {
            happened = Happened.OVERFLOW;
            quarter = (quarter + 1) % BucketLayout.QUARTERS;
            position = 0;
            entered = Math.max(Math.max(entered, now - 1), ends[quarter]) + 1;
        }
        bound = Math.max(bound, Math.max(asker.ttlMillis(), asker.settledMillis()));
        long wait = Math.max(entered + USE_MILLIS - bound, entered - asker.maxLeadMillis()) - now;
        if (wait > 0) {
            return new Locked(happened, wait, new StoreTime(now, now));
        }
        int first = quarter * size + position;
        int granted = Math.min(count, size - position);
        position += granted;
        return granted(first, granted, happened, asker, now);
    }

    LeaseReply extend(BucketGranted grant, LeaseStore.BucketAsker asker, long now) {
        boolean sameStay =
                RUN.equals(grant.run()) && entered == grant.window().notBefore() && quarter == grant.first() / size;
        return sameStay
                ? granted(grant.first(), 0, Happened.NOTHING, asker, now)
                : new Ended(Happened.NOTHING, new StoreTime(now, now));
    }

    private BucketGranted granted(int first, int count, Happened happened, LeaseStore.BucketAsker asker, long now) {
        long end = Math.max(now + asker.ttlMillis(), entered + USE_MILLIS);
        ends[quarter] = Math.max(ends[quarter], end);
        return new BucketGranted(first, count, new Window(entered, end), RUN, happened, new StoreTime(now, now));
    }

    @Override
    public String toString() {
        return "quarter " + quarter + " since " + entered + ", " + position + " used, windows until "
                + Arrays.toString(ends);
    }
}
