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

    /** So many that threads add to the word instead of comparing it first. */
    private static final int ROOMY_BITS = 3;

    private static final ModelCheckingOptions OPTIONS = options(ForOneThread.class);
    private static final ModelCheckingOptions ROOMY = options(WithRoomForOneThread.class);

    private static ModelCheckingOptions options(Class<?> specification) {
        return ModelChecking.options()
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(2)
                .sequentialSpecification(specification);
    }

    @Test
    void pairsAreTakenAsByOneThread() {
        OPTIONS.check(Real.class);
    }

    @Test
    void pairsThatAreAddedAreTakenAsByOneThread() {
        ROOMY.check(WithRoom.class);
    }

    @Test
    void sumThatIsHandedOutUnseenIsFound() {
        assertFound(ROOMY, Unseen.class, INVALID_RESULTS);
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

        private final TickSequence sequence;

        public Real() {
            this(new TickSequence(BITS, tick -> FIRST, 0));
        }

        Real(TickSequence sequence) {
            this.sequence = sequence;
        }

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

    /** With more numbers than threads, which add to it. */
    @Param(name = "now", gen = IntGen.class, conf = "1:3")
    public static class WithRoom extends Real {

        public WithRoom() {
            super(new TickSequence(ROOMY_BITS, tick -> FIRST, 0, 1 << (ROOMY_BITS - 1)));
        }

        @Override
        @Operation
        public long next(@Param(name = "now") int now) {
            return super.next(now);
        }

        @Override
        @Operation
        public String two(@Param(name = "now") int now) {
            return super.two(now);
        }

        /** What a second call returns may be greater, if a thread added to the closed sequence meanwhile. */
        @Override
        @Operation
        public long close() {
            super.close();
            return 0;
        }
    }

    /** The specification: a tick and a number, no threads. */
    @Param(name = "now", gen = IntGen.class, conf = "1:3")
    public static class ForOneThread extends Checked {

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

        @Override
        @Operation
        public long next(@Param(name = "now") int now) {
            boolean goesOn = now <= tick && number + 1 < 1 << bits;
            long nextTick = goesOn ? tick : Math.max(now, tick + 1);
            if (closed || nextTick > LIMIT) {
                return TickSequence.REFUSED;
            }
            number = goesOn ? number + 1 : FIRST;
            tick = nextTick;
            return tick << bits | number;
        }

        @Operation
        public String two(@Param(name = "now") int now) {
            long first = next(now);
            if (first == TickSequence.REFUSED) {
                return "refused";
            }
            boolean hasAnother = number + 1 < 1 << bits;
            number += hasAnother ? 1 : 0;
            return first + " and " + (hasAnother ? 2 : 1);
        }

        @Override
        @Operation
        public long close() {
            closed = true;
            return tick << bits | number;
        }
    }

    /** The same with more numbers. */
    @Param(name = "now", gen = IntGen.class, conf = "1:3")
    public static class WithRoomForOneThread extends ForOneThread {

        public WithRoomForOneThread() {
            super(ROOMY_BITS);
        }

        @Override
        @Operation
        public long close() {
            super.close();
            return 0;
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

    /** A sum that is handed out though the sequence was closed since the word was read. */
    @Param(name = "now", gen = IntGen.class, conf = "1:3")
    public static class Unseen extends WithRoom {

        private final AtomicLong state = new AtomicLong(1L << ROOMY_BITS);

        @Override
        @Operation
        public long next(@Param(name = "now") int now) {
            long last = state.get();
            return last < 0 ? TickSequence.REFUSED : state.incrementAndGet();
        }

        @Override
        @Operation
        public long close() {
            state.getAndUpdate(last -> last | Long.MIN_VALUE);
            return 0;
        }
    }
}
