package dev.idgen.data;

import dev.idgen.data.GeneratedId.Assigned;
import dev.idgen.entities.EntityIds;
import dev.idgen.entities.GeneratedIdException;
import jakarta.persistence.Embeddable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.Objects;
import org.hibernate.binder.AttributeBinder;
import org.hibernate.boot.spi.MetadataBuildingContext;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.AnnotationBasedGenerator;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.mapping.Any;
import org.hibernate.mapping.Collection;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.ToOne;
import org.hibernate.mapping.Value;
import org.hibernate.resource.beans.spi.ManagedBeanRegistry;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.PropertyAccessor;
import org.springframework.beans.PropertyAccessorFactory;
import org.springframework.util.StringUtils;

/** Generates ids for {@link GeneratedId} when Hibernate first stores an entity. Thread-safe once initialized. */
@SuppressWarnings({"serial", "removal"
}) // not meant to be serialized; Hibernate 6 has no other way to initialize a generator
public final class HibernateIds
        implements BeforeExecutionGenerator, AnnotationBasedGenerator<GeneratedId>, AttributeBinder<GeneratedId> {

    /** Null if Hibernate has no access to Spring's beans. */
    private transient EntityIds.@Nullable FieldIds ids;

    private transient @Nullable Member member;

    /** The name of the field, or the property of the getter. */
    private String attribute = "";

    private boolean mayBeAssigned;

    /** Called by Hibernate, which then calls {@link #initialize}. */
    public HibernateIds() {}

    /**
     * Called by Hibernate for each annotated attribute before it makes a generator, which it cannot do for an
     * association.
     *
     * @throws IllegalStateException if the attribute is an association, or a collection of elements
     */
    @Override
    public void bind(
            GeneratedId annotation, MetadataBuildingContext context, PersistentClass entity, Property attribute) {
        Value value = attribute.getValue();
        if (value instanceof ToOne || value instanceof Collection || value instanceof Any) {
            throw new GeneratedIdException(
                    "@GeneratedId on " + entity.getClassName() + "." + attribute.getName()
                            + " is on an association or a collection",
                    "Put it on the id of the entity that the association leads to, or on another property with one"
                            + " value.");
        }
    }

    /**
     * Called by Hibernate for each entity when it builds the session factory. Spring Data builds one without Spring's
     * beans when it generates code ahead of time, and stores nothing with it.
     *
     * @throws IllegalStateException if there is no such generator, or its ids do not fit the field
     */
    @Override
    public void initialize(GeneratedId annotation, Member member, GeneratorCreationContext context) {
        Class<?> type = member instanceof Field field ? field.getType() : ((Method) member).getReturnType();
        String name = member.getDeclaringClass().getName() + "." + member.getName();
        PersistentClass entity =
                context.getPersistentClass(); // null in an embeddable, and for properties of an @IdClass
        if (entity == null && member.getDeclaringClass().isAnnotationPresent(Embeddable.class)) {
            throw new GeneratedIdException(
                    "@GeneratedId on " + name + " is in an embeddable class that is not an id",
                    "Put it on a property of the entity: with a generated column, Hibernate would leave all columns of the"
                            + " embeddable out of updates.");
        }
        Assigned assigned = annotation.assigned();
        if (entity == null && (assigned == Assigned.REPLACE || assigned == Assigned.REFUSE)) {
            throw new GeneratedIdException(
                    "@GeneratedId(assigned = " + assigned + ") on " + name + " cannot be obeyed in an @IdClass",
                    "Use an @EmbeddedId, or KEEP: for an @IdClass, Hibernate asks twice, the second time with the value that"
                            + " was generated.");
        }
        this.member = member;
        this.attribute = member instanceof Field
                ? member.getName()
                : StringUtils.uncapitalizeAsProperty(member.getName().replaceFirst("^(get|is)", ""));
        mayBeAssigned = assigned != Assigned.DEFAULT;
        ManagedBeanRegistry beans = context.getServiceRegistry().requireService(ManagedBeanRegistry.class);
        if (beans.getBeanContainer() == null) {
            return;
        }
        ids = beans.getBean(EntityIds.class)
                .getBeanInstance()
                .field(annotation, entity == null ? member.getDeclaringClass() : entity.getMappedClass(), type, name);
    }

    /**
     * Whether Hibernate passes the present value of an id to {@link #generate}. It then takes an entity with an id for a
     * new one until it has looked into the database; otherwise, for a stored one.
     */
    @Override
    public boolean allowAssignedIdentifiers() {
        return mayBeAssigned;
    }

    /**
     * Returns the present value, or a new id, as the annotation says.
     *
     * @throws IllegalStateException if the annotation refuses the present value
     */
    @Override
    public Object generate(
            SharedSessionContractImplementor session,
            Object owner,
            @Nullable Object currentValue,
            EventType eventType) {
        boolean fills = ids == null ? EntityIds.isMissing(currentValue) : ids.isToFill(currentValue);
        return currentValue == null || fills ? next(owner) : currentValue;
    }

    private Object next(Object owner) {
        if (ids == null) {
            throw new GeneratedIdException(
                    "@GeneratedId is on an entity, but Hibernate has no access to Spring's beans",
                    "Let Spring Boot create the EntityManagerFactory, or set Hibernate's property"
                            + " 'hibernate.resource.beans.container' to a SpringBeanContainer.");
        }
        Object id = ids.forEntity(owner).next();
        Member property = Objects.requireNonNull(member);
        if (ids.rollsBack() && property.getDeclaringClass().isInstance(owner)) { // not if it is in an embedded id
            PropertyAccessor access = property instanceof Field
                    ? PropertyAccessorFactory.forDirectFieldAccess(owner)
                    : PropertyAccessorFactory.forBeanPropertyAccess(owner);
            if (access.isReadableProperty(attribute) && access.isWritableProperty(attribute)) {
                ids.noteFilled(
                        id,
                        () -> access.getPropertyValue(attribute),
                        empty -> access.setPropertyValue(attribute, empty));
            }
        }
        return id;
    }

    @Override
    public EnumSet<EventType> getEventTypes() {
        return EventTypeSets.INSERT_ONLY;
    }
}
