package dev.idgen.internal.lease;

import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Looks at a group, asks a rule, and swaps the value that the rule says. If the swap does not write, it asks the rule
 * again about the new values. After {@value #TRIES} tries it gives up, because other instances want the same value.
 *
 * <p>A write that the driver repeats, or that arrives late or elsewhere, fails at the lease store and harms nothing. If
 * the answer to a write is lost, what it granted is wasted.
 *
 * @param <A> the rule's answer
 * @param rule asked on {@code executor}
 * @param contended the answer if no swap wrote
 */
public record ReadAndSet<A>(
        LeaseStore leaseStore,
        String group,
        Function<? super Snapshot, Step<A>> rule,
        Supplier<? extends A> contended,
        Executor executor) {

    private static final int TRIES = 3;

    /** Holds the conversation, beginning with a look at some values. */
    public CompletionStage<A> hold(List<String> names) {
        return leaseStore.read(group, names).thenComposeAsync(snapshot -> go(snapshot, TRIES), executor);
    }

    private CompletionStage<A> go(Snapshot snapshot, int tries) {
        Step<A> step = rule.apply(snapshot);
        Step.Write write = step.write();
        if (write == null) {
            return CompletableFuture.completedFuture(step.answer());
        }
        if (tries == 0) {
            return CompletableFuture.completedFuture(contended.get());
        }
        return leaseStore
                .compareAndSet(group, snapshot.only(write.guards()), write.name(), write.next())
                .thenComposeAsync(
                        swapped -> swapped.wrote() && step.answer() != null
                                ? CompletableFuture.completedFuture(step.answer())
                                : lookAgain(snapshot, write, swapped.after(), tries - 1),
                        executor);
    }

    /** A swap returns the values that it compared. Look again only if the look had more. */
    private CompletionStage<A> lookAgain(Snapshot before, Step.Write write, Snapshot after, int tries) {
        return before.names().size() == write.guards().size()
                ? go(after, tries)
                : leaseStore.read(group, before.names()).thenComposeAsync(snapshot -> go(snapshot, tries), executor);
    }
}
