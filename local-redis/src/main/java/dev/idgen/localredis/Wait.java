package dev.idgen.localredis;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for conditions, with a deadline that even a slow machine meets. It is the only place where tests sleep. */
public final class Wait {

    private static final Duration MOST = Duration.ofSeconds(60);
    private static final long POLL_MILLIS = 20;

    private Wait() {}

    /**
     * Returns when a condition is met.
     *
     * @throws IllegalStateException if it is not met within a minute, or if the thread is interrupted
     */
    public static void until(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + MOST.toNanos();
        while (!condition.getAsBoolean()) {
            if (deadline - System.nanoTime() < 0) {
                throw new IllegalStateException("waited " + MOST.toSeconds() + " s in vain for " + what);
            }
            sleep(POLL_MILLIS, what);
        }
    }

    /**
     * Lets real time pass where no condition shows that enough has passed.
     *
     * @throws IllegalStateException if the thread is interrupted
     */
    public static void millis(long millis) {
        sleep(millis, millis + " ms to pass");
    }

    /** Like {@link #millis}. */
    public static void of(Duration duration) {
        millis(duration.toMillis());
    }

    private static void sleep(long millis, String what) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for " + what, e);
        }
    }
}
