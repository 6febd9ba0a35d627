package dev.idgen.internal.stamped;

import dev.idgen.internal.codec.Entropy;
import dev.idgen.internal.codec.Word128;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The random bits that go with stamps and ticks. Those of a tick are remembered while it lasts, as all its ids count on
 * from them. Those of stamps are computed ahead when a tick has had some already. Thread-safe.
 */
/*
 * first says whose bits are in ahead; it is NONE while a thread puts others there, and only one thread does at a time:
 * the one that set filling. It only grows otherwise. So bits are those of a stamp if first is that of its neighbours
 * both before and after they are read; threads that find another one compute theirs alone.
 */
final class StampEntropy {

    /** So many neighbours' bits are computed together, a power of two. */
    private static final int TOGETHER = 128;

    /** So many of them are computed one by one first, which is all that is needed at a low rate. */
    private static final int ALONE = 8;

    private static final long NONE = -1;

    private final Entropy entropy;
    private Entropy.@Nullable Block ahead;
    private final AtomicBoolean filling = new AtomicBoolean();
    private volatile long first = NONE;
    private volatile @Nullable Latest latest;

    // Plain fields, as a race costs no more than bits that are not computed ahead.
    private long neighbours = NONE;
    private int alone;

    /** Of the latest that were computed together; for the thread that has set filling. */
    private long neighboursAhead = NONE;

    private record Latest(long tick, Word128 bits) {}

    StampEntropy(Entropy entropy) {
        this.entropy = entropy;
    }

    /** Each stamp is there once, so its 64 bits are as good as new ones. */
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

    /** Counts those computed alone, and computes all of their neighbours when there were some. */
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
