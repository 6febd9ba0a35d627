package dev.idgen.internal.request;

import dev.idgen.internal.time.TimeSource;
import java.time.Duration;

/**
 * A circuit breaker that opens with one failure and lets one request through after a while, whose outcome closes it or opens it again.
 * Requests are told to it by one thread; any may ask whether it is open.
 */
public final class Breaker {

    private final Duration wait;
    private final TimeSource time;
    private volatile State state = State.CLOSED;
    private long openedAt;

    private enum State {
        CLOSED,
        OPEN,
        /** One request is under way that shows whether to close. */
        HALF_OPEN
    }

    /** @param wait how long it stays open */
    public Breaker(Duration wait, TimeSource time) {
        this.wait = wait;
        this.time = time;
    }

    /** Whether it is anything but closed. */
    public boolean isOpen() {
        return state != State.CLOSED;
    }

    /** Whether a request may be sent now. If so, its outcome must be told. */
    public boolean tryAcquirePermission() {
        if (state == State.OPEN && time.nanoTime() - openedAt > wait.toNanos()) {
            state = State.HALF_OPEN;
            return true;
        }
        return state == State.CLOSED;
    }

    /** A request succeeded. One that was sent before it opened does not close it. */
    public void succeeded() {
        if (state == State.HALF_OPEN) {
            close();
        }
    }

    /** A request failed. One that was sent before it opened does not keep it open for longer. */
    public void failed() {
        if (state != State.OPEN) {
            open();
        }
    }

    /** Opens it for the same time as a failure. */
    public void open() {
        openedAt = time.nanoTime();
        state = State.OPEN;
    }

    /** Closes it, as a success does. */
    public void close() {
        state = State.CLOSED;
    }
}
