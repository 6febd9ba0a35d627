package dev.idgen.data;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.AttributeBinderType;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.annotations.ValueGenerationType;

/**
 * Generates an entity's id, or the value of any other column, when the entity is first stored. Put it on the field or
 * its getter.
 *
 * <p>The first insert fills the field if it is null or, in a {@code long}, 0. {@link #assigned} says what
 * happens to any other value. Updates never fill the field.
 *
 * <ul>
 *   <li>Hibernate: {@code persist} sets ids. The {@code INSERT}, which {@code flush} or the commit sends, sets other
 *   columns. Put {@code @Column(updatable = false)} on those: Hibernate 7 never updates them, Hibernate 6 does. An
 *   embeddable class may have the annotation only if it is an id. On an association or a collection, the application
 *   does not start.
 *   <li>Spring Data JDBC, R2DBC and MongoDB: put it on properties of the aggregate root: with JDBC,
 *   the application does not start if a part of the root has it. Other columns are filled if
 *   Spring Data takes the entity for new: by {@code Persistable.isNew()}, by its version, or because it has no id.
 *   <li>MyBatis and MyBatis-Plus: put it on any property of an {@code insert}'s parameter.
 * </ul>
 *
 * <p>The field is a {@code long}, a {@code Long}, a {@code UUID} or a {@code String}. A {@code String} takes ids of any
 * generator in their usual text. A record or a Kotlin value class with one component of these types works, too.
 */
@Documented
@Target({ElementType.FIELD, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@IdGeneratorType(HibernateIds.class)
@AttributeBinderType(binder = HibernateIds.class)
@ValueGenerationType(generatedBy = HibernateIds.class)
public @interface GeneratedId {

    /** The generator under {@code idgen.generators}; if empty, the id is a string id of {@link dev.idgen.IdService}. */
    String value() default "";

    /** The business code of a string id: 0 to 4 characters {@code [0-9A-Za-z]}. */
    String business() default "";

    /**
     * The entity's property with the key of a keyed counter, such as {@code tenantId}, or a path such as {@code
     * tenant.code}. The property is a string, a number, a {@code UUID}, an enum, or a record of one of these. Set it
     * before you store the entity. A value that is no key, see {@link dev.idgen.InvalidKeyException}, is the
     * application's fault: storing fails with an {@link IllegalStateException}, and a web application answers 500.
     */
    String key() default "";

    /**
     * The entity's property with the date of the document, such as {@code issued}, or a path to it: the number is then
     * one of that date's year, month or day in the template, see {@link dev.idgen.CountedIds#on}. The property is a
     * {@code LocalDate}, a {@code LocalDateTime}, an {@code Instant}, an {@code OffsetDateTime}, a {@code ZonedDateTime}
     * or a {@code Date}, or a record of one of these. All but the first two are instants, whose date is that of the
     * generator's {@code zone}. Set it before you store the entity. The application does not start if the generator's
     * template has no date.
     */
    String date() default "";

    /**
     * What an insert does with a value that the application has set: one that is not null and, in a {@code long}, not
     * 0. An update leaves it alone. If the database has the id, {@code merge} and {@code save} update its row.
     */
    Assigned assigned() default Assigned.DEFAULT;

    /** What an insert does with a value that the application has set. */
    enum Assigned {

        /**
         * Stores the value, except for ids with Hibernate: {@code persist} and {@code merge} then take the entity for a
         * stored one, and fail; {@code StatelessSession.insert} generates another.
         */
        DEFAULT,

        /**
         * Stores the value. A counter does not skip it, so call {@link dev.idgen.CountedIds#raiseTo} after an import.
         */
        KEEP,

        /** Generates another value. */
        REPLACE,

        /**
         * Fails with an {@link IllegalStateException} that names the property and the value. A value that was generated
         * before is refused, too, unless a rollback of a Spring transaction has emptied the property.
         */
        REFUSE
    }
}
