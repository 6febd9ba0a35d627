package dev.idgen;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * Threads of this class race, in a JVM that compiles them as well as that of an application does: other tests run in one that does
 * not.
 */
@Tag("stress")
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface StressTest {}
