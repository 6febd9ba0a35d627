package dev.idgen.internal.timestamp;

import dev.idgen.internal.codec.Entropy;
import java.util.function.LongUnaryOperator;

/**
 * The number that each tick's sequence begins with. It is random within a small range. Otherwise the ids of a slow
 * generator would all end alike, and sharding by {@code id % n} would put them all in one shard.
 *
 * @param lowest the least first number, 0 or 1
 * @param spreadBits how many random bits it has, fewer than the sequence; 0 to begin always with {@code lowest}
 */
record FirstNumber(int lowest, int spreadBits) {

    /** @param sequenceBits how many bits the sequence has */
    FirstNumber checked(int sequenceBits) {
        if (lowest < 0 || lowest > 1 || lowest >= 1L << sequenceBits) {
            throw new IllegalArgumentException("numbers of " + sequenceBits + " bits cannot begin with " + lowest);
        }
        if (spreadBits < 0 || (spreadBits > 0 && spreadBits >= sequenceBits)) {
            throw new IllegalArgumentException(
                    "a first number of " + sequenceBits + " bits has fewer random bits than that, not " + spreadBits);
        }
        return this;
    }

    /** The first number of a tick; always the same for the same tick and entropy. */
    LongUnaryOperator of(Entropy entropy) {
        return spreadBits == 0
                ? tick -> lowest
                : tick -> Math.max(lowest, entropy.at(tick) >>> (Long.SIZE - spreadBits));
    }
}
