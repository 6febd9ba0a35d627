package dev.idgen.text;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that an id of type {@code long} is a text outside: browsers round numbers of more than 53 bits.
 *
 * <ul>
 *   <li>On a property that Jackson reads or writes, a record's component included: it is a JSON string. Also on collections, arrays
 *       and maps with values of type {@code Long}.
 *   <li>On a parameter of a controller for Spring MVC or WebFlux: a text of another form is answered with status 400, unless it
 *       is a decimal number, which Spring itself then converts.
 * </ul>
 *
 * <p>The text is the one that {@link dev.idgen.IdGenerator#format} of the generator gives, and only what its {@link
 * dev.idgen.IdGenerator#parse} takes is read; without a generator it is decimal, without a leading zero. A JSON number is read as
 * well where its digits are the text.
 *
 * <p>A generator that is missing, or whose ids are of another type, is an error when the property or parameter is used first.
 */
@Documented
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
public @interface IdText {

    /** The generator under {@code idgen.generators}, with ids of type {@code long}; if empty, ids are decimal. */
    String value() default "";
}
