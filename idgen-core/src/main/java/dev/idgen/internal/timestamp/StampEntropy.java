package dev.idgen.internal.timestamp;

import dev.idgen.internal.codec.Entropy;
import dev.idgen.internal.codec.Word128;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The random bits of stamps and ticks. It remembers the bits of the current tick, because all ids of the tick count
 * from them. If a tick has many stamps, it computes their bits ahead. Thread-safe.
 */
/*
 * first says which stamps' bits are in ahead. It is NONE while a thread replaces them; only the thread that set filling
 * does so. Otherwise it only grows. So the bits belong to a stamp if first equals the beginning of its neighbourhood
 * both before and after they are read. A thread that finds another value computes its bits alone.
 */
final class StampEntropy {

    /** How many neighbours' bits are computed together; a power of two. */
    private static final int TOGETHER = 128;

    /** How many bits are computed singly first. At a low rate no more are needed. */
    private static final int ALONE = 8;

    private static final long NONE = -1;

    private final Entropy entropy;
    private Entropy.@Nullable Block ahead;
    private final AtomicBoolean filling = new AtomicBoolean();
    private volatile long first = NONE;
    private volatile @Nullable Latest latest;

    // Plain fields: a race on them only means that bits are not computed ahead.
    private long neighbours = NONE;
    private int alone;

    /** The latest neighbourhood that was computed. Only for the thread that has set filling. */
    private long neighboursAhead = NONE;

    private record Latest(long tick, Word128 bits) {}

    StampEntropy(Entropy entropy) {
        this.entropy = entropy;
    }

    /** The 64 random bits of a stamp. Each stamp is used once, so they are as good as new ones. */
    long ofStamp(long stamp) {
        long begin = stamp & -TOGETHER;
        Entropy.Block known = ahead;
        if (known != null && first == begin) {
            long bits = known.get((int) (stamp - begin));
            VarHandle.loadLoadFence();
            if (first == begin) {
                return bits;
            }
        } else {
            countAlone(begin);
        }
        return entropy.at(stamp);
    }

    /** Counts a single computation. After several in one neighbourhood, it computes the whole neighbourhood. */
    private void countAlone(long begin) {
        if (neighbours != begin) {
            neighbours = begin;
            alone = 0;
        }
        if (++alone > ALONE && filling.compareAndSet(false, true)) {
            if (begin > neighboursAhead) {
                neighboursAhead = begin;
                first = NONE;
                VarHandle.storeStoreFence();
                Entropy.Block block = ahead == null ? entropy.block(TOGETHER) : ahead;
                block.fill(begin);
                ahead = block;
                first = begin;
            }
            filling.set(false);
        }
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
