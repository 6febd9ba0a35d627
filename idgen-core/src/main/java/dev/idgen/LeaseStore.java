package dev.idgen;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The store of leases: small strings by name, in groups of one namespace. If an application has a bean of this type,
 * idgen keeps its leases there, whatever {@code idgen.store} says. It is not told the namespace: if applications of
 * several namespaces share the store, it adds {@code idgen.namespace} to the name of each group.
 *
 * <p><b>What must hold.</b> Both operations are atomic, and only a master answers them. All instances read one clock.
 * Each group is lost as a whole or not at all, and the run changes whenever writes may have been lost: otherwise ids
 * can be equal.
 *
 * <p>Neither operation blocks. A stage may complete at once, on any thread, late or never: idgen limits each wait, and
 * treats a failure as "outcome unknown". Implementations are thread-safe.
 */
public interface LeaseStore {

    /**
     * {@link #compareAndSet} writes only if the store's clock is within this many milliseconds of the snapshot's time.
     */
    long SNAPSHOT_LIMIT_MILLIS = 500;

    /** The kind of store, which the log at startup shows; {@code own} is the application's own store. */
    String name();

    /**
     * Whether other processes share it, or it outlives this one. If not, a group without a value is new, and the first
     * ids do not wait until earlier leases have ended.
     */
    default boolean isShared() {
        return true;
    }

    /** Reads values of one group, with the store's time and run. */
    CompletionStage<Snapshot> read(String group, List<String> names);

    /**
     * Writes one value of a group. Every value and the run must be as in the snapshot, and the store's clock must be
     * within {@value #SNAPSHOT_LIMIT_MILLIS} ms of the snapshot's time. Otherwise it changes nothing.
     *
     * @param read what was read of the group, including {@code name}; the store compares each value in it
     * @param next not empty
     */
    CompletionStage<Swapped> compareAndSet(String group, Snapshot read, String name, String next);

    /**
     * The outcome of {@link #compareAndSet}.
     *
     * @param wrote whether it wrote; the value now does not show that
     * @param after the same values afterwards
     */
    record Swapped(boolean wrote, Snapshot after) {}

    /**
     * What a master said about a group at one moment.
     *
     * @param time the master's clock, in epoch milliseconds
     * @param run changes whenever writes may have been lost; {@link #UNKNOWN_RUN} if the store cannot tell and the
     *     application accepts that
     * @param epoch the failover that made it master, as a failover manager counts them; {@link #UNKNOWN_EPOCH} if there
     *     is no manager
     * @param names the values that were read
     * @param values the values that exist; none is empty
     */
    record Snapshot(long time, String run, long epoch, List<String> names, Map<String, String> values) {

        /** The run of a store that does not tell its run. */
        public static final String UNKNOWN_RUN = "";

        /** The epoch of a store without a failover manager. */
        public static final long UNKNOWN_EPOCH = 0;

        public Snapshot {
            names = List.copyOf(names);
            values = Map.copyOf(values);
        }

        /** The value of a name; null if it does not exist. */
        public @Nullable String value(String name) {
            return values.get(name);
        }

        /** The same snapshot, reduced to some of its values. */
        public Snapshot only(List<String> some) {
            Map<String, String> those = new HashMap<>(values);
            those.keySet().retainAll(some);
            return new Snapshot(time, run, epoch, some, those);
        }
    }
}
