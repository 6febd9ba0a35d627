package dev.idgen.mybatis;

import dev.idgen.data.GeneratedId;
import dev.idgen.entities.EntityIds;
import dev.idgen.entities.GeneratedIdException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.SqlCommandType;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Intercepts;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.plugin.Signature;
import org.apache.ibatis.reflection.MetaObject;
import org.apache.ibatis.session.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * Fills {@link GeneratedId}s before MyBatis runs an {@code insert}. It looks at the parameter, at the values of
 * a map (MyBatis' form of several parameters), and at elements of collections and arrays. Draws all ids of a statement
 * in batches. Thread-safe.
 */
@Intercepts(
        @Signature(
                type = Executor.class,
                method = "update",
                args = {MappedStatement.class, Object.class}))
public final class MyBatisIds implements Interceptor {

    private final AnnotatedIds annotated;

    /** A property without ids, and their source. */
    private record Lack(AnnotatedIds.Property property, EntityIds.Source source) {}

    public MyBatisIds(EntityIds ids) {
        this.annotated = new AnnotatedIds(ids);
    }

    @Override
    public Object intercept(Invocation update) throws Throwable {
        MappedStatement statement = (MappedStatement) update.getArgs()[0];
        if (statement.getSqlCommandType() == SqlCommandType.INSERT) {
            fill(update.getArgs()[1], statement.getConfiguration());
        }
        return update.proceed();
    }

    /**
     * Checks the annotations of all types that the mapped statements insert, as far as MyBatis knows them.
     *
     * @throws GeneratedIdException if idgen cannot do what an annotation asks
     */
    public void check(Configuration configuration) {
        AnnotatedIds.insertedTypes(configuration).forEach(annotated::of);
    }

    private void fill(@Nullable Object parameter, Configuration configuration) {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Map<Lack, List<MetaObject>> missing = new LinkedHashMap<>();
        entities(parameter)
                .filter(entity -> entity != null && seen.add(entity))
                .forEach(entity -> addMissing(entity, configuration, missing));
        missing.forEach(MyBatisIds::fill);
    }

    private void addMissing(Object entity, Configuration configuration, Map<Lack, List<MetaObject>> missing) {
        List<AnnotatedIds.Property> properties = annotated.of(entity.getClass());
        if (!properties.isEmpty()) {
            MetaObject access = configuration.newMetaObject(entity);
            for (AnnotatedIds.Property property : properties) {
                if (property.ids().isToFill(access.getValue(property.name()))) {
                    Lack lack = new Lack(property, property.ids().forEntity(entity));
                    missing.computeIfAbsent(lack, key -> new ArrayList<>()).add(access);
                }
            }
        }
    }

    private static void fill(Lack lack, List<MetaObject> entities) {
        List<Object> ids = lack.source.next(entities.size());
        for (int i = 0; i < ids.size(); i++) {
            lack.property.fill(entities.get(i), ids.get(i));
        }
    }

    /** MyBatis puts a single collection in the map under several names. */
    private static Stream<?> entities(@Nullable Object parameter) {
        return parameter instanceof Map<?, ?> parameters
                ? parameters.values().stream().flatMap(MyBatisIds::elements)
                : elements(parameter);
    }

    private static Stream<?> elements(@Nullable Object value) {
        if (value instanceof Collection<?> several) {
            return several.stream();
        }
        return value instanceof Object[] several ? Arrays.stream(several) : Stream.ofNullable(value);
    }
}
