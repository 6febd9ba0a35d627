package dev.idgen.internal.codec;

/** Writes base 62 by long division, five digits at a time, so that each step fits the processor's own division. */
final class Base62Digits {

    private static final byte[] DIGITS = Alphabet.BASE62.digits();
    private static final byte[] PAIRS = Alphabet.BASE62.pairs();
    private static final int RADIX = 62;
    private static final int PAIR_SIZE = RADIX * RADIX;
    private static final int GROUP = 5;
    private static final long GROUP_SIZE = (long) PAIR_SIZE * PAIR_SIZE * RADIX;
    private static final long HALF = 0xFFFF_FFFFL;

    private Base62Digits() {}

    /** Fills the target with the digits of a number that fits it. */
    static void write(long high, long low, byte[] target) {
        long restOfHigh = high;
        long rest = low;
        int at = target.length;
        while (restOfHigh != 0) {
            // The digits are the half words. A remainder is below 2^30, so none of the dividends is negative.
            long first = restOfHigh >>> 32;
            long second = join(first % GROUP_SIZE, restOfHigh);
            long third = join(second % GROUP_SIZE, rest >>> 32);
            long fourth = join(third % GROUP_SIZE, rest);
            restOfHigh = join(first / GROUP_SIZE, second / GROUP_SIZE);
            rest = join(third / GROUP_SIZE, fourth / GROUP_SIZE);
            at -= GROUP;
            writeGroup((int) (fourth % GROUP_SIZE), target, at);
        }
        while (at >= GROUP) {
            long quotient = Long.divideUnsigned(rest, GROUP_SIZE);
            at -= GROUP;
            writeGroup((int) (rest - quotient * GROUP_SIZE), target, at);
            rest = quotient;
        }
        writeRest((int) rest, target, at);
    }

    /** Joins two half words: the low halves of the arguments. */
    private static long join(long high, long low) {
        return high << 32 | (low & HALF);
    }

    private static void writeGroup(int group, byte[] target, int at) {
        int upper = group / PAIR_SIZE;
        int top = upper / PAIR_SIZE;
        target[at] = DIGITS[top];
        writePair(upper - top * PAIR_SIZE, target, at + 1);
        writePair(group - upper * PAIR_SIZE, target, at + 3);
    }

    private static void writePair(int pair, byte[] target, int at) {
        target[at] = PAIRS[2 * pair];
        target[at + 1] = PAIRS[2 * pair + 1];
    }

    private static void writeRest(int number, byte[] target, int digits) {
        int rest = number;
        for (int at = digits - 1; at >= 0; at--) {
            target[at] = DIGITS[rest % RADIX];
            rest /= RADIX;
        }
    }
}
