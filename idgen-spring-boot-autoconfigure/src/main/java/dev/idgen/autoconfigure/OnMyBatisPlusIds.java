package dev.idgen.autoconfigure;

import dev.idgen.internal.generator.ConfiguredGenerators;
import dev.idgen.internal.generator.GeneratorType;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches if {@code idgen.mybatis-plus} names a generator, or any generator makes numbers. Otherwise MyBatis-Plus keeps
 * its own ids.
 */
final class OnMyBatisPlusIds extends SpringBootCondition {

    private static final String PREFIX = "idgen.mybatis-plus.";

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Environment environment = context.getEnvironment();
        ConditionMessage.Builder message = ConditionMessage.forCondition("ids of MyBatis-Plus");
        if (!OnEnabled.isEnabled(environment, PREFIX + "enabled")) {
            return ConditionOutcome.noMatch(message.because(PREFIX + "enabled is false"));
        }
        if (environment.containsProperty(PREFIX + "generator")
                || environment.containsProperty(PREFIX + "uuid-generator")) {
            return ConditionOutcome.match(message.because("a generator is named"));
        }
        boolean numbers = ConfiguredGenerators.properties(Binder.get(environment)).values().stream()
                .anyMatch(generator -> generator.type() != null
                        && generator.type() != GeneratorType.EXISTING
                        && generator.idType() == Long.class);
        return new ConditionOutcome(
                numbers, message.because("there is " + (numbers ? "a" : "no") + " generator of numbers"));
    }
}
