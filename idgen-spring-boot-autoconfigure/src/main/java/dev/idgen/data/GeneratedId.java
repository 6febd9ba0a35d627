package dev.idgen.data;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.annotations.ValueGenerationType;

/**
 * Generates an entity's id, or the value of any other column, when the entity is first stored. Put it on the field or
 * its getter.
 *
 * <p>It is filled once, by the first insert, if it is null or, in a {@code long}, 0. A value that is there stays, and
 * no update fills one. With Hibernate, an entity whose id is set counts as stored.
 *
 * <ul>
 *   <li>Hibernate: ids are there after {@code persist}, other columns after the {@code INSERT}, which {@code flush} or
 *   the commit sends. Put {@code @Column(updatable = false)} on those: Hibernate 7 never updates them, Hibernate 6
 *   does. Not for columns of an embeddable class that is not an id.
 *   <li>Spring Data JDBC, R2DBC and MongoDB: on properties of the aggregate root. Other columns are filled if Spring
 *   Data takes the entity for new: by its version, else because it has no id, or as its {@code Persistable.isNew()}
 *   says.
 *   <li>MyBatis and MyBatis-Plus: on any property of what an {@code insert} takes.
 * </ul>
 *
 * <p>The field is a {@code String}, which takes ids of any generator in their usual text; a {@code long}, a
 * {@code Long} or a {@code UUID}; or a record, or a value class of Kotlin, with one component of these types.
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
     * The property of the entity that has the key of a keyed counter, such as {@code tenantId}; a path such as
     * {@code tenant.code} leads into an object of the entity. The property is a string, a number, a {@code UUID}, an
     * enum, or a record of one of these, and must be set when the entity is stored.
     */
    String key() default "";
}
