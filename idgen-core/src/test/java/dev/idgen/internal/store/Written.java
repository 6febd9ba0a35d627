package dev.idgen.internal.store;

import dev.idgen.LeaseStore;
import dev.idgen.LeaseStore.Snapshot;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * Writes to a lease store as idgen does. A store refuses a swap that comes {@link LeaseStore#SNAPSHOT_LIMIT_MILLIS}
 * after its look, which any slow machine can cause, so this looks again and swaps again. Only a broken run meets the
 * deadline.
 */
public final class Written {

    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private Written() {}

    /** Returns the look of the swap that wrote. */
    public static Snapshot write(LeaseStore leaseStore, String group, String name, String next) {
        return Awaitility.await()
                .atMost(DEADLINE)
                .pollDelay(Duration.ZERO)
                .pollInSameThread()
                .until(
                        () -> {
                            Snapshot snapshot = answer(leaseStore.read(group, List.of(name)));
                            return answer(leaseStore.compareAndSet(group, snapshot, name, next));
                        },
                        LeaseStore.Swapped::wrote)
                .after();
    }

    private static <T> T answer(CompletionStage<T> stage) {
        return stage.toCompletableFuture()
                .orTimeout(DEADLINE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }
}
