package dev.idgen.autoconfigure;

import dev.idgen.CounterUnavailableException;
import dev.idgen.IdgenException;
import dev.idgen.NodeIdUnavailableException;
import dev.idgen.SequenceUnavailableException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains that an application ended because an id was drawn at its start, by a runner for example, and the store did not answer. */
final class UnavailableIdFailureAnalyzer extends AbstractFailureAnalyzer<IdgenException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, IdgenException cause) {
        boolean unavailable = cause instanceof SequenceUnavailableException
                || cause instanceof NodeIdUnavailableException
                || cause instanceof CounterUnavailableException;
        return unavailable
                ? new FailureAnalysis(
                        "An id was needed at the start, and could not be issued: " + cause.getMessage() + ".",
                        "Make the store available; the description ends with the reason. For development without one set"
                                + " 'idgen.store' to 'memory'. '--debug' shows which call needed the id.",
                        cause)
                : null;
    }
}
