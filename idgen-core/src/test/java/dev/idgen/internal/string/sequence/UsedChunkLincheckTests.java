package dev.idgen.internal.string.sequence;

import static dev.idgen.ModelChecking.INVALID_RESULTS;
import static dev.idgen.ModelChecking.assertFound;

import dev.idgen.ModelChecking;
import dev.idgen.internal.request.Breaker;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.time.ManualTime;
import dev.idgen.internal.time.TimeSource;
import dev.idgen.internal.time.Window;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Model checks how a used chunk passes from one stripe to another through {@link Stock}, against a chunk for one
 * thread. Forbids: two threads see the same chunk in the queue, and both use it; and a thread stamps a number that it
 * got from another thread with a timestamp that the other one used.
 */
@Tag(ModelChecking.TAG)
class UsedChunkLincheckTests {

    private static final int THREADS = 8;
    private static final ModelCheckingOptions OPTIONS = ModelChecking.options(4, 0, 2, ForOneThread.class);

    @Test
    void eachUseIsStampedLaterThanTheOneBefore() {
        OPTIONS.check(Real.class);
    }

    @Test
    void chunkThatIsTakenWithoutAnAtomicStepIsFound() {
        assertFound(OPTIONS, ForOneThread.class, INVALID_RESULTS);
    }

    @Test
    void useInTheSameMillisecondIsFound() {
        assertFound(OPTIONS, NotStrict.class, INVALID_RESULTS);
    }

    /** The specification, of a chunk with one number. With threads it has a mistake: two see that it has no owner. */
    @Param(name = "thread", gen = ThreadIdGen.class)
    @Param(name = "millis", gen = IntGen.class, conf = "1:4")
    public static class ForOneThread {

        private int owner = -1;
        private long stamped;
        private final long[] latest = new long[THREADS];

        /** Returns the timestamp of the number, or -1 if it cannot be used. */
        @Operation
        public long use(@Param(name = "thread") int thread, @Param(name = "millis") int now) {
            return useBy(thread, now);
        }

        @Operation
        public void leave(@Param(name = "thread") int thread, @Param(name = "millis") int now) {
            leaveBy(thread, now);
        }

        long useBy(int thread, int now) {
            long stamp = Math.max(now, latest[thread]);
            if (owner >= 0 || stamp <= stamped) {
                return -1;
            }
            owner = thread;
            stamped = stamp;
            latest[thread] = stamp;
            return stamp;
        }

        void leaveBy(int thread, int now) {
            if (owner == thread) {
                owner = -1;
            }
        }
    }

    public static class Real extends ForOneThread {

        final Lease lease = new Lease(
                new Bucket(0, "0", new Breaker("0", Duration.ofSeconds(1), TimeSource.system())),
                new BucketGranted(0, 1, new Window(0, 100), 0),
                100,
                0,
                false,
                new Lease.Permit());
        private final Stock stock = new Stock(new Waiters(new ManualTime()));
        final Stripe<?>[] stripes = new Stripe<?>[THREADS];

        /** Makes the stripes; the first one leaves a used number. */
        public Real() {
            for (int i = 0; i < THREADS; i++) {
                stripes[i] = new Stripe<>("", Stripe.Home.POOL);
            }
            lease.cutInto(stripes[0], 1);
            stripes[0].draw(0, 0);
            stock.keep(stripes[0], 0);
        }

        @Override
        long useBy(int thread, int now) {
            return stamped(thread, now, now);
        }

        /** @param clockMillis the clock when it looks for a chunk */
        long stamped(int thread, int now, int clockMillis) {
            long nanos = TimeUnit.MILLISECONDS.toNanos(now);
            Stripe<?> stripe = stripes[thread];
            return stock.reuseIn(stripe, nanos, clockMillis) && stripe.draw(nanos, now) ? stripe.tick() : -1;
        }

        @Override
        void leaveBy(int thread, int now) {
            stock.keep(stripes[thread], TimeUnit.MILLISECONDS.toNanos(now));
        }
    }

    /** Takes the chunk a millisecond too early, and does not go on from its last timestamp. */
    public static class NotStrict extends Real {

        @Override
        long useBy(int thread, int now) {
            return stamped(thread, now, now + 1) < 0 ? -1 : now;
        }
    }
}
