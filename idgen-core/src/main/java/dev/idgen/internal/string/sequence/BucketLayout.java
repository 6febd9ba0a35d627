package dev.idgen.internal.string.sequence;

import dev.idgen.internal.lease.GroupRule;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Divides the number space into 2^bucketBits buckets of 2^numberBits numbers. A sequence number is
 * {@code bucket << numberBits | number}. The last quarter of a bucket's numbers is for recovery, see {@link GroupRule}.
 * The others are divided into {@value #PARTS} parts, which are used in turn. Buckets are stored in groups.
 *
 * @param bucketBits 0 to 12
 * @param numberBits 4 to 24; with {@code bucketBits} at most 26, because eight decimal digits hold no more
 */
public record BucketLayout(int bucketBits, int numberBits) {

    /** 256 buckets of 262,144 numbers. */
    public static final BucketLayout STANDARD = new BucketLayout(8, 18);

    /** A part's numbers are used again only once all windows of its earlier use have closed. */
    public static final int PARTS = 4;

    /** So short that the first id of an empty store comes within this time and the margin, whatever the ttl. */
    private static final long SLOT_MILLIS = 375;

    private static final int LEAST_SLOTS = 32;
    private static final int MOST_GROUP_BITS = 4;
    private static final int MAX_BITS = 26;

    /** Instances ask for other numbers within this time, in milliseconds. */
    private static final long OVER_MILLIS = 2000;

    public BucketLayout {
        if (bucketBits < 0
                || bucketBits > 12
                || numberBits < 4
                || numberBits > 24
                || bucketBits + numberBits > MAX_BITS) {
            throw new IllegalArgumentException(
                    "a layout has 0 to 12 bucket bits and 4 to 24 number bits, together at most " + MAX_BITS + ", not "
                            + bucketBits + " and " + numberBits);
        }
    }

    public int buckets() {
        return 1 << bucketBits;
    }

    /** How many groups there are, 1 to 16. */
    public int groups() {
        return 1 << Math.min(bucketBits, MOST_GROUP_BITS);
    }

    List<String> groupNames() {
        return IntStream.range(0, groups()).mapToObj(Integer::toString).toList();
    }

    /** The number of a bucket's group. */
    public int groupOf(int bucket) {
        return bucket >>> Math.max(0, bucketBits - MOST_GROUP_BITS);
    }

    /** How many numbers a bucket has besides the recovery ones. */
    public int regularNumbers() {
        return PARTS * partSize();
    }

    /** Numbers in a part. */
    public int partSize() {
        return (1 << numberBits) / 4 * 3 / PARTS;
    }

    int partOf(int number) {
        return number / partSize();
    }

    boolean isRecovery(int number) {
        return number >= regularNumbers();
    }

    private int recoveryNumbers() {
        return (1 << numberBits) - regularNumbers();
    }

    /** The rules of its groups. */
    GroupRule rule(long ttl) {
        long slots = Math.max(LEAST_SLOTS, (ttl + OVER_MILLIS + SLOT_MILLIS - 1) / SLOT_MILLIS);
        return new GroupRule(ttl, (int) Math.min(slots, recoveryNumbers()), OVER_MILLIS);
    }

    /** Numbers in each of so many slots. */
    int slotSize(int slots) {
        return recoveryNumbers() / slots;
    }

    /** The first number of a slot, of so many. */
    int slotFirst(int slot, int slots) {
        return regularNumbers() + slot * slotSize(slots);
    }

    /** The bits of a sequence number. */
    public int bits() {
        return bucketBits + numberBits;
    }

    public int compose(int bucket, int number) {
        return (bucket << numberBits) | number;
    }

    public int bucketOf(int sequenceNumber) {
        return sequenceNumber >>> numberBits;
    }

    public int numberOf(int sequenceNumber) {
        return sequenceNumber & ((1 << numberBits) - 1);
    }

    @Override
    public String toString() {
        return bucketBits + "/" + numberBits;
    }
}
