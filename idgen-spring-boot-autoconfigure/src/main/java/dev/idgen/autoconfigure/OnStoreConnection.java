package dev.idgen.autoconfigure;

import dev.idgen.InvalidSettingException;
import java.util.Objects;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if exactly one bean qualifies as idgen's connection to the store. Otherwise the beans that need the store
 * report why.
 */
final class OnStoreConnection extends SpringBootCondition implements ConfigurationCondition {

    @Override
    public ConfigurationPhase getConfigurationPhase() {
        return ConfigurationPhase.REGISTER_BEAN;
    }

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        StoreConnection connection = metadata.getAnnotations()
                .get(ConditionalOnStoreConnection.class)
                .getEnum("value", StoreConnection.class);
        ConfigurableListableBeanFactory beans = Objects.requireNonNull(context.getBeanFactory());
        StoreConnection.Choice choice = connection.choice(beans, context.getEnvironment());
        InvalidSettingException problem = choice.problem();
        ConditionMessage.Builder message = ConditionMessage.forCondition(ConditionalOnStoreConnection.class);
        if (choice.bean() != null) {
            return ConditionOutcome.match(message.because("ids use the bean '" + choice.bean() + "'"));
        }
        return ConditionOutcome.noMatch(message.because(problem == null ? "there is none" : problem.getMessage()));
    }
}
