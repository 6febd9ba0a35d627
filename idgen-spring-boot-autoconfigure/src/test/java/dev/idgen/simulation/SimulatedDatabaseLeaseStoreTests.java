package dev.idgen.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.store.LeaseStoreContract;
import dev.idgen.internal.string.sequence.LeaseReply;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseStore;
import dev.idgen.internal.string.sequence.LeaseStore.Seen;
import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The simulated database keeps the contract, and its transactions are as long as a story wants them to be. */
class SimulatedDatabaseLeaseStoreTests extends LeaseStoreContract {

    private final ManualTime time = new ManualTime();
    private final SimulatedDatabase database = new SimulatedDatabase(time::millis, UnaryOperator.identity());
    private final Queue<Runnable> begun = new ArrayDeque<>();

    /** Transactions that read no row until they are told to. */
    private final LeaseStore slow = new DatabaseStores.Buckets(
            new DatabaseStores.Carrier() {
                @Override
                public <T> CompletionStage<T> send(Request<T> request) {
                    CompletableFuture<T> answer = new CompletableFuture<>();
                    Supplier<CompletionStage<T>> work = request.visit().arrive(database);
                    begun.add(() -> work.get().whenComplete((value, failure) -> {
                        if (failure == null) {
                            answer.complete(value);
                        } else {
                            answer.completeExceptionally(failure);
                        }
                    }));
                    return answer;
                }
            },
            LAYOUT,
            () -> 3);

    @Override
    protected LeaseStore newStore() {
        return new DatabaseStores.Buckets(
                new DatabaseStores.Carrier() {
                    @Override
                    public <T> CompletionStage<T> send(Request<T> request) {
                        return request.visit().arrive(database).get();
                    }
                },
                LAYOUT,
                () -> 3);
    }

    @Override
    protected long clock() {
        return time.millis();
    }

    @Override
    protected void advance(Duration duration) {
        time.advance(duration);
    }

    @Test
    void transactionGoesByTheClockOfItsBeginningAndTheRowOfItsEnd() {
        BucketGranted first = granted(1);
        long before = clock();
        CompletionStage<LeaseReply> answer = slow.lease(BUCKET, 1, asker(), Seen.NOTHING);
        advance(Duration.ofMillis(700));
        BucketGranted second = granted(1);
        begun.remove().run();
        BucketGranted third = (BucketGranted) answer(answer);
        assertThat(third.time().clock()).isEqualTo(before);
        assertThat(third.first()).isEqualTo(second.first() + 1).isEqualTo(first.first() + 2);
    }

    @Test
    void transactionThatIsBrokenDoesNothing() {
        BucketGranted first = granted(1);
        CompletionStage<LeaseReply> answer = slow.lease(BUCKET, 1, asker(), Seen.NOTHING);
        database.breakTransactions();
        begun.remove().run();
        assertThat(answer).isCompletedExceptionally();
        assertThat(granted(1).first()).isEqualTo(first.first() + 1);
    }
}
