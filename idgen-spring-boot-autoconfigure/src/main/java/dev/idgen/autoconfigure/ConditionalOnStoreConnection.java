package dev.idgen.autoconfigure;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/** Matches where it is clear which bean ids use to reach a store. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Conditional(OnStoreConnection.class)
@interface ConditionalOnStoreConnection {

    StoreConnection value();
}
