package dev.idgen.bucket;

import dev.idgen.bucket.LeaseReply.Granted;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.concurrent.TimeUnit;

/**
 * What this instance knows of one bucket. Written by the planner only; {@link #isLockedAt} and {@link #isOpen} may be
 * asked by any thread.
 */
final class Bucket {

    private static final long UNKNOWN = Long.MIN_VALUE;

    private final int index;
    private final CircuitBreaker breaker;

    private volatile boolean locked;
    private volatile long lockedUntil;

    private boolean busy;

    /** The server's run in the latest grant: buckets of one run share a server. Empty if not known. */
    private String run = "";

    private long stay = UNKNOWN;
    private int position;

    Bucket(int index, CircuitBreaker breaker) {
        this.index = index;
        this.breaker = breaker;
    }

    int index() {
        return index;
    }

    CircuitBreaker breaker() {
        return breaker;
    }

    /** Whether the breaker is anything but closed. */
    boolean isOpen() {
        return breaker.getState() != CircuitBreaker.State.CLOSED;
    }

    boolean isLockedAt(long nanoTime) {
        return locked && lockedUntil - nanoTime > 0;
    }

    long lockedUntil() {
        return lockedUntil;
    }

    void lockFor(long millis, long nanoTime) {
        lockedUntil = nanoTime + TimeUnit.MILLISECONDS.toNanos(millis);
        locked = true;
    }

    boolean isBusy() {
        return busy;
    }

    void setBusy(boolean value) {
        busy = value;
    }

    String run() {
        return run;
    }

    boolean sharesServerWith(Bucket other) {
        return !run.isEmpty() && run.equals(other.run);
    }

    /** Whether numbers of this bucket were granted to this instance before. */
    boolean isKnown() {
        return stay != UNKNOWN;
    }

    /**
     * Takes note of a grant.
     *
     * @return false if the record went back behind what this instance saw, so that the numbers may be in use
     */
    boolean accept(Granted grant) {
        long granted = grant.window().notBefore();
        boolean forward = granted > stay || (granted == stay && grant.first() >= position);
        if (forward) {
            stay = granted;
            position = grant.end();
        }
        run = grant.run();
        locked = false;
        return forward;
    }

    /** Forgets the record that was lost; what comes next is a new one. */
    void forget() {
        stay = UNKNOWN;
        position = 0;
    }
}
