package dev.idgen.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Matches unless {@code idgen.enabled} is false. A value that is neither true nor false matches, too, and fails later
 * when Spring binds the properties.
 */
final class OnEnabled extends SpringBootCondition {

    static final String PROPERTY = "idgen.enabled";

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        boolean enabled = isEnabled(context.getEnvironment());
        return new ConditionOutcome(
                enabled,
                ConditionMessage.forCondition("idgen").because(PROPERTY + " makes it " + (enabled ? "on" : "off")));
    }

    static boolean isEnabled(Environment environment) {
        return isEnabled(environment, PROPERTY);
    }

    static boolean isEnabled(Environment environment, String property) {
        try {
            return environment.getProperty(property, Boolean.class, true);
        } catch (ConversionException e) {
            return true;
        }
    }
}
