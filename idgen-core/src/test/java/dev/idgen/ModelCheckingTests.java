package dev.idgen;

import static dev.idgen.ModelChecking.INVALID_RESULTS;
import static dev.idgen.ModelChecking.assertFound;

import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the model-checked tests rely on: the checker finds a lost update, and accepts the loop that forbids it. */
@Tag(ModelChecking.TAG)
class ModelCheckingTests {

    private static final ModelCheckingOptions OPTIONS =
            ModelChecking.options().actorsPerThread(2).actorsBefore(0).actorsAfter(1);

    @Test
    void compareAndSetLoopLosesNoUpdate() {
        OPTIONS.check(Counter.class);
    }

    @Test
    void updateThatIsLostBetweenGetAndSetIsFound() {
        assertFound(OPTIONS, ForgetfulCounter.class, INVALID_RESULTS);
    }

    /** Between reading and writing another thread may write: then the write is tried again. */
    public static class Counter {

        private final AtomicLong value = new AtomicLong();

        @Operation
        public long next() {
            while (true) {
                long seen = value.get();
                if (value.compareAndSet(seen, seen + 1)) {
                    return seen + 1;
                }
            }
        }
    }

    /** Between reading and writing another thread may write: both return the same number. */
    public static class ForgetfulCounter {

        private final AtomicLong value = new AtomicLong();

        @Operation
        public long next() {
            long seen = value.get();
            value.set(seen + 1);
            return seen + 1;
        }
    }
}
