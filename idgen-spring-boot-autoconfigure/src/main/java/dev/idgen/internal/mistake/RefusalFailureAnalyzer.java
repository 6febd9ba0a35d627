package dev.idgen.internal.mistake;

import dev.idgen.CounterUnavailableException;
import dev.idgen.IdgenException;
import dev.idgen.NodeIdUnavailableException;
import dev.idgen.SequenceUnavailableException;
import dev.idgen.StoreUnsuitableException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains that the store, as configured, cannot keep ids unique. Also explains that a bean needed an id at startup,
 * but the store did not answer.
 */
final class RefusalFailureAnalyzer extends AbstractFailureAnalyzer<IdgenException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, IdgenException cause) {
        StoreUnsuitableException unsuitable = findCause(rootFailure, StoreUnsuitableException.class);
        if (unsuitable != null) {
            return new FailureAnalysis(
                    "idgen issues no ids from this store: " + unsuitable.getMessage() + ".",
                    "Do what the description says, and start the application again.",
                    unsuitable);
        }
        return cause instanceof SequenceUnavailableException
                        || cause instanceof NodeIdUnavailableException
                        || cause instanceof CounterUnavailableException
                ? new FailureAnalysis(
                        "An id was needed at startup, but could not be issued: " + cause.getMessage() + ".",
                        "Make the store available; the description ends with the reason. For development without one, set"
                                + " 'idgen.store' to 'memory'. '--debug' shows which call needed the id.",
                        cause)
                : null;
    }
}
