package dev.idgen.codec;

/** Writes base 62: long division, five digits a time, so that each step fits the machine's own division. */
final class Base62Digits extends FixedWidthText {

    private static final int RADIX = Alphabet.BASE62.radix();
    private static final int GROUP = 5;
    private static final long GROUP_SIZE = (long) RADIX * RADIX * RADIX * RADIX * RADIX;
    private static final long HALF = 0xFFFF_FFFFL;

    Base62Digits(int bits) {
        super("base 62", Alphabet.BASE62, bits);
    }

    @Override
    void write(long high, long low, byte[] target) {
        long restOfHigh = high;
        long restOfLow = low;
        for (int end = target.length; end > 0; end -= GROUP) {
            // The digits are the half words. A remainder is below 2^30, so none of the dividends is negative.
            long remainder = 0;
            if (restOfHigh != 0) {
                long first = restOfHigh >>> 32;
                long second = join(first % GROUP_SIZE, restOfHigh);
                restOfHigh = join(first / GROUP_SIZE, second / GROUP_SIZE);
                remainder = second % GROUP_SIZE;
            }
            long third = join(remainder, restOfLow >>> 32);
            long fourth = join(third % GROUP_SIZE, restOfLow);
            restOfLow = join(third / GROUP_SIZE, fourth / GROUP_SIZE);
            writeGroup((int) (fourth % GROUP_SIZE), target, end);
        }
    }

    /** A word of two half words: the low halves of the arguments. */
    private static long join(long high, long low) {
        return high << 32 | (low & HALF);
    }

    private static void writeGroup(int group, byte[] target, int end) {
        int rest = group;
        for (int at = end - 1; at >= Math.max(0, end - GROUP); at--) {
            target[at] = Alphabet.BASE62.digit(rest % RADIX);
            rest /= RADIX;
        }
    }
}
