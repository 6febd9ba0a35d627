package dev.idgen.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.beans.factory.annotation.Qualifier;

/**
 * Marks the {@code RedisConnectionFactory} that ids use in an application that has several: on the method that makes
 * the bean, or on its class. Not needed where there is only one, or where ids are to use the primary one.
 *
 * <p>Such a bean need not be a candidate for other injection points: {@code @Bean(defaultCandidate = false)} leaves it
 * to ids. {@code autowireCandidate = false} hides it from ids, too. Where it is wanted otherwise, the annotation on a
 * parameter or field asks for it.
 *
 * <p>The property {@code idgen.redis.connection-factory} comes before the annotation. An application with two beans
 * that have it, neither of them primary, does not start.
 */
@Documented
@Qualifier
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface IdgenRedis {}
