package dev.idgen;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A test that takes so long that only {@code -Pfull} runs it; a shorter form of it runs always. */
@Test
@Tag("long")
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface LongTest {}
