package dev.idgen.internal.lease;

import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/**
 * A lease store whose clock, run and losses a test decides. It keeps all its earlier states, so that a test can return
 * to what a replica or a disk has. For one thread.
 */
public final class SimulatedLeaseStore implements LeaseStore {

    private final LongSupplier clock;
    private Map<String, Map<String, String>> groups = Map.of();
    private final List<Map<String, Map<String, String>>> past = new ArrayList<>();
    private String run = "run0";
    private boolean shared = true;

    public SimulatedLeaseStore(LongSupplier clock) {
        this.clock = clock;
        past.add(groups);
    }

    public void setRun(String next) {
        run = next;
    }

    public void setShared(boolean whether) {
        shared = whether;
    }

    /** Loses all groups whose names begin like that. */
    public void lose(String prefix) {
        Map<String, Map<String, String>> rest = new TreeMap<>(groups);
        rest.keySet().removeIf(group -> group.startsWith(prefix));
        become(rest);
    }

    /** Loses one group. */
    public void loseGroup(String group) {
        Map<String, Map<String, String>> rest = new TreeMap<>(groups);
        rest.remove(group);
        become(rest);
    }

    /** Writes a value without any condition. */
    public void put(String group, String name, String value) {
        Map<String, String> values = new TreeMap<>(values(group));
        values.put(name, value);
        Map<String, Map<String, String>> more = new TreeMap<>(groups);
        more.put(group, values);
        become(more);
    }

    /** Writes a group's value, as after a doubt in this run. */
    public void putGroup(String group, Terms terms, long doubted) {
        GroupValue value = new GroupValue(run, 0, doubted, terms.writtenTo(LeaseText.empty()));
        put(group, GroupValue.NAME, value.toString());
    }

    /** The value of a group, which must have one. */
    public GroupValue group(String group) {
        return GroupValue.of(lookAt(group, List.of(GroupValue.NAME))).orElseThrow();
    }

    /** All values of a group. */
    public Map<String, String> values(String group) {
        return Map.copyOf(groups.getOrDefault(group, Map.of()));
    }

    /** How many states there have been. */
    public int states() {
        return past.size();
    }

    /** A replica that has the first {@code states} of them takes over, with a run of its own. */
    public SimulatedLeaseStore successor(int states, String itsRun, LongSupplier itsClock) {
        SimulatedLeaseStore next = new SimulatedLeaseStore(itsClock);
        next.past.clear();
        next.past.addAll(past.subList(0, states));
        next.groups = past.get(states - 1);
        next.run = itsRun;
        return next;
    }

    /** Each state is a map of its own, which shares with the one before the groups that did not change. */
    private void become(Map<String, Map<String, String>> next) {
        groups = next;
        past.add(next);
    }

    @Override
    public String name() {
        return "simulated";
    }

    @Override
    public boolean isShared() {
        return shared;
    }

    public Snapshot lookAt(String group, List<String> names) {
        Map<String, String> values = new HashMap<>(values(group));
        values.keySet().retainAll(names);
        return new Snapshot(clock.getAsLong(), run, 0, names, values);
    }

    /** Whether it wrote. */
    public boolean swapAt(String group, Snapshot looked, String name, String next) {
        Snapshot present = lookAt(group, looked.names());
        boolean same = present.values().equals(looked.values())
                && present.run().equals(looked.run())
                && Math.abs(present.time() - looked.time()) <= SNAPSHOT_LIMIT_MILLIS;
        if (same) {
            put(group, name, next);
        }
        return same;
    }

    @Override
    public CompletionStage<Snapshot> read(String group, List<String> names) {
        return CompletableFuture.completedFuture(lookAt(group, names));
    }

    @Override
    public CompletionStage<Swapped> compareAndSet(String group, Snapshot looked, String name, String next) {
        boolean wrote = swapAt(group, looked, name, next);
        return CompletableFuture.completedFuture(new Swapped(wrote, lookAt(group, looked.names())));
    }
}
