package dev.idgen.mybatis;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import com.baomidou.mybatisplus.core.metadata.TableInfo;
import com.baomidou.mybatisplus.core.metadata.TableInfoHelper;
import dev.idgen.IdGenerator;
import dev.idgen.IdGenerators;
import dev.idgen.InvalidSettingException;
import dev.idgen.LongIdGenerator;
import dev.idgen.entities.EntityIds;
import dev.idgen.entities.GeneratedIdException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.apache.ibatis.reflection.SystemMetaObject;
import org.apache.ibatis.session.Configuration;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Generates MyBatis-Plus' ids: numbers for {@link IdType#ASSIGN_ID}, strings for {@link IdType#ASSIGN_UUID}. If the key
 * has a {@link dev.idgen.data.GeneratedId}, the ids come from that generator. Thread-safe.
 */
public final class MyBatisPlusIds implements IdentifierGenerator {

    private static final String GENERATOR = "idgen.mybatis-plus.generator";
    private static final String UUID_GENERATOR = "idgen.mybatis-plus.uuid-generator";

    private final AnnotatedIds annotated;
    private final ObjectProvider<IdGenerators> generators;
    private final @Nullable String numbersName;
    private final @Nullable String textsName;
    private volatile @Nullable LongIdGenerator numbers;

    /**
     * @param ids the ids of annotated entities
     * @param generators called for the first id, not before: they may count in the database that MyBatis uses
     * @param numbersName the generator for numbers; null for the only generator of numbers
     * @param textsName the generator for strings; null for MyBatis-Plus' random UUIDs
     */
    public MyBatisPlusIds(
            EntityIds ids,
            ObjectProvider<IdGenerators> generators,
            @Nullable String numbersName,
            @Nullable String textsName) {
        this.annotated = new AnnotatedIds(ids);
        this.generators = generators;
        this.numbersName = numbersName;
        this.textsName = textsName;
    }

    /**
     * @throws GeneratedIdException if the entity's key cannot hold the id
     * @throws InvalidSettingException if no single generator qualifies
     * @throws dev.idgen.IdgenException if the generator has no id in time
     */
    @Override
    public Number nextId(@Nullable Object entity) {
        TableInfo table = table(entity);
        AnnotatedIds.Property own = annotatedKey(table);
        return number(entity == null || own == null ? numbers(table).nextLong() : next(own, entity), table);
    }

    @Override
    public String nextUUID(@Nullable Object entity) {
        AnnotatedIds.Property own = annotatedKey(table(entity));
        if (entity != null && own != null) {
            return next(own, entity).toString();
        }
        return textsName == null
                ? IdentifierGenerator.super.nextUUID(entity)
                : text(named(UUID_GENERATOR, textsName, all -> all.get(textsName)));
    }

    /** MyBatis-Plus then fills the key. */
    private static Object next(AnnotatedIds.Property key, Object entity) {
        Object id = key.ids().forEntity(entity).next();
        key.noteFilled(SystemMetaObject.forObject(entity), id);
        return id;
    }

    /** UUIDs without hyphens, as MyBatis-Plus writes them; other ids as their usual text. */
    private static <T> String text(IdGenerator<T> generator) {
        T id = generator.next();
        return id instanceof UUID ? id.toString().replace("-", "") : generator.format(id);
    }

    /**
     * Checks the properties, and the keys of inserted entities.
     *
     * @throws GeneratedIdException if idgen cannot do what a key's annotation asks
     * @throws InvalidSettingException if no single generator qualifies
     */
    public void check(Configuration configuration) {
        if (numbersName != null) {
            numbers(null);
        }
        if (textsName != null) {
            named(UUID_GENERATOR, textsName, all -> all.get(textsName));
        }
        // Not all tables that MyBatis-Plus knows, because it lists those of all applications in the process.
        for (Class<?> type : AnnotatedIds.insertedTypes(configuration)) {
            TableInfo table = TableInfoHelper.getTableInfo(type);
            if (table != null && table.getIdType() == IdType.ASSIGN_ID && annotatedKey(table) == null) {
                numbers(table);
            }
        }
    }

    private static @Nullable TableInfo table(@Nullable Object entity) {
        return entity == null ? null : TableInfoHelper.getTableInfo(entity.getClass());
    }

    private AnnotatedIds.@Nullable Property annotatedKey(@Nullable TableInfo table) {
        if (table == null) {
            return null;
        }
        return annotated.of(table.getEntityType()).stream()
                .filter(property -> property.name().equals(table.getKeyProperty()))
                .findFirst()
                .orElse(null);
    }

    private LongIdGenerator numbers(@Nullable TableInfo table) {
        LongIdGenerator known = numbers;
        if (known == null) {
            known = numbersName == null ? only(table) : named(GENERATOR, numbersName, all -> all.getLong(numbersName));
            numbers = known;
        }
        return known;
    }

    private LongIdGenerator only(@Nullable TableInfo table) {
        IdGenerators all = generators.getObject();
        List<String> names = all.names().stream()
                .filter(name -> all.codec(name) instanceof LongIdGenerator longs
                        && longs.scheme().capacityPerTick() > 0)
                .toList();
        if (names.size() == 1) {
            return all.getLong(names.get(0));
        }
        String entity = Optional.ofNullable(table)
                .map(info -> "entity " + info.getEntityType().getName() + " with IdType.ASSIGN_ID")
                .orElse("MyBatis-Plus");
        throw new InvalidSettingException(
                GENERATOR,
                "is not set, 'idgen.generators' has " + (names.isEmpty() ? "no" : "more than one")
                        + " generator of numbers, " + names + ", and " + entity + " needs one",
                "Set it to the name of a generator whose ids are of type long; or put @GeneratedId on the keys, with a name"
                        + " for each; or set 'idgen.mybatis-plus.enabled' to false, to keep MyBatis-Plus' own ids.");
    }

    private <T> T named(String property, String name, Function<IdGenerators, T> getting) {
        try {
            return getting.apply(generators.getObject());
        } catch (IllegalArgumentException e) {
            throw new InvalidSettingException(
                    property,
                    "is '" + name + "': " + e.getMessage(),
                    "Name a generator under 'idgen.generators'"
                            + (property.equals(GENERATOR) ? " whose ids are of type long." : "."));
        }
    }

    private static Number number(Object id, @Nullable TableInfo table) {
        if (table == null) {
            return (Number) id;
        }
        String key = table.getEntityType().getName() + "." + table.getKeyProperty();
        if (!(id instanceof Long number)) {
            throw new GeneratedIdException(
                    "@GeneratedId on " + key + " makes strings, but IdType.ASSIGN_ID needs numbers",
                    "Use IdType.ASSIGN_UUID, or give the session factory idgen's Interceptor.");
        }
        // MyBatis-Plus would silently truncate it.
        if ((table.getKeyType() == Integer.class || table.getKeyType() == int.class) && number.intValue() != number) {
            throw new GeneratedIdException(
                    "id " + number + " does not fit into " + key + ", which is of type "
                            + table.getKeyType().getSimpleName(),
                    "Make the key a Long, or use a generator whose numbers are small, such as type 'segment'.");
        }
        return number;
    }
}
