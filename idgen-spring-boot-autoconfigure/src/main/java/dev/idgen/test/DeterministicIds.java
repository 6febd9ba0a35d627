package dev.idgen.test;

import dev.idgen.internal.time.DeterministicTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.TestContextAnnotationUtils;

/**
 * Gives a test's context the clock of {@link AutoConfigureIdgen#deterministic()}. Spring finds this class by {@code
 * spring.factories}. Stateless and thread-safe.
 */
final class DeterministicIds implements ContextCustomizerFactory {

    /** One for all tests, so that contexts are shared. */
    private static final ContextCustomizer CLOCK = (context, configuration) ->
            context.getBeanFactory().registerSingleton("idgenTimeSource", new DeterministicTime());

    @Override
    public @Nullable ContextCustomizer createContextCustomizer(
            Class<?> testClass, List<ContextConfigurationAttributes> configuration) {
        AutoConfigureIdgen found = TestContextAnnotationUtils.findMergedAnnotation(testClass, AutoConfigureIdgen.class);
        return found != null && found.deterministic() ? CLOCK : null;
    }
}
