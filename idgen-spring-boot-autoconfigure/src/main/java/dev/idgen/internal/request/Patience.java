package dev.idgen.internal.request;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * How long the start waits for something, in time during which this process runs: made of short pauses, each of which counts
 * as long as it was to be, however late it ended.
 *
 * <p>A process that begins has classes to load and code to run that is not compiled yet, also for the first answer of a store.
 * With a fifth of a core that takes five times as long, and a deadline by the clock would find a store silent that is not. The
 * system lets such a process run for a part of each tenth of a second, so that of its pauses hardly more than one counts in it; the
 * pauses of a process that merely waits are on time.
 *
 * <p>For one thread.
 */
public final class Patience {

    /** Far shorter than the tenth of a second, and long enough not to be work by itself. */
    static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private long leftNanos;

    /** @param most how long to wait */
    public Patience(Duration most) {
        this.leftNanos = Math.max(0, most.toNanos());
    }

    /** How many nanoseconds to wait now before the next look, which counts as done; 0 when it is used up. */
    long nextPause() {
        long pause = Math.min(leftNanos, PAUSE_NANOS);
        leftNanos -= pause;
        return pause;
    }

    /**
     * Waits until something is done, well or not, and returns whether it was done in time and well.
     *
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public boolean await(Future<?> outcome) throws InterruptedException {
        for (; ; ) {
            long pause = nextPause();
            try {
                outcome.get(pause, TimeUnit.NANOSECONDS);
                return true;
            } catch (ExecutionException e) {
                return false;
            } catch (TimeoutException e) {
                if (pause == 0) {
                    return false;
                }
            }
        }
    }
}
