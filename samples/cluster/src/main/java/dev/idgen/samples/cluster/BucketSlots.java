package dev.idgen.samples.cluster;

import io.lettuce.core.cluster.SlotHash;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** In which of the cluster's slots the buckets of a namespace are. The text in braces is what Redis takes a key's slot from. */
final class BucketSlots {

    static final int BUCKETS = 256;

    private final int[] slots;

    BucketSlots(String namespace) {
        this.slots = IntStream.range(0, BUCKETS)
                .map(bucket -> SlotHash.getSlot("{idgen:3:" + namespace + ":" + bucket + "}"))
                .toArray();
    }

    /** How many buckets are in slots of some kind. */
    int count(IntPredicate slot) {
        return (int) IntStream.of(slots).filter(slot).count();
    }
}
