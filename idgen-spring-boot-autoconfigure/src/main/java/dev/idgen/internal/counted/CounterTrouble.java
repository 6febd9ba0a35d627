package dev.idgen.internal.counted;

import dev.idgen.CounterUnavailableException;
import dev.idgen.CounterUnavailableException.Reason;
import dev.idgen.IdgenException;
import dev.idgen.internal.time.TimeSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Knows why a source has no numbers, and makes what its callers are told. Thread-safe. */
final class CounterTrouble {

    private static final long LATELY_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final NumberSource source;
    private final TimeSource time;
    private volatile @Nullable Throwable latestFailure;
    private volatile long failedAt;
    private volatile boolean closed;

    CounterTrouble(NumberSource source, TimeSource time) {
        this.source = source;
        this.time = time;
    }

    /** The latest request to the store failed, or worked if there is no failure. */
    void noteFailure(@Nullable Throwable failure) {
        failedAt = time.nanoTime();
        latestFailure = failure;
    }

    /** Why callers are refused, if they are or were a moment ago. Who is not asked does not know whether the store works again. */
    Optional<String> trouble() {
        long now = time.nanoTime();
        boolean failedLately = latestFailure != null && now - failedAt < LATELY_NANOS;
        return isFinal() || failedLately ? Optional.ofNullable(refusal(now).getMessage()) : Optional.empty();
    }

    void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }

    /** Whether it is no use to wait. */
    boolean isFinal() {
        return closed || source.fault() != null;
    }

    /**
     * What a caller is told that does not get a number.
     *
     * @param begun monotonic nanoseconds when the caller came
     */
    IdgenException refusal(long begun) {
        Supplier<IdgenException> fault = source.fault();
        if (fault != null) {
            return fault.get();
        }
        if (closed) {
            return unavailable(Reason.CLOSED, begun);
        }
        Throwable failure = latestFailure;
        boolean failed = failure != null && !(failure instanceof TimeoutException);
        return unavailable(failed ? Reason.FAILED : Reason.TIMED_OUT, begun);
    }

    /** What a caller is told whose thread was interrupted. */
    CounterUnavailableException interrupted(long begun) {
        return unavailable(Reason.INTERRUPTED, begun);
    }

    private CounterUnavailableException unavailable(Reason reason, long begun) {
        long waited = TimeUnit.NANOSECONDS.toMillis(time.nanoTime() - begun);
        return new CounterUnavailableException(source.name(), reason, waited, latestFailure);
    }
}
