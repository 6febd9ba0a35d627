package dev.idgen;

/**
 * Ids of type {@code custom} with a field {@code route}, which shows a value that the caller gives, for example the
 * database of a row: {@code ticket.forRoute(3).nextLong()}. Ids are unique whatever the values are. Thread-safe.
 */
public interface RoutedIds extends IdCodec<Long> {

    /**
     * The generator of ids that show a value. The call is cheap and asks no store, so you need not keep the result. If
     * ids sort by time, it also implements {@link TimeOrderedIds}, whose ranges contain the ids of all values.
     *
     * @param route 0 to 2^bits - 1 of the field
     * @throws IllegalArgumentException if {@code route} is out of range; the message says the range
     */
    LongIdGenerator forRoute(long route);
}
