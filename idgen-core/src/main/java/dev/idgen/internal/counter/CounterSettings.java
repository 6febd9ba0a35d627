package dev.idgen.internal.counter;

import java.time.Duration;

/**
 * Checked settings of a counter.
 *
 * @param acquireTimeout how long a caller may wait for a number, 0 to 60 s
 * @param floor this number and those before it count as issued; -1 or more, because a {@code decimal-id} counts from 0
 */
public record CounterSettings(Duration acquireTimeout, long floor) {

    /** The settings if nothing is configured. */
    public static CounterSettings defaults() {
        return new CounterSettings(Duration.ofSeconds(1), -1);
    }
}
