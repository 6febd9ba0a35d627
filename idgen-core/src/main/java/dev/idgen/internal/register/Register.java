package dev.idgen.internal.register;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Small strings by name, in the groups of one namespace. Each group is lost as a whole or not at all. A register knows
 * nothing of leases: the rules are pure functions ({@code BucketRule}, {@code NodeRule}) that run on the client,
 * between a look and a swap. An application that has a bean of this type keeps its leases there; idgen then makes none
 * of its own.
 *
 * <p>Both operations are atomic, and answered by a master only. Neither blocks. A stage may be complete at once, or
 * complete on any thread, late or never. A failure says nothing about what the store did. Implementations are
 * thread-safe.
 */
public interface Register {

    /** A swap writes only if the store's clock is within this of the time that the look told, in milliseconds. */
    long SWAP_LIMIT_MILLIS = 500;

    /**
     * What kind of store it is, as the log of the start and {@code idgen.store} have it: {@code redis}, for example.
     */
    String name();

    /** Whether other processes share it. One that none shares can be taken for new at a glance. */
    default boolean isShared() {
        return true;
    }

    /** Reads values of one group, with the store's time and run. */
    CompletionStage<Look> look(String group, List<String> names);

    /**
     * Writes one value of a group, if each value that the look told is still the same, the run is, and the store's
     * clock is within {@value #SWAP_LIMIT_MILLIS} ms of the look's time. Otherwise it changes nothing.
     *
     * @param looked what was read of the group, {@code name} included: each value in it is compared
     * @param next not empty
     */
    CompletionStage<Swapped> swap(String group, Look looked, String name, String next);

    /**
     * When the last lease ends that an instance with an earlier stored format holds in a group, in epoch milliseconds
     * of the store's clock: 0 if there is none, or it has ended.
     */
    default CompletionStage<Long> earlierFormatEnds(String group) {
        return CompletableFuture.completedFuture(0L);
    }

    /**
     * The outcome of a swap.
     *
     * @param wrote whether it wrote; only this says so, whatever the value is now
     * @param look the same values after it
     */
    record Swapped(boolean wrote, Look look) {}
}
