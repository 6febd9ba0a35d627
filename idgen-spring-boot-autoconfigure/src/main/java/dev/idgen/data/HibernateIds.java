package dev.idgen.data;

import dev.idgen.internal.data.EntityIds;
import dev.idgen.internal.data.GeneratedIdException;
import jakarta.persistence.Embeddable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.Objects;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.AnnotationBasedGenerator;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.resource.beans.spi.ManagedBeanRegistry;
import org.jspecify.annotations.Nullable;

/** Generates ids for {@link GeneratedId} when Hibernate first stores an entity. Thread-safe once initialized. */
@SuppressWarnings({"serial", "removal"
}) // not meant to be serialized; Hibernate 6 has no other way to initialize a generator
public final class HibernateIds implements BeforeExecutionGenerator, AnnotationBasedGenerator<GeneratedId> {

    private transient EntityIds.@Nullable FieldIds ids;

    /** Called by Hibernate, which then calls {@link #initialize}. */
    public HibernateIds() {}

    /**
     * Called by Hibernate for each entity when it builds the session factory.
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
                            + " embeddable out of updates.",
                    null);
        }
        ids = context.getServiceRegistry()
                .requireService(ManagedBeanRegistry.class)
                .getBean(EntityIds.class)
                .getBeanInstance()
                .field(
                        new EntityIds.AnnotationValues(annotation.value(), annotation.business(), annotation.key()),
                        entity == null ? member.getDeclaringClass() : entity.getMappedClass(),
                        type,
                        name);
    }

    /** Returns the column's present value, or a new id if it has none. For an id, Hibernate passes no present value. */
    @Override
    public Object generate(
            SharedSessionContractImplementor session,
            Object owner,
            @Nullable Object currentValue,
            EventType eventType) {
        return currentValue == null || EntityIds.isMissing(currentValue)
                ? Objects.requireNonNull(ids).forEntity(owner).next()
                : currentValue;
    }

    @Override
    public EnumSet<EventType> getEventTypes() {
        return EventTypeSets.INSERT_ONLY;
    }
}
