package dev.idgen.test;

import dev.idgen.internal.time.DeterministicTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;

/**
 * Gives a test's context the clock of {@link AutoConfigureIdgen#deterministic()}. Spring finds this class by {@code
 * spring.factories}. Stateless and thread-safe.
 */
final class DeterministicIds implements ContextCustomizerFactory {

    @Override
    public @Nullable ContextCustomizer createContextCustomizer(
            Class<?> testClass, List<ContextConfigurationAttributes> configuration) {
        AutoConfigureIdgen found = TestContextAnnotationUtils.findMergedAnnotation(testClass, AutoConfigureIdgen.class);
        return found != null && found.deterministic() ? new Clock() : null;
    }

    /** Equal to each other, so that contexts are shared. */
    private record Clock() implements ContextCustomizer {

        @Override
        public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
            context.getBeanFactory().registerSingleton("idgenTimeSource", new DeterministicTime());
        }
    }
}
