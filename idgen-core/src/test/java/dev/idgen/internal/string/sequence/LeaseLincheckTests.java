package dev.idgen.internal.string.sequence;

import static dev.idgen.ModelChecking.INVALID_RESULTS;
import static dev.idgen.ModelChecking.assertFound;

import dev.idgen.ModelChecking;
import dev.idgen.internal.request.Breaker;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.time.Window;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Model checks {@link Lease} against a lease for one thread. Forbids: two threads read the same {@code taken}, and both hand
 * out the numbers from there; and a thread sees the deadline of an extended lease but its old window, and stamps a time that
 * has passed.
 */
@Tag(ModelChecking.TAG)
class LeaseLincheckTests {

    private static final int COUNT = 12;
    private static final int END = 2;
    private static final Bucket BUCKET =
            new Bucket(0, "0", new Breaker("0", Duration.ofSeconds(1), TimeSource.system()));

    private static final ModelCheckingOptions OPTIONS = ModelChecking.options(3, 1, 2, ForOneThread.class);

    @Test
    void numbersAreCutAndStampedAsByOneThread() {
        OPTIONS.check(Real.class);
    }

    @Test
    void leaseThatReadsAndThenTakesIsFound() {
        assertFound(OPTIONS, ForOneThread.class, INVALID_RESULTS);
    }

    @Test
    void leaseThatShowsItsDeadlineBeforeItsWindowIsFound() {
        assertFound(OPTIONS, DeadlineFirst.class, INVALID_RESULTS);
    }

    private static BucketGranted until(int end) {
        return new BucketGranted(0, COUNT, new Window(0, end), 0);
    }

    /**
     * The specification: a number and an end, no threads. With threads it has a mistake: another one takes numbers
     * between reading how many were taken and setting how many are. The checker calls the annotated methods, and
     * variants differ in what these call.
     */
    @Param(name = "want", gen = IntGen.class, conf = "1:3")
    @Param(name = "millis", gen = IntGen.class, conf = "1:5")
    public static class ForOneThread {

        private int taken;
        private int end = END;

        /** Returns the first number and how many there are, or -1. */
        @Operation
        public int cut(@Param(name = "want") int want) {
            return cutOff(want);
        }

        /** Returns what a number is stamped with at a time, or -1 if the lease is over by then. */
        @Operation
        public long stamp(@Param(name = "millis") int now) {
            return stampAt(now);
        }

        @Operation(nonParallelGroup = "planner")
        public void extend(@Param(name = "millis") int later) {
            extendTo(later);
        }

        int cutOff(int want) {
            int first = taken;
            int size = Math.min(want, (COUNT - first) / 4 + 1);
            if (first == COUNT) {
                return -1;
            }
            taken += size;
            return (100 + first) * 10 + size;
        }

        long stampAt(int now) {
            return now <= end ? now : -1;
        }

        void extendTo(int later) {
            end = Math.max(end, later);
        }
    }

    public static class Real extends ForOneThread {

        private final Lease lease = new Lease(BUCKET, until(END), 100, 0, false, new Lease.Permit());

        @Override
        int cutOff(int want) {
            Stripe<String> stripe = new Stripe<>("", Stripe.Home.POOL);
            if (!lease.cutInto(stripe, want)) {
                return -1;
            }
            stripe.draw(0, 0);
            int first = stripe.number();
            int count = 1;
            while (stripe.drawMore(1) == 1) {
                count++;
            }
            return first * 10 + count;
        }

        @Override
        long stampAt(int now) {
            return lease.isOpenAt(TimeUnit.MILLISECONDS.toNanos(now) - 1) ? lease.clamp(now) : -1;
        }

        @Override
        void extendTo(int later) {
            lease.extend(until(later), 0);
        }
    }

    /** A thread that looks between the two writes finds the lease open, and a window that has ended. */
    public static class DeadlineFirst extends Real {

        private volatile int window = END;
        private volatile int deadline = END;

        @Override
        long stampAt(int now) {
            return now <= deadline ? Math.min(now, window) : -1;
        }

        @Override
        void extendTo(int later) {
            deadline = Math.max(deadline, later);
            window = Math.max(window, later);
        }
    }
}
