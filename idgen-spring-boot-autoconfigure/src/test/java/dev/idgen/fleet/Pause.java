package dev.idgen.fleet;

import java.time.Duration;

/** Sleeps. */
final class Pause {

    private Pause() {}

    static void millis(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    static void of(Duration duration) {
        millis(duration.toMillis());
    }
}
