package dev.idgen.text;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Writes and reads an id as a string in JSON, paths and parameters. Use it for {@code long} ids, because browsers round
 * numbers of more than 53 bits.
 * <ul>
 *   <li>On a property that Jackson reads or writes, including a record's component: the id is a JSON string. This also
 *   works for the values of collections, arrays and maps.
 *   <li>On a parameter of a controller for Spring MVC or WebFlux: a malformed text gets status 400.
 *   <li>On a type with one component, such as {@code record OrderId(long value)} or a value class of Kotlin: wherever
 *   the type is used.
 * </ul>
 *
 * <p>Ids have the generator's type: {@code long}, {@code Long}, {@code UUID} or {@code String}. The generator's
 * {@link dev.idgen.IdGenerator#format} writes the text, including its prefix and check symbol, and its
 * {@link dev.idgen.IdGenerator#parse} reads it. Without a generator, the text is decimal without leading zeros. A JSON
 * number is read too if its digits are the text.
 *
 * <p>{@code toString} of an annotated type shows the number, even one that a mask hides. In a log, write {@code
 * generator.format(id.value())}.
 *
 * <p>If the generator is missing, or its ids are of another type, the first use of the property or parameter fails.
 */
@Documented
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface IdText {

    /** The generator's name under {@code idgen.generators}. If empty, ids are {@code long} values in decimal digits. */
    String value() default "";
}
