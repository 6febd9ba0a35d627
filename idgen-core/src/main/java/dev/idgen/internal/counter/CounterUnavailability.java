package dev.idgen.internal.counter;

import dev.idgen.CounterUnavailableException;
import dev.idgen.CounterUnavailableException.Reason;
import dev.idgen.IdgenException;
import dev.idgen.internal.request.Waiters;
import dev.idgen.internal.time.TimeSource;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Knows why a source has no numbers, and makes the exceptions for callers. Thread-safe. */
final class CounterUnavailability implements Waiters.Refusals {

    private static final long LATELY_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final BlockSource source;
    private final TimeSource time;
    private volatile @Nullable Throwable latestFailure;
    private volatile long failedAt;
    private volatile boolean closed;

    CounterUnavailability(BlockSource source, TimeSource time) {
        this.source = source;
        this.time = time;
    }

    /**
     * Blocks until the store has answered.
     *
     * @throws ArithmeticException if a sum exceeds its limit
     * @throws CounterUnavailableException if the outcome is unknown
     */
    static <T> T await(String counter, CompletionStage<T> answer, Duration timeout) {
        try {
            return answer.toCompletableFuture().get(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CounterUnavailableException(counter, Reason.INTERRUPTED, 0, null);
        } catch (TimeoutException e) {
            throw new CounterUnavailableException(counter, Reason.TIMED_OUT, timeout.toMillis(), null);
        } catch (ExecutionException e) {
            throw failure(counter, e.getCause(), timeout);
        }
    }

    /** The exception for a caller whose request failed. */
    static RuntimeException failure(String counter, @Nullable Throwable cause, Duration timeout) {
        if (cause instanceof ArithmeticException || cause instanceof IdgenException) {
            return (RuntimeException) cause;
        }
        return cause instanceof TimeoutException
                ? new CounterUnavailableException(counter, Reason.TIMED_OUT, timeout.toMillis(), null)
                : new CounterUnavailableException(counter, Reason.FAILED, 0, cause);
    }

    /** Notes the outcome of the latest request to the store; null if it succeeded. */
    void noteFailure(@Nullable Throwable failure) {
        failedAt = time.nanoTime();
        latestFailure = failure;
    }

    /**
     * Why callers are, or recently were, refused. The note expires, because an idle source does not learn that the
     * store works again.
     */
    Optional<String> unavailability() {
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

    @Override
    public boolean isFinal() {
        return closed || source.fault() != null;
    }

    @Override
    public IdgenException refusal(long begun) {
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

    @Override
    public CounterUnavailableException interrupted(long begun) {
        return unavailable(Reason.INTERRUPTED, begun);
    }

    private CounterUnavailableException unavailable(Reason reason, long begun) {
        long waited = TimeUnit.NANOSECONDS.toMillis(time.nanoTime() - begun);
        return new CounterUnavailableException(source.name(), reason, waited, latestFailure);
    }
}
