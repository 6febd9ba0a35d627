package dev.idgen.simulation;

/**
 * Chance that depends on nothing but what it is asked about, so that a story from which an event was taken out goes on
 * as it did.
 */
final class Chance {

    private Chance() {}

    /** A number of 63 bits that mixes those given. */
    static long of(long a, long b, long c) {
        return mix(mix(mix(a) + b) + c) >>> 1;
    }

    /** The finisher of SplitMix64. */
    private static long mix(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
