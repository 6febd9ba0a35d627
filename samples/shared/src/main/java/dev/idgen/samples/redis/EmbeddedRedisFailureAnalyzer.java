package dev.idgen.samples.redis;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Names the ways on for a machine that cannot run the embedded Redis: its binaries need OpenSSL 3 on some systems. */
class EmbeddedRedisFailureAnalyzer extends AbstractFailureAnalyzer<EmbeddedRedisException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, EmbeddedRedisException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.advice(), cause);
    }
}
