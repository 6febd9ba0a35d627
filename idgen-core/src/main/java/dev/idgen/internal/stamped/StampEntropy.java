package dev.idgen.internal.stamped;

import dev.idgen.internal.codec.Entropy;
import dev.idgen.internal.codec.Word128;
import org.jspecify.annotations.Nullable;

/**
 * The random bits that go with stamps and ticks. Those of a tick are remembered while it lasts, as all its ids count on from
 * them. Those of stamps are computed ahead when a tick has had some already. Thread-safe: threads that race compute the same.
 */
final class StampEntropy {

    /** So many neighbours' bits are computed together, a power of two. */
    private static final int TOGETHER = 4 * Entropy.AT_ONCE;

    /** So many of them are computed one by one first, which is all that is needed at a low rate. */
    private static final int ALONE = 16;

    private final Entropy entropy;
    private volatile @Nullable Latest latest;

    // Plain fields, as a race costs no more than bits that are computed twice, or not ahead.
    private @Nullable Ahead ahead;
    private long neighbours;
    private int alone;

    private record Latest(long tick, Word128 bits) {}

    /** The bits of neighbours from a first one on. */
    private static final class Ahead {

        private final long first;
        private final long[] bits;

        Ahead(Entropy entropy, long first) {
            this.first = first;
            this.bits = entropy.from(first, TOGETHER);
        }
    }

    StampEntropy(Entropy entropy) {
        this.entropy = entropy;
    }

    /** Each stamp is there once, so its 64 bits are as good as new ones. */
    long ofStamp(long stamp) {
        long first = stamp & -TOGETHER;
        Ahead known = ahead;
        if (known == null || known.first != first) {
            if (isAlone(first)) {
                return entropy.at(stamp);
            }
            known = new Ahead(entropy, first);
            ahead = known;
        }
        return known.bits[(int) (stamp - first)];
    }

    /** Whether few of these neighbours were asked for as yet. */
    private boolean isAlone(long first) {
        if (neighbours != first) {
            neighbours = first;
            alone = 0;
        }
        return ++alone <= ALONE;
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
