package dev.idgen.internal.timestamp;

import dev.idgen.internal.codec.Entropy;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The random bits of each node id in turn. The key is drawn once at each start, so that no caller waits for random
 * numbers of the operating system, not even on an event loop. Thread-safe.
 */
final class NodeEntropy {

    /** Threads that share a node id have derived keys, too, with small numbers. */
    private static final int NUMBER_SHIFT = 32;

    private final Supplier<Entropy> keys;
    private volatile @Nullable Start latest;

    /** @param count how many node ids have bits with this key */
    private record Start(Entropy key, AtomicLong count) {

        Start(Entropy key) {
            this(key, new AtomicLong());
        }
    }

    /** @param keys draws a key, different each time */
    NodeEntropy(Supplier<Entropy> keys) {
        this.keys = keys;
    }

    /** Draws a key at each start: other processes may have continued from the same snapshot of this one. */
    void begin() {
        latest = new Start(keys.get());
    }

    /** The bits for another node id. */
    Entropy next() {
        Start start = Objects.requireNonNull(latest);
        long number = start.count().getAndIncrement();
        return number == 0 ? start.key() : start.key().derived(number << NUMBER_SHIFT);
    }
}
