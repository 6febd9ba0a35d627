package dev.idgen.internal.stamped;

/** Numbers of 128 bits, 16 bytes each: room for millions. For one thread. */
final class WordSet {

    private final long[] words;
    private final int mask;
    private boolean hasZero;
    private int size;

    WordSet(int expected) {
        int slots = Integer.highestOneBit(Math.max(16, expected + expected / 4)) << 1;
        this.words = new long[2 * slots];
        this.mask = slots - 1;
    }

    /** Returns false if it was there already. */
    boolean add(long high, long low) {
        if ((high | low) == 0) {
            boolean fresh = !hasZero;
            hasZero = true;
            return fresh;
        }
        long mixed = high * 0x9E3779B97F4A7C15L + low;
        long hash = (mixed ^ mixed >>> 32) * 0xD6E8FEB86659FD93L;
        for (int slot = (int) (hash >>> 32) & mask; ; slot = (slot + 1) & mask) {
            long otherHigh = words[2 * slot];
            long otherLow = words[2 * slot + 1];
            if (otherHigh == high && otherLow == low) {
                return false;
            }
            if ((otherHigh | otherLow) == 0) {
                words[2 * slot] = high;
                words[2 * slot + 1] = low;
                size++;
                return true;
            }
        }
    }

    int size() {
        return size + (hasZero ? 1 : 0);
    }
}
