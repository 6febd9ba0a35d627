package dev.idgen.autoconfigure;

import dev.idgen.internal.diagnostics.FailureExplanation;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Explains why an application with idgen does not start. Runs before Boot's own analyzers, which would advise to let
 * one bean override another, or to define a missing generator in Java.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class IdgenFailureAnalyzer implements FailureAnalyzer {

    private final FailureExplanation explanation;

    IdgenFailureAnalyzer(BeanFactory beans, Environment environment) {
        this.explanation = new FailureExplanation(
                environment,
                IdgenProperties.class,
                OnEnabled.isEnabled(environment),
                StorePoints.stores((ConfigurableListableBeanFactory) beans, environment));
    }

    @Override
    public @Nullable FailureAnalysis analyze(Throwable failure) {
        return explanation.of(failure);
    }
}
