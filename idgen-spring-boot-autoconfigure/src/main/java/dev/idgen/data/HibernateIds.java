package dev.idgen.data;

import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.EnumSet;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.resource.beans.spi.ManagedBeanRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ids for {@link GeneratedId}, as Hibernate asks for them: one for each entity that is stored first. Thread-safe. */
@SuppressWarnings("serial") // lives as long as its session factory
public final class HibernateIds implements BeforeExecutionGenerator {

    private static final Logger log = LoggerFactory.getLogger(HibernateIds.class);

    private final transient EntityIds.Source source;

    /**
     * Called by Hibernate when the session factory is made, for each entity.
     *
     * @throws IllegalStateException if there is no such generator, or its ids do not fit into the field
     */
    public HibernateIds(GeneratedId annotation, Member member, GeneratorCreationContext context) {
        Class<?> type = member instanceof Field field ? field.getType() : ((Method) member).getReturnType();
        EntityIds ids = context.getServiceRegistry()
                .requireService(ManagedBeanRegistry.class)
                .getBean(EntityIds.class)
                .getBeanInstance();
        try {
            source = ids.source(annotation, type);
        } catch (IllegalStateException e) {
            // Spring's part of Hibernate tries again in another way, and in the end reports the failure of that.
            log.error("{}.{}: {}", member.getDeclaringClass().getName(), member.getName(), e.getMessage());
            throw e;
        }
    }

    @Override
    public Object generate(
            SharedSessionContractImplementor session,
            Object owner,
            @Nullable Object currentValue,
            EventType eventType) {
        return source.next();
    }

    @Override
    public EnumSet<EventType> getEventTypes() {
        return EventTypeSets.INSERT_ONLY;
    }
}
