package dev.idgen.samples.redis;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Advises what to do if the embedded Redis does not run: on some systems, its binaries need OpenSSL 3. */
class EmbeddedRedisFailureAnalyzer extends AbstractFailureAnalyzer<EmbeddedRedisException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, EmbeddedRedisException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.advice(), cause);
    }
}
