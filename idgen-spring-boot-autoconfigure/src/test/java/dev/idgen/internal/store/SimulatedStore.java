package dev.idgen.internal.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A process of a store in simulated time: entries under keys that can be copied (a replica's or a dump's state), lost, or carried on by
 * a process with another run.
 *
 * <p>For one thread.
 *
 * @param <E> what stands under a key: never changed, but replaced
 */
public abstract class SimulatedStore<E> {

    private final List<Write<E>> journal = new ArrayList<>();
    private Map<String, E> entries = new TreeMap<>();
    private @Nullable LongSupplier journalTime;
    private String run = "run0";

    /** What a key was until a time. */
    private record Write<E>(long at, String key, @Nullable E before) {}

    /** What the server tells as its run from now on: another after a restart or a promotion. */
    public final void setRun(String value) {
        run = value;
    }

    protected final String run() {
        return run;
    }

    /** Whether there is a record by that name. */
    public abstract boolean has(String key);

    /** The longest ttl in the record of a namespace, in milliseconds; 0 if there is none. */
    public abstract long longestTtl(String namespaceKey);

    protected final Map<String, E> entries() {
        return entries;
    }

    /** The entries as a replica or a dump has them. */
    public final Object snapshot() {
        return new TreeMap<>(entries);
    }

    @SuppressWarnings("unchecked")
    public final void restore(Object snapshot) {
        become((Map<String, E>) snapshot);
    }

    /**
     * Remembers all that is written from now on, so that a server can be what this one was at any time.
     *
     * @param time never runs backwards
     */
    public final void keepJournal(LongSupplier time) {
        journalTime = time;
    }

    /**
     * Has what another process of the same kind, or this one, had at a time: writes after it are lost. They stay in the journal, so
     * that a later loss may bring them back.
     */
    @SuppressWarnings("unchecked")
    public final void takeOver(SimulatedStore<?> other, long at) {
        SimulatedStore<E> from = (SimulatedStore<E>) other;
        Map<String, E> past = new TreeMap<>(from.entries);
        for (int i = from.journal.size() - 1; i >= 0 && from.journal.get(i).at > at; i--) {
            Write<E> lost = from.journal.get(i);
            if (lost.before == null) {
                past.remove(lost.key);
            } else {
                past.put(lost.key, lost.before);
            }
        }
        if (from != this) {
            entries = new TreeMap<>(from.entries);
            journal.clear();
            journal.addAll(from.journal);
        }
        become(past);
    }

    private void become(Map<String, E> other) {
        for (String key : List.copyOf(entries.keySet())) {
            if (!other.containsKey(key)) {
                replace(key, null);
            }
        }
        other.forEach((key, entry) -> {
            if (!entry.equals(entries.get(key))) {
                replace(key, entry);
            }
        });
    }

    /** Forgets the keys whose names contain a text. */
    public final void lose(String part) {
        for (String key : List.copyOf(entries.keySet())) {
            if (key.contains(part)) {
                replace(key, null);
            }
        }
    }

    /** Puts an entry under a key, or nothing: null. */
    protected final void replace(String key, @Nullable E entry) {
        E before = entry == null ? entries.remove(key) : entries.put(key, entry);
        if (journalTime != null) {
            journal.add(new Write<>(journalTime.getAsLong(), key, before));
        }
    }
}
