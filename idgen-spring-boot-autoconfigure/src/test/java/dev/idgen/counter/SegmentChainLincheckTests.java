package dev.idgen.counter;

import dev.idgen.CounterUnavailableException;
import dev.idgen.IdgenException;
import dev.idgen.request.Requests;
import dev.idgen.time.ManualScheduler;
import dev.idgen.time.ManualTime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Model checks what {@link SegmentChain} hands back. Forbids: closing ends a segment that has numbers left, a thread finds it
 * empty and takes from the one after it, and closing hands back all from the first one left on, and so what was taken there.
 */
class SegmentChainLincheckTests {

    @Test
    void noNumberIsHandedBackAndAlsoTaken() {
        new ModelCheckingOptions()
                .threads(2)
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(2)
                .iterations(15)
                .invocationsPerIteration(300)
                .sequentialSpecification(Never.class)
                .check(HandedBackAndTaken.class);
    }

    /** The specification. */
    public static class Never {

        @Operation
        public boolean take() {
            return false;
        }

        @Operation
        public boolean close() {
            return false;
        }
    }

    /** Each operation tells whether a number was handed back and also taken; who comes later of taker and closer sees it. */
    public static class HandedBackAndTaken {

        private final Halves source = new Halves();
        private final SegmentChain chain;
        private final AtomicLong taken = new AtomicLong();

        public HandedBackAndTaken() {
            ManualTime time = new ManualTime();
            ManualScheduler scheduler = new ManualScheduler(time);
            Requests requests = new Requests(scheduler, Duration.ofSeconds(1), time, bug -> {});
            SegmentSettings settings = new SegmentSettings(8, 8, Duration.ofSeconds(1), true);
            chain = new SegmentChain(source, requests, time, Duration.ZERO, settings, Runnable::run);
            chain.start();
            scheduler.runDue();
        }

        @Operation
        public boolean take() {
            try {
                taken.addAndGet(1L << chain.next());
            } catch (CounterUnavailableException e) {
                return false;
            }
            return isConflict();
        }

        @Operation
        public boolean close() {
            chain.close();
            return isConflict();
        }

        private boolean isConflict() {
            return (taken.get() & source.handedBack.get()) != 0;
        }
    }

    /** Gives 1 and 2, then 3 and 4, and notes as bits what comes back. */
    private static final class Halves implements NumberSource {

        private final AtomicLong handedBack = new AtomicLong();
        private long next = 1;

        @Override
        public String name() {
            return "halves";
        }

        @Override
        public void take(int count, Outcome outcome) {
            if (next <= 3) {
                long first = next;
                next += 2;
                outcome.allotted(new Allotment(first, 2));
            }
        }

        @Override
        public @Nullable Supplier<IdgenException> fault() {
            return null;
        }

        @Override
        public void raiseTo(long number) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void giveBack(Allotment rest) {
            long bits = 0;
            for (long number = rest.first(); number < rest.end(); number++) {
                bits |= 1L << number;
            }
            handedBack.set(bits);
        }
    }
}
