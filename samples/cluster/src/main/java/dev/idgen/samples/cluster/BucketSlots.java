package dev.idgen.samples.cluster;

import io.lettuce.core.cluster.SlotHash;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Finds the cluster slots of a namespace's buckets, which are stored in groups. Redis computes a key's slot from the
 * text in braces.
 */
final class BucketSlots {

    static final int BUCKETS = 256;

    private static final int BUCKETS_IN_A_GROUP = 16;

    private final int[] slots;

    BucketSlots(String namespace) {
        this.slots = IntStream.range(0, BUCKETS)
                .map(bucket -> SlotHash.getSlot("{idgen:4:" + namespace + ":" + bucket / BUCKETS_IN_A_GROUP + "}"))
                .toArray();
    }

    /** Counts the buckets in some slots. */
    int count(IntPredicate slot) {
        return (int) IntStream.of(slots).filter(slot).count();
    }
}
