package dev.idgen.internal.mistake;

import dev.idgen.internal.data.GeneratedIdException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains a {@code @GeneratedId} that cannot work. */
final class GeneratedIdFailureAnalyzer extends AbstractFailureAnalyzer<GeneratedIdException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, GeneratedIdException cause) {
        return new FailureAnalysis(cause.problem() + ".", cause.action(), cause);
    }
}
