package dev.idgen.internal.timestamp;

import dev.idgen.ModelChecking;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Model checks {@link TickSequence} against a sequence for one thread. Forbids: two threads read the same last word,
 * and both succeed with the one after it; a thread with an older reading of the clock takes a pair that a thread with a
 * newer one has passed already; and a thread that had read the last word before the sequence was closed still takes the
 * next, so that the last word that closing returned is not the last.
 */
@Tag(ModelChecking.TAG)
class TickSequenceLincheckTests {

    private static final int BITS = 1;
    private static final long FIRST = 0;
    private static final long LIMIT = 4;

    /**
     * So many that threads add to the word instead of comparing it first. While a thread adds, the other one takes at
     * most six numbers, fewer than half of them. So it never uses the tick up, which would skip a word.
     */
    private static final int ROOMY_BITS = 4;

    private static final ModelCheckingOptions OPTIONS = ModelChecking.options(3, 1, 2, ForOneThread.class);
    private static final ModelCheckingOptions ROOMY = ModelChecking.options(3, 1, 2, WithRoomForOneThread.class);

    @Test
    void pairsAreTakenAsByOneThread() {
        OPTIONS.check(Real.class);
    }

    @Test
    void pairsThatAreAddedAreTakenAsByOneThread() {
        ROOMY.check(WithRoom.class);
    }

    @Param(name = "now", gen = IntGen.class, conf = "1:3")
    public static class Real {

        private final TickSequence sequence;

        public Real() {
            this(new TickSequence(BITS, tick -> FIRST, 0));
        }

        Real(TickSequence sequence) {
            this.sequence = sequence;
        }

        @Operation
        public long next(@Param(name = "now") int now) {
            return sequence.next(now, LIMIT);
        }

        /** The first of two in a row, and how many there are. */
        @Operation
        public String two(@Param(name = "now") int now) {
            long first = sequence.next(now, LIMIT, 2);
            return first == TickSequence.REFUSED ? "refused" : first + " and " + sequence.inARow(first, 2);
        }

        @Operation
        public long close() {
            return sequence.close();
        }
    }

    /** With more numbers than threads, which add to it. */
    public static class WithRoom extends Real {

        private final AtomicBoolean closed = new AtomicBoolean();

        public WithRoom() {
            super(new TickSequence(ROOMY_BITS, tick -> FIRST, 0, 1 << (ROOMY_BITS - 1)));
        }

        /** What a second call returns may be greater, if a thread added to the closed sequence meanwhile. */
        @Override
        @Operation
        public long close() {
            boolean isFirst = closed.compareAndSet(false, true);
            long last = super.close();
            return isFirst ? last : 0;
        }
    }

    /** The specification: a tick and a number, no threads. */
    public static class ForOneThread {

        private final int bits;
        private long tick;
        private long number;
        private boolean closed;

        public ForOneThread() {
            this(BITS);
        }

        ForOneThread(int bits) {
            this.bits = bits;
        }

        public long next(int now) {
            boolean hasNext = now <= tick && number + 1 < 1 << bits;
            long nextTick = hasNext ? tick : Math.max(now, tick + 1);
            if (closed || nextTick > LIMIT) {
                return TickSequence.REFUSED;
            }
            number = hasNext ? number + 1 : FIRST;
            tick = nextTick;
            return tick << bits | number;
        }

        public String two(int now) {
            long first = next(now);
            if (first == TickSequence.REFUSED) {
                return "refused";
            }
            boolean hasAnother = number + 1 < 1 << bits;
            number += hasAnother ? 1 : 0;
            return first + " and " + (hasAnother ? 2 : 1);
        }

        public long close() {
            long last = closed && bits == ROOMY_BITS ? 0 : tick << bits | number;
            closed = true;
            return last;
        }
    }

    /** The same with more numbers. */
    public static class WithRoomForOneThread extends ForOneThread {

        public WithRoomForOneThread() {
            super(ROOMY_BITS);
        }
    }
}
