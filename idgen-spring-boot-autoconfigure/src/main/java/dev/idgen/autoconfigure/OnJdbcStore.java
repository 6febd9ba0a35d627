package dev.idgen.autoconfigure;

import dev.idgen.autoconfigure.IdgenProperties.Store;
import java.util.Objects;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if {@code idgen.store} is {@code jdbc}, or is not set and there is no Redis. */
final class OnJdbcStore extends SpringBootCondition implements ConfigurationCondition {

    @Override
    public ConfigurationPhase getConfigurationPhase() {
        return ConfigurationPhase.REGISTER_BEAN;
    }

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConditionMessage.Builder message = ConditionMessage.forCondition("idgen's store");
        ConfigurableListableBeanFactory beans = Objects.requireNonNull(context.getBeanFactory());
        Store store = LeasingStore.of(beans, context.getEnvironment());
        return new ConditionOutcome(store == Store.JDBC, message.because("it is " + store));
    }
}
