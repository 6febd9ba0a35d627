package dev.idgen.simulation;

import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.LeaseStore.Swapped;
import dev.idgen.internal.lease.GroupValue;
import dev.idgen.internal.lease.LeaseText;
import dev.idgen.internal.lease.OmittedRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A process that keeps a lease store, in logical time, and all that it had at earlier times. For one thread. */
final class LeaseStoreProcess {

    private final LongSupplier time;
    private final OmittedRule omitted;
    private final List<Write> journal = new ArrayList<>();
    private Map<String, Map<String, String>> groups = new HashMap<>();
    private String run = "";

    /** Its identity, as judges write it. */
    String name = "";

    long epoch;
    long clockOffset;

    /** What a group was until a time; null if there was none. */
    private record Write(long at, String group, @Nullable Map<String, String> before) {}

    /** @param time never runs backwards */
    LeaseStoreProcess(LongSupplier time, OmittedRule omitted) {
        this.time = time;
        this.omitted = omitted;
    }

    /** The latest doubt of a group, if it has a value. */
    OptionalLong doubted(String group) {
        String text = groups.getOrDefault(group, Map.of()).get(GroupValue.NAME);
        return text == null
                ? OptionalLong.empty()
                : OptionalLong.of(LeaseText.parse(text).number("doubted"));
    }

    /** Its clock, in epoch milliseconds. */
    long clock() {
        return time.getAsLong() + clockOffset;
    }

    /** Tells this from now on. */
    void reign(String itsRun, long itsEpoch) {
        run = itsRun;
        epoch = itsEpoch;
    }

    Snapshot read(String group, List<String> names, long clock, boolean tellsEpoch) {
        Map<String, String> values = new HashMap<>(groups.getOrDefault(group, Map.of()));
        values.keySet().retainAll(names);
        return new Snapshot(clock, run, tellsEpoch ? epoch : Snapshot.UNKNOWN_EPOCH, names, values);
    }

    Swapped compareAndSet(String group, Snapshot looked, String name, String next, long clock, boolean tellsEpoch) {
        Snapshot present = read(group, looked.names(), clock, tellsEpoch);
        boolean same = looked.names().stream()
                        .filter(value -> !isIgnored(value, name))
                        .allMatch(value -> Objects.equals(present.value(value), looked.value(value)))
                && (omitted == OmittedRule.SWAP_RUN || present.run().equals(looked.run()))
                && (omitted == OmittedRule.SWAP_LIMIT
                        || Math.abs(clock - looked.time()) <= LeaseStore.SNAPSHOT_LIMIT_MILLIS);
        if (same) {
            Map<String, String> values = new HashMap<>(groups.getOrDefault(group, Map.of()));
            values.put(name, next);
            replace(group, values);
        }
        return new Swapped(same, read(group, looked.names(), clock, tellsEpoch));
    }

    private boolean isIgnored(String value, String written) {
        return value.equals(written)
                ? omitted == OmittedRule.SWAP_VALUE && !value.equals(GroupValue.NAME)
                : omitted == OmittedRule.SWAP_GROUP && value.equals(GroupValue.NAME);
    }

    void lose(String group) {
        replace(group, null);
    }

    void moveTo(LeaseStoreProcess other, String group) {
        other.replace(group, groups.get(group));
        replace(group, null);
    }

    /**
     * Has what another process, or this one, had at a time: writes after it are lost. They stay in the journal, so that a later loss
     * may bring them back.
     */
    void takeOver(LeaseStoreProcess from, long at) {
        Map<String, Map<String, String>> past = new HashMap<>(from.groups);
        for (int i = from.journal.size() - 1; i >= 0 && from.journal.get(i).at > at; i--) {
            Write lost = from.journal.get(i);
            if (lost.before == null) {
                past.remove(lost.group);
            } else {
                past.put(lost.group, lost.before);
            }
        }
        if (from != this) {
            groups = new HashMap<>(from.groups);
            journal.clear();
            journal.addAll(from.journal);
        }
        Set.copyOf(groups.keySet()).stream()
                .filter(group -> !past.containsKey(group))
                .forEach(this::lose);
        past.forEach((group, values) -> {
            if (!values.equals(groups.get(group))) {
                replace(group, values);
            }
        });
    }

    private void replace(String group, @Nullable Map<String, String> values) {
        Map<String, String> before = values == null ? groups.remove(group) : groups.put(group, values);
        journal.add(new Write(time.getAsLong(), group, before));
    }
}
