package dev.idgen.text;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says how an id is written outside: in JSON, paths and parameters. Browsers round numbers of more than 53 bits, so a
 * {@code long} is to be a text there.
 *
 * <ul>
 *   <li>On a property that Jackson reads or writes, a record's component included: it is a JSON string. Also on
 *   collections, arrays and maps whose values are ids.
 *   <li>On a parameter of a controller for Spring MVC or WebFlux: a text of another form is answered with status 400.
 *   <li>On a type with one component, such as {@code record OrderId(long value)} or a value class of Kotlin: wherever
 *   the type is used.
 * </ul>
 *
 * <p>Ids are of type {@code long}, {@code Long}, {@code UUID} or {@code String}, as the generator's are. The text is
 * the one that {@link dev.idgen.IdGenerator#format} of the generator gives, with its prefix and check symbol if it has
 * them, and only what its {@link dev.idgen.IdGenerator#parse} takes is read. Without a generator it is decimal, without
 * a leading zero. A JSON number is read as well where its digits are the text.
 *
 * <p>A generator that is missing, or whose ids are of another type, is an error when the property or parameter is used
 * first.
 */
@Documented
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface IdText {

    /** The generator under {@code idgen.generators}; if empty, ids are {@code long} values in decimal digits. */
    String value() default "";
}
