package dev.idgen.autoconfigure;

import dev.idgen.StoreUnsuitableException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains that the store cannot keep ids unique as it is. */
final class StoreUnsuitableFailureAnalyzer extends AbstractFailureAnalyzer<StoreUnsuitableException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, StoreUnsuitableException cause) {
        return new FailureAnalysis(
                "idgen issues no ids from this store: " + cause.getMessage() + ".",
                "Do what the description says, and start the application again.",
                cause);
    }
}
