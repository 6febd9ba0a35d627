package dev.idgen.internal.request;

import static dev.idgen.ModelChecking.assertFound;

import dev.idgen.ModelChecking;
import dev.idgen.internal.time.ManualTime;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Model checks {@link Waiters}. Forbids: a caller finds nothing, something is brought
 * and all who wait are woken, and only then the caller begins to wait; and a wake-up that reaches those who will wait for what
 * comes next, and not those who wait now.
 */
@Tag(ModelChecking.TAG)
class WaitersLincheckTests {

    private static final ModelCheckingOptions OPTIONS = ModelChecking.options(2, 0, 0, ForOneThread.class);

    @Test
    void nobodyWaitsForWhatIsThere() {
        OPTIONS.check(Real.class);
    }

    @Test
    void callerWhoLooksBeforeNotingTheArrivalIsFound() {
        assertFound(OPTIONS, LookingFirst.class, "waits in vain");
    }

    /** Callers who look for something, and wait for its arrival if there is nothing. */
    public abstract static class Checked {

        final WaitersTests.Thing thing = new WaitersTests.Thing();
        final Queue<CompletableFuture<?>> waits = new ConcurrentLinkedQueue<>();

        void check() {
            if (thing.there != null && waits.stream().anyMatch(wait -> !wait.isDone())) {
                throw new IllegalStateException("somebody waits in vain");
            }
        }
    }

    public static class Real extends Checked {

        private final Waiters waiters = new Waiters(new ManualTime());

        @Operation
        public void look() {
            waits.add(waiters.awaitAsync(
                    thing::take,
                    thing,
                    Duration.ofSeconds(1),
                    (task, nanos) -> CompletableFuture.completedFuture(null),
                    Runnable::run));
        }

        @Operation
        public void bring() {
            thing.there = "thing";
            waiters.wakeAll();
        }

        @Validate
        public void nobodyWaitsInVain() {
            check();
        }
    }

    /** The specification: nothing is returned. */
    public static class ForOneThread {

        public void look() {
            // Nobody sees it.
        }

        public void bring() {
            // Nobody sees it.
        }
    }

    /** Something is brought between looking and noting which arrival to wait for. */
    public static class LookingFirst extends Checked {

        private final AtomicReference<CompletableFuture<Void>> next = new AtomicReference<>(new CompletableFuture<>());

        @Operation
        public void look() {
            if (thing.there == null) {
                waits.add(next.get());
            }
        }

        @Operation
        public void bring() {
            thing.there = "thing";
            next.getAndSet(new CompletableFuture<>()).complete(null);
        }

        @Validate
        public void nobodyWaitsInVain() {
            check();
        }
    }
}
