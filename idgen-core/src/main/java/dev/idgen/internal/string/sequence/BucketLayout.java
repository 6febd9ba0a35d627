package dev.idgen.internal.string.sequence;

/**
 * Divides the number space into 2^bucketBits buckets of 2^numberBits numbers, each with four quarters. A sequence
 * number is {@code bucket << numberBits | number}.
 *
 * @param bucketBits 0 to 12
 * @param numberBits 2 to 24; with {@code bucketBits} at most 26, because eight decimal digits hold no more
 */
public record BucketLayout(int bucketBits, int numberBits) {

    /** 256 buckets of 262,144 numbers. */
    public static final BucketLayout STANDARD = new BucketLayout(8, 18);

    /** Parts of a bucket, used in turn. A quarter's numbers are used again only after the other three quarters. */
    public static final int QUARTERS = 4;

    private static final int MAX_BITS = 26;

    public BucketLayout {
        if (bucketBits < 0
                || bucketBits > 12
                || numberBits < 2
                || numberBits > 24
                || bucketBits + numberBits > MAX_BITS) {
            throw new IllegalArgumentException(
                    "a layout has 0 to 12 bucket bits and 2 to 24 number bits, together at most " + MAX_BITS + ", not "
                            + bucketBits + " and " + numberBits);
        }
    }

    public int buckets() {
        return 1 << bucketBits;
    }

    public int quarterSize() {
        return (1 << numberBits) / QUARTERS;
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
