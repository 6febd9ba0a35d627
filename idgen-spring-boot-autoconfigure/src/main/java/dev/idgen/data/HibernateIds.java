package dev.idgen.data;

import dev.idgen.internal.data.EntityIds;
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
import org.hibernate.resource.beans.spi.ManagedBeanRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Ids for {@link GeneratedId}, as Hibernate asks for them: one for each entity that is stored first. Thread-safe once it is
 * initialized.
 */
@SuppressWarnings({"serial", "removal"
}) // lives as long as its session factory; Hibernate 6 knows no other way to initialize
public final class HibernateIds implements BeforeExecutionGenerator, AnnotationBasedGenerator<GeneratedId> {

    private transient EntityIds.@Nullable Source source;

    /** Called by Hibernate, which then calls {@link #initialize}. */
    public HibernateIds() {}

    /**
     * Called by Hibernate when the session factory is made, for each entity.
     *
     * @throws IllegalStateException if there is no such generator, or its ids do not fit into the field
     */
    @Override
    public void initialize(GeneratedId annotation, Member member, GeneratorCreationContext context) {
        Class<?> type = member instanceof Field field ? field.getType() : ((Method) member).getReturnType();
        source = context.getServiceRegistry()
                .requireService(ManagedBeanRegistry.class)
                .getBean(EntityIds.class)
                .getBeanInstance()
                .source(
                        annotation.value(),
                        annotation.business(),
                        type,
                        member.getDeclaringClass().getName() + "." + member.getName());
    }

    @Override
    public Object generate(
            SharedSessionContractImplementor session,
            Object owner,
            @Nullable Object currentValue,
            EventType eventType) {
        return Objects.requireNonNull(source).next();
    }

    @Override
    public EnumSet<EventType> getEventTypes() {
        return EventTypeSets.INSERT_ONLY;
    }
}
