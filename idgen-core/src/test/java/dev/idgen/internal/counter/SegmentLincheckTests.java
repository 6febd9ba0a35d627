package dev.idgen.internal.counter;

import dev.idgen.ModelChecking;
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

    private static final ModelCheckingOptions OPTIONS = ModelChecking.options(3, 1, 2, ForOneThread.class);

    @Test
    void numbersAreTakenAsByOneThread() {
        OPTIONS.check(Real.class);
    }

    public static class Real {

        private final Segment segment = new Segment(NUMBERS);

        @Operation
        public long take() {
            return segment.take();
        }

        @Operation
        public long close() {
            return segment.close();
        }
    }

    /** The specification: a number, no threads. */
    public static class ForOneThread {

        private long next = NUMBERS.first();

        public long take() {
            return next < NUMBERS.end() ? next++ : Segment.NONE;
        }

        public long close() {
            long unused = next;
            next = NUMBERS.end();
            return unused;
        }
    }
}
