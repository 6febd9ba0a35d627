package dev.idgen.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.beans.factory.annotation.Qualifier;

/**
 * Marks the {@code RedisConnectionFactory} that idgen uses if the application has several. Put it on the {@code @Bean}
 * method or the bean's class. Without it, idgen uses the only or the primary one.
 *
 * <p>{@code @Bean(defaultCandidate = false)} reserves the bean for idgen, while {@code autowireCandidate = false} hides
 * it from idgen, too. To inject such a bean elsewhere, put this annotation on the parameter or field.
 *
 * <p>The property {@code idgen.redis.connection-factory} overrides the annotation. The application does not start if
 * two beans have the annotation and neither is primary.
 */
@Documented
@Qualifier
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface IdgenRedis {}
