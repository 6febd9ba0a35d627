package dev.idgen.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** The switches that other health indicators have too. Their annotation is not the same class in all releases of Spring Boot. */
final class OnEnabledHealth extends SpringBootCondition {

    private static final String OWN = "management.health.idgen.enabled";
    private static final String STANDARD = "management.health.defaults.enabled";

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Environment environment = context.getEnvironment();
        boolean standard = environment.getProperty(STANDARD, Boolean.class, true);
        boolean enabled = environment.getProperty(OWN, Boolean.class, standard);
        return new ConditionOutcome(
                enabled,
                ConditionMessage.forCondition("health")
                        .because(OWN + " or " + STANDARD + " makes it " + (enabled ? "enabled" : "disabled")));
    }
}
