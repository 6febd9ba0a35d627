package dev.idgen.autoconfigure;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

/** Analyzes a failure as Spring Boot does when an application does not start. */
final class FailureAnalyses {

    private FailureAnalyses() {}

    /** Returns the first analysis, or null if no analyzer on the class path explains the failure. */
    static @Nullable FailureAnalysis of(Throwable failure, ConfigurableApplicationContext context) {
        ArgumentResolver arguments = ArgumentResolver.of(BeanFactory.class, context.getBeanFactory())
                .and(Environment.class, context.getEnvironment());
        FailureHandler ignoring = (type, analyzer, unusable) -> {}; // needs what is not on the class path
        return SpringFactoriesLoader.forDefaultResourceLocation()
                .load(FailureAnalyzer.class, arguments, ignoring)
                .stream()
                .map(analyzer -> analyzer.analyze(failure))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }
}
