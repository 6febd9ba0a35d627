package dev.idgen.internal.generator;

import dev.idgen.IdCodec;
import dev.idgen.IdGenerator;
import dev.idgen.KeyedIds;
import dev.idgen.LongIdGenerator;
import dev.idgen.RoutedIds;
import dev.idgen.TransactionalKeyedIds;
import dev.idgen.internal.counter.CounterIds;
import dev.idgen.internal.ids.Capability;
import dev.idgen.internal.ids.Ids;
import dev.idgen.internal.ids.LongIds;
import org.springframework.core.ResolvableType;

/**
 * The type of a generator's bean.
 *
 * @param idType the Java type of its ids
 */
public record GeneratorBeanType(Class<?> idType, Capability capability) {

    /** The type of the generator of that name. */
    public static GeneratorBeanType of(String name, GeneratorProperties properties) {
        return new GeneratorBeanType(properties.idType(), properties.capability(name));
    }

    /** The class that Spring compares with injection points. */
    public ResolvableType declared() {
        boolean longs = idType == Long.class;
        return switch (capability) {
            case TIME_ORDERED -> longs ? ResolvableType.forClass(LongIds.OrderedLongs.class) : of(Ids.Ordered.class);
            case BACKDATED -> of(Ids.Backdated.class);
            case COUNTED -> ResolvableType.forClass(longs ? CounterIds.Longs.class : CounterIds.Texts.class);
            case TRANSACTIONAL ->
                ResolvableType.forClass(
                        longs ? CounterIds.TransactionalLongs.class : CounterIds.TransactionalTexts.class);
            case TRANSACTIONAL_KEYED -> of(TransactionalKeyedIds.class);
            default -> shown();
        };
    }

    /** The interface to inject it as. */
    public ResolvableType shown() {
        return switch (capability) {
            case CODEC -> of(IdCodec.class);
            case KEYED, TRANSACTIONAL_KEYED -> of(KeyedIds.class);
            case ROUTED -> ResolvableType.forClass(RoutedIds.class);
            default -> idType == Long.class ? ResolvableType.forClass(LongIdGenerator.class) : of(IdGenerator.class);
        };
    }

    /** Whether the generator has a counter for each key. */
    public boolean isKeyed() {
        return capability == Capability.KEYED || capability == Capability.TRANSACTIONAL_KEYED;
    }

    private ResolvableType of(Class<?> generic) {
        return ResolvableType.forClassWithGenerics(generic, idType);
    }
}
