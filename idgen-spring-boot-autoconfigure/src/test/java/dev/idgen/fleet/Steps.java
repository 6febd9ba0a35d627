package dev.idgen.fleet;

/** Random steps of a clock that are the same whoever asks: a function of the interval that the clock is in. */
final class Steps {

    private static final int UNIT_BITS = 53;

    private Steps() {}

    /** A value from {@code -most} to {@code most}. */
    static long at(long interval, long most) {
        double unit = scatter(interval) / (double) (1L << UNIT_BITS);
        return (long) ((2 * unit - 1) * most);
    }

    /** SplitMix64, of which the upper bits are kept. */
    private static long scatter(long x) {
        long z = x * 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return (z ^ (z >>> 31)) >>> (Long.SIZE - UNIT_BITS);
    }
}
