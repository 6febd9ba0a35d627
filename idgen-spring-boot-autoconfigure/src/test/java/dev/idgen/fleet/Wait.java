package dev.idgen.fleet;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for conditions, with a deadline that no machine should need. */
final class Wait {

    private static final Duration MOST = Duration.ofSeconds(60);
    private static final long POLL_MILLIS = 20;

    private Wait() {}

    /**
     * Returns when a condition is met.
     *
     * @throws AssertionError if it is not within a minute
     */
    static void until(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + MOST.toNanos();
        while (!condition.getAsBoolean()) {
            if (deadline - System.nanoTime() < 0) {
                throw new AssertionError("waited " + MOST.toSeconds() + " s in vain for " + what);
            }
            Pause.millis(POLL_MILLIS);
        }
    }
}
