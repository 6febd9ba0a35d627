package dev.idgen.data;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.annotations.ValueGenerationType;

/**
 * Gives an entity its id when it is stored first: on the field, or the accessor, that is its id for JPA with Hibernate, Spring
 * Data JDBC, R2DBC or MongoDB; with MyBatis, on any field, or getter of a property, that an insert uses. An id that is there already stays, except with Hibernate, which then takes the entity for one that
 * is stored.
 *
 * <p>The field is a {@code String}, a {@code long} or {@code Long}, or a {@code UUID}. A {@code String} takes ids of any
 * generator in their usual text.
 */
@Documented
@Target({ElementType.FIELD, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@IdGeneratorType(HibernateIds.class)
@ValueGenerationType(generatedBy = HibernateIds.class)
public @interface GeneratedId {

    /** The generator under {@code idgen.generators}; if empty, the id is a string id of {@link dev.idgen.IdService}. */
    String value() default "";

    /** The business code of a string id: 0 to 4 characters {@code [0-9A-Za-z]}. */
    String business() default "";

    /**
     * The property of the entity whose value is the key of a keyed counter, such as {@code tenantId}.
     */
    String key() default "";
}
