package dev.idgen.internal.lease;

import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

/** Asks a rule about values of a group, once a doubt is noted, like an instance that has just joined. Thread-safe. */
public final class PlainGroups {

    private PlainGroups() {}

    /** Writes a group's value, as if its doubt had been noted an hour ago. */
    public static void create(LeaseStore leaseStore, String group, Terms terms) {
        Snapshot snapshot = await(leaseStore.read(group, List.of(GroupValue.NAME)));
        GroupValue value = new GroupValue(
                snapshot.run(),
                snapshot.epoch(),
                snapshot.time() - TimeUnit.HOURS.toMillis(1),
                terms.writtenTo(LeaseText.empty()));
        await(leaseStore.compareAndSet(group, snapshot, GroupValue.NAME, value.toString()));
    }

    /**
     * Asks a rule.
     *
     * @param terms of a missing group
     * @param rule the rules of the group
     */
    public static <A> A ask(
            LeaseStore leaseStore,
            String group,
            List<String> values,
            Terms terms,
            GroupRule rule,
            BiFunction<GroupValue, Snapshot, Step<A>> query,
            A contended) {
        List<String> names = new ArrayList<>(List.of(GroupValue.NAME));
        names.addAll(values);
        return await(new ReadAndSet<A>(
                        leaseStore,
                        group,
                        snapshot -> {
                            GroupValue value = GroupValue.of(snapshot).orElse(null);
                            if (value != null && !rule.isDoubted(value, snapshot, 0)) {
                                return query.apply(value, snapshot);
                            }
                            LeaseText text = terms.writtenTo(LeaseText.empty());
                            return Step.writeFirst(
                                    GroupValue.NAME,
                                    rule.noted(value, snapshot, 0, text).toString());
                        },
                        () -> contended,
                        Runnable::run)
                .hold(names));
    }

    private static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }
}
