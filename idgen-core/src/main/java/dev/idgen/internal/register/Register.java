package dev.idgen.internal.register;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Small strings by name, in groups of one namespace. Each group is lost as a whole or not at all. A register knows
 * nothing of leases: the rules are pure functions ({@code BucketRule}, {@code NodeRule}) that run on the client between
 * a look and a swap. If an application has a bean of this type, idgen keeps its leases there and creates no other
 * register.
 *
 * <p>Both operations are atomic, only a master answers them, and neither blocks. A stage may complete at once, on any
 * thread, late or never. A failure does not say what the store did. Implementations are thread-safe.
 */
public interface Register {

    /** A swap writes only if the store's clock is within this many milliseconds of the look's time. */
    long SWAP_LIMIT_MILLIS = 500;

    /** The kind of store, for example {@code redis}; the log at startup and {@code idgen.store} show it. */
    String name();

    /** Whether other processes share it, and it may lose writes. If not, a group without a value is new. */
    default boolean isShared() {
        return true;
    }

    /** Reads values of one group, with the store's time and run. */
    CompletionStage<Look> look(String group, List<String> names);

    /**
     * Writes one value of a group. Every looked-at value and the run must be unchanged, and the store's clock must be
     * within {@value #SWAP_LIMIT_MILLIS} ms of the look's time. Otherwise it changes nothing.
     *
     * @param looked what was read of the group, including {@code name}; the store compares each value in it
     * @param next not empty
     */
    CompletionStage<Swapped> swap(String group, Look looked, String name, String next);

    /**
     * The outcome of a swap.
     *
     * @param wrote whether the swap wrote; the value now does not show that
     * @param look the same values after the swap
     */
    record Swapped(boolean wrote, Look look) {}
}
