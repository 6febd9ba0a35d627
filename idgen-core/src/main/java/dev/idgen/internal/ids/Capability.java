package dev.idgen.internal.ids;

/** What a generator can do, which decides the interfaces of its ids. */
public enum Capability {

    /** Only reads and writes ids: {@link dev.idgen.IdCodec}. */
    CODEC,

    /** Generates ids: {@link dev.idgen.IdGenerator}, or {@link dev.idgen.LongIdGenerator} of numbers. */
    PLAIN,

    /** Also finds them by time: {@link dev.idgen.TimeOrderedIds}. */
    TIME_ORDERED,

    /** Also makes them for a given time: {@link dev.idgen.BackdatedIds}. */
    BACKDATED,

    /** Has a generator for each value of a field: {@link dev.idgen.RoutedIds}. */
    ROUTED,

    /** Also corrects its counter: {@link dev.idgen.CountedIds}. */
    COUNTED,

    /** Also knows requests: {@link dev.idgen.TransactionalIds}. */
    TRANSACTIONAL,

    /** Has a counter for each key: {@link dev.idgen.KeyedIds}. */
    KEYED,

    /** Has a transactional counter for each key: {@link dev.idgen.TransactionalKeyedIds}. */
    TRANSACTIONAL_KEYED;

    /** The capability of a counter. */
    public static Capability ofCounter(boolean keyed, boolean transactional) {
        if (keyed) {
            return transactional ? TRANSACTIONAL_KEYED : KEYED;
        }
        return transactional ? TRANSACTIONAL : COUNTED;
    }
}
