package dev.idgen.internal.stamped;

import static dev.idgen.ModelChecking.INVALID_RESULTS;
import static dev.idgen.ModelChecking.assertFound;

import dev.idgen.ModelChecking;
import java.util.concurrent.atomic.AtomicLong;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Model checks {@link TickSequence} against a sequence for one thread. Forbids: two threads read the same last word, and both
 * succeed with the one after it; a thread with an older reading of the clock takes a pair that a thread with a newer one
 * has passed already; and a thread that had read the last word before the sequence was closed still takes the next, so that
 * the last word that closing returned is not the last.
 */
@Tag(ModelChecking.TAG)
class TickSequenceLincheckTests {

    private static final int BITS = 1;
    private static final long FIRST = 0;
    private static final long LIMIT = 4;

    private static final ModelCheckingOptions OPTIONS = ModelChecking.options()
            .actorsPerThread(3)
            .actorsBefore(1)
            .actorsAfter(2)
            .sequentialSpecification(ForOneThread.class);

    @Test
    void pairsAreTakenAsByOneThread() {
        OPTIONS.check(Real.class);
    }

    @Test
    void sequenceThatSetsWithoutComparingIsFound() {
        assertFound(OPTIONS, WithoutComparing.class, INVALID_RESULTS);
    }

    @Test
    void sequenceThatFollowsAnOlderClockIsFound() {
        assertFound(OPTIONS, FollowingOlderClock.class, INVALID_RESULTS);
    }

    @Test
    void sequenceThatForgetsItIsClosedIsFound() {
        assertFound(OPTIONS, Reopening.class, INVALID_RESULTS);
    }

    /** What callers may see. */
    @Param(name = "now", gen = IntGen.class, conf = "1:3")
    public abstract static class Checked {

        @Operation
        public abstract long next(@Param(name = "now") int now);

        @Operation
        public abstract long close();
    }

    @Param(name = "now", gen = IntGen.class, conf = "1:3")
    public static class Real extends Checked {

        private final TickSequence sequence = new TickSequence(BITS, tick -> FIRST, 0);

        @Override
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

        @Override
        @Operation
        public long close() {
            return sequence.close();
        }
    }

    /** The specification: a tick and a number, no threads. */
    @Param(name = "now", gen = IntGen.class, conf = "1:3")
    public static class ForOneThread extends Checked {

        private long tick;
        private long number;
        private boolean closed;

        @Override
        @Operation
        public long next(@Param(name = "now") int now) {
            boolean goesOn = now <= tick && number + 1 < 1 << BITS;
            long nextTick = goesOn ? tick : Math.max(now, tick + 1);
            if (closed || nextTick > LIMIT) {
                return TickSequence.REFUSED;
            }
            number = goesOn ? number + 1 : FIRST;
            tick = nextTick;
            return tick << BITS | number;
        }

        @Operation
        public String two(@Param(name = "now") int now) {
            long first = next(now);
            if (first == TickSequence.REFUSED) {
                return "refused";
            }
            boolean hasAnother = number + 1 < 1 << BITS;
            number += hasAnother ? 1 : 0;
            return first + " and " + (hasAnother ? 2 : 1);
        }

        @Override
        @Operation
        public long close() {
            closed = true;
            return tick << BITS | number;
        }
    }

    /** A copy of the loop with one mistake each. */
    public abstract static class Mistaken extends Checked {

        final AtomicLong state = new AtomicLong();

        @Override
        public long close() {
            return state.getAndUpdate(last -> last | Long.MIN_VALUE) & Long.MAX_VALUE;
        }

        long after(long last, long now) {
            long tick = last >>> BITS;
            boolean isFull = (last & 1) == 1;
            return now <= tick && !isFull ? last + 1 : Math.max(now, tick + 1) << BITS | FIRST;
        }
    }

    /** Two threads read the same last word, and both set the one after it. */
    @Param(name = "now", gen = IntGen.class, conf = "1:3")
    public static class WithoutComparing extends Mistaken {

        @Override
        @Operation
        public long next(@Param(name = "now") int now) {
            long last = state.get();
            long next = after(last, now);
            if (last < 0 || next >>> BITS > LIMIT) {
                return TickSequence.REFUSED;
            }
            state.set(next);
            return next;
        }

        @Override
        @Operation
        public long close() {
            return super.close();
        }
    }

    /** {@code now == tick} where it must be {@code now <= tick}: an older reading begins its tick anew. */
    @Param(name = "now", gen = IntGen.class, conf = "1:3")
    public static class FollowingOlderClock extends Mistaken {

        @Override
        @Operation
        public long next(@Param(name = "now") int now) {
            while (true) {
                long last = state.get();
                boolean isFull = (last & 1) == 1;
                long next =
                        now == last >>> BITS && !isFull ? last + 1 : (long) (isFull ? now + 1 : now) << BITS | FIRST;
                if (last < 0 || next >>> BITS > LIMIT) {
                    return TickSequence.REFUSED;
                }
                if (state.compareAndSet(last, next)) {
                    return next;
                }
            }
        }

        @Override
        @Operation
        public long close() {
            return super.close();
        }
    }

    /** Whether it is closed is asked before the last word is read, and not as a part of it. */
    @Param(name = "now", gen = IntGen.class, conf = "1:3")
    public static class Reopening extends Mistaken {

        private volatile boolean closed;

        @Override
        @Operation
        public long next(@Param(name = "now") int now) {
            if (closed) {
                return TickSequence.REFUSED;
            }
            while (true) {
                long last = state.get();
                long next = after(last, now);
                if (next >>> BITS > LIMIT) {
                    return TickSequence.REFUSED;
                }
                if (state.compareAndSet(last, next)) {
                    return next;
                }
            }
        }

        @Override
        @Operation
        public long close() {
            closed = true;
            return state.get();
        }
    }
}
