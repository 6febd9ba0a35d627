package dev.idgen.autoconfigure;

import dev.idgen.InvalidSettingException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains a property's unusable value: bad zone, bad namespace, value out of range. */
final class InvalidSettingFailureAnalyzer extends AbstractFailureAnalyzer<InvalidSettingException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidSettingException cause) {
        return new FailureAnalysis("The property " + cause.getMessage() + ".", cause.action(), cause);
    }
}
