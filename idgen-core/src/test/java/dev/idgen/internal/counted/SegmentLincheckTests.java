package dev.idgen.internal.counted;

import static dev.idgen.ModelChecking.INVALID_RESULTS;
import static dev.idgen.ModelChecking.assertFound;

import dev.idgen.ModelChecking;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Model checks {@link Segment} against a segment for one thread. Forbids: closing reads that a number is the first that nobody
 * took, a thread takes that number, and only then the segment is closed, so that the number is handed back and also taken;
 * and two threads read the same number as the next, and both take it.
 */
@Tag(ModelChecking.TAG)
class SegmentLincheckTests {

    private static final NumberBlock NUMBERS = new NumberBlock(7, 3);

    private static final ModelCheckingOptions OPTIONS = ModelChecking.options()
            .actorsPerThread(3)
            .actorsBefore(1)
            .actorsAfter(2)
            .sequentialSpecification(ForOneThread.class);

    @Test
    void numbersAreTakenAsByOneThread() {
        OPTIONS.check(Real.class);
    }

    @Test
    void segmentThatReadsAndThenClosesIsFound() {
        assertFound(OPTIONS, ClosingInTwoSteps.class, INVALID_RESULTS);
    }

    /** What callers may see. */
    public abstract static class Checked {

        @Operation
        public abstract long take();

        @Operation
        public abstract long close();
    }

    public static class Real extends Checked {

        private final Segment segment = new Segment(NUMBERS);

        @Override
        @Operation
        public long take() {
            return segment.take();
        }

        @Override
        @Operation
        public long close() {
            return segment.close();
        }
    }

    /** The specification: a number, no threads. */
    public static class ForOneThread extends Checked {

        private long next = NUMBERS.first();

        @Override
        @Operation
        public long take() {
            return next < NUMBERS.end() ? next++ : Segment.NONE;
        }

        @Override
        @Operation
        public long close() {
            long unused = next;
            next = NUMBERS.end();
            return unused;
        }
    }

    /** A copy with a mistake: a number is taken between reading which is the next and setting it beyond the end. */
    public static class ClosingInTwoSteps extends Checked {

        private final AtomicLong next = new AtomicLong(NUMBERS.first());

        @Override
        @Operation
        public long take() {
            long number = next.getAndIncrement();
            return number < NUMBERS.end() ? number : Segment.NONE;
        }

        @Override
        @Operation
        public long close() {
            long unused = Math.min(next.get(), NUMBERS.end());
            next.set(Long.MAX_VALUE / 2);
            return unused;
        }
    }
}
