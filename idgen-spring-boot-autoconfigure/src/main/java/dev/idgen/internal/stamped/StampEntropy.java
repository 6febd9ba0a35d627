package dev.idgen.internal.stamped;

import dev.idgen.internal.codec.Entropy;
import dev.idgen.internal.codec.Word128;
import org.jspecify.annotations.Nullable;

/**
 * The random bits that go with stamps and ticks. Those of a tick are remembered while it lasts, as all its ids count on from
 * them. Thread-safe: threads that race for a new tick compute the same.
 */
final class StampEntropy {

    private final Entropy entropy;
    private volatile @Nullable Latest latest;

    private record Latest(long tick, Word128 bits) {}

    StampEntropy(Entropy entropy) {
        this.entropy = entropy;
    }

    /** Each stamp is there once, so its 64 bits are as good as new ones. */
    long ofStamp(long stamp) {
        return entropy.at(stamp);
    }

    /** The 128 bits of a tick. */
    Word128 ofTick(long tick) {
        Latest known = latest;
        if (known != null && known.tick() == tick) {
            return known.bits();
        }
        Word128 bits = new Word128(entropy.at(tick << 1), entropy.at((tick << 1) + 1));
        latest = new Latest(tick, bits);
        return bits;
    }
}
