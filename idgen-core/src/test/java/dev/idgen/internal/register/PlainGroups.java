package dev.idgen.internal.register;

import dev.idgen.Register;
import dev.idgen.Register.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

/** Asks a rule about values of a group, once a doubt is noted, like an instance that has just joined. Thread-safe. */
public final class PlainGroups {

    private PlainGroups() {}

    /** Writes a group's value, as if its doubt had been noted an hour ago. */
    public static void create(Register register, String group, Terms terms) {
        Snapshot look = await(register.look(group, List.of(GroupValue.NAME)));
        GroupValue value = new GroupValue(
                look.run(),
                look.epoch(),
                look.time() - TimeUnit.HOURS.toMillis(1),
                terms.writtenTo(RegisterText.empty()));
        await(register.swap(group, look, GroupValue.NAME, value.toString()));
    }

    /**
     * Asks a rule.
     *
     * @param terms of a missing group
     * @param rule the rules of the group
     */
    public static <A> A ask(
            Register register,
            String group,
            List<String> values,
            Terms terms,
            GroupRule rule,
            BiFunction<GroupValue, Snapshot, Step<A>> query,
            A contended) {
        List<String> names = new ArrayList<>(List.of(GroupValue.NAME));
        names.addAll(values);
        return await(new LookAndSwap<A>(
                        register,
                        group,
                        look -> {
                            GroupValue value = GroupValue.of(look).orElse(null);
                            if (value != null && !rule.isDoubted(value, look, 0)) {
                                return query.apply(value, look);
                            }
                            RegisterText text = terms.writtenTo(RegisterText.empty());
                            return Step.writeFirst(
                                    GroupValue.NAME,
                                    rule.noted(value, look, 0, text).toString());
                        },
                        () -> contended,
                        Runnable::run)
                .hold(names));
    }

    private static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }
}
