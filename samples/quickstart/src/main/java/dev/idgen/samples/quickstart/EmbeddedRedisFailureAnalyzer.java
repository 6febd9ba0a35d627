package dev.idgen.samples.quickstart;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Names the ways on for a machine that cannot run the embedded Redis: its binaries need OpenSSL 3 on some systems. */
class EmbeddedRedisFailureAnalyzer extends AbstractFailureAnalyzer<EmbeddedRedisException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, EmbeddedRedisException cause) {
        return new FailureAnalysis(
                cause.getMessage(),
                "Start a Redis yourself and name its host in the environment variable SPRING_DATA_REDIS_HOST, or do"
                        + " without for a first look: IDGEN_STORE=memory.",
                cause);
    }
}
