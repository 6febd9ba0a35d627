package dev.idgen.autoconfigure;

import dev.idgen.InvalidSettingException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionOverrideException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Explains that another bean, such as a repository, has the name of a generator. Runs before Boot's own analyzer, which
 * advises to let one bean override the other.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class GeneratorNameFailureAnalyzer extends AbstractFailureAnalyzer<BeanDefinitionOverrideException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, BeanDefinitionOverrideException cause) {
        BeanDefinition one = cause.getBeanDefinition();
        BeanDefinition other = cause.getExistingDefinition();
        if (!GeneratorBeans.isGenerator(one) && !GeneratorBeans.isGenerator(other)) {
            return null;
        }
        InvalidSettingException explained =
                GeneratorBeans.nameOfAnotherBean(cause.getBeanName(), GeneratorBeans.isGenerator(one) ? other : one);
        return new FailureAnalysis("The property " + explained.getMessage() + ".", explained.action(), cause);
    }
}
