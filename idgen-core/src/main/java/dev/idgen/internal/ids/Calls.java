package dev.idgen.internal.ids;

import dev.idgen.CounterExhaustedException;
import dev.idgen.CounterUnavailableException;
import dev.idgen.IdgenException;
import dev.idgen.NodeIdUnavailableException;
import dev.idgen.NumberNotClaimedException;
import dev.idgen.SchemeExhaustedException;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.TickUnavailableException;
import dev.idgen.internal.monitor.GeneratorMeasures;
import dev.idgen.internal.monitor.Measure;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Permits the calls of a generator, and counts those that got no id. All views of a generator share one. Thread-safe.
 */
public final class Calls {

    private final Map<FailedCall, LongAdder> failed = new EnumMap<>(FailedCall.class);
    private volatile @Nullable Runnable guard;

    /** Why a call got no id. */
    private enum FailedCall {
        /** There is none now, so callers may try again. */
        UNAVAILABLE,
        /** There will be none until settings change. */
        EXHAUSTED,
        /** The call, the settings or the store may not be used. */
        REFUSED;

        static FailedCall of(IdgenException failure) {
            if (failure instanceof SequenceUnavailableException
                    || failure instanceof CounterUnavailableException
                    || failure instanceof NodeIdUnavailableException
                    || failure instanceof TickUnavailableException
                    || failure instanceof NumberNotClaimedException) {
                return UNAVAILABLE;
            }
            return failure instanceof CounterExhaustedException || failure instanceof SchemeExhaustedException
                    ? EXHAUSTED
                    : REFUSED;
        }
    }

    public Calls() {
        Stream.of(FailedCall.values()).forEach(reason -> failed.put(reason, new LongAdder()));
    }

    /** Sets what runs before each call, and throws if the call is refused; null for nothing. */
    public void guard(@Nullable Runnable before) {
        guard = before;
    }

    /** Throws if the call is refused. */
    public void require() {
        Runnable before = guard;
        if (before != null) {
            before.run();
        }
    }

    /** Counts a failed call, and returns its failure. */
    public <F extends IdgenException> F failed(F failure) {
        Objects.requireNonNull(failed.get(FailedCall.of(failure))).increment();
        return failure;
    }

    /** Counts a call that fails now or later. */
    public <T> CompletableFuture<T> watched(CompletableFuture<T> call) {
        if (!call.isDone() || call.isCompletedExceptionally()) {
            call.whenComplete((id, failure) -> {
                if (failure instanceof IdgenException known) {
                    failed(known);
                }
            });
        }
        return call;
    }

    /** The failed calls by reason. */
    public List<Measure> measures() {
        return failed.entrySet().stream()
                .map(entry -> GeneratorMeasures.failed(entry.getKey().name(), entry.getValue()::sum))
                .toList();
    }
}
