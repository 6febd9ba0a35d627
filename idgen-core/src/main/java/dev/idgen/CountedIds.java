package dev.idgen;

import java.time.temporal.Temporal;

/**
 * Generates ids whose numbers a counter in a store counts, and lets operators correct that counter. These are
 * generators of type {@code counter}, {@code segment}, {@code multi-counter} and {@code decimal-id}. Thread-safe.
 *
 * @param <T> the id's type
 */
public interface CountedIds<T> extends IdGenerator<T> {

    /**
     * The ids of the period that contains a document's date, such as an invoice of December that is entered in January.
     * Without a date in the template, they are the ids of this generator. The call is cheap and asks no store, so you
     * need not keep the result.
     *
     * @param date a {@code LocalDate}, a {@code LocalDateTime}, or an instant such as an {@code OffsetDateTime}, whose
     *     date is that of the generator's {@code zone}
     * @throws IllegalArgumentException if it has no date, or the template cannot show the year, for example one before
     *     2000 as {@code yy}
     */
    CountedIds<T> on(Temporal date);

    /**
     * The id that the next call of this instance would get, if no caller takes one before. It takes none, so it may
     * show the same id to many callers. A {@code counter} reads the store once. Other types fetch numbers as
     * {@code next()} does, and keep them. A number of a {@code transactional} counter is the one after the latest
     * commit.
     *
     * @throws IdgenException if {@code next()} would fail, or the store does not answer
     */
    T preview();

    /**
     * Raises the counter in the store to a floor if it is lower, before this method returns. A generator that stopped
     * because its counter went back then continues. Numbers that other instances of a {@code segment} or
     * {@code multi-counter} have already fetched may still be issued, with {@code give-back} also by others.
     *
     * @param floor the greatest id that any instance was given, or a greater one. This number and all before it are
     *     never taken from the store again. With a template it is the number in the string, and applies to the period
     *     of {@link #on}, otherwise to the current one. A {@code multi-counter} raises the range that contains it. A
     *     {@code decimal-id} generator continues with the next value of its field {@code generator}
     * @throws IllegalArgumentException if it is less than an id that this instance was given, or not an id of this
     *     generator
     * @throws CounterUnavailableException if it is unknown whether the store has raised the counter
     */
    void raiseTo(long floor);
}
