package dev.idgen.autoconfigure;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/** Matches if exactly one bean qualifies as idgen's connection to the store. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Conditional(OnStoreConnection.class)
@interface ConditionalOnStoreConnection {

    StoreConnection value();
}
