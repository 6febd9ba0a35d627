package dev.idgen;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * String ids such as {@code 210821123456789ORDR12345678}: time, business code, sequence number.
 *
 * <p><b>Form.</b> 15 digits {@code yyMMddHHmmssSSS} in the configured zone, a business code of 0 to 4 characters
 * {@code [0-9A-Za-z]}, and 8 digits drawn from the sequence that all instances of a namespace share.
 *
 * <p><b>Guarantee.</b> No id is issued twice within a namespace, whatever the clocks of the instances do. Ids
 * sort by time to the millisecond; within one millisecond their order says nothing. The assumptions about the
 * store are listed in {@code docs/guarantees.md}.
 *
 * <p><b>Waiting.</b> Numbers are leased ahead of need, so a call is normally a memory operation. A call that finds no
 * number waits at most {@code idgen.sequence.acquire-timeout} and then throws {@link SequenceUnavailableException}.
 *
 * <p>Safe for use by any number of threads, virtual ones included.
 */
public interface IdService extends IdGenerator<String> {

    /**
     * Takes one id without a business code (23 characters).
     *
     * @throws SequenceUnavailableException if no number comes in before the deadline
     * @throws NamespaceDisagreementException if this instance's settings differ from its namespace's
     * @throws java.time.DateTimeException if the clock is outside the years 2000 to 2099
     */
    String nextId();

    /**
     * Takes one id.
     *
     * @param business 0 to 4 characters {@code [0-9A-Za-z]}
     * @throws InvalidBusinessCodeException if {@code business} is anything else
     * @throws SequenceUnavailableException if no number comes in before the deadline
     * @throws NamespaceDisagreementException if this instance's settings differ from its namespace's
     */
    String nextId(String business);

    /**
     * Takes several ids. Ids drawn before a failure are lost, never repeated.
     *
     * @param business 0 to 4 characters {@code [0-9A-Za-z]}
     * @param count how many, 1 to {@value #MAX_BATCH}
     * @throws IllegalArgumentException if {@code count} is out of range
     * @throws InvalidBusinessCodeException if {@code business} is malformed
     * @throws SequenceUnavailableException if not all numbers come in before the deadline, which is one for the call
     * @throws NamespaceDisagreementException if this instance's settings differ from its namespace's
     */
    List<String> nextIds(String business, int count);

    /**
     * Takes one id without ever blocking the caller.
     *
     * <p>With numbers at hand the future is complete on return; otherwise it completes on the common pool, or at once
     * if the service is stopped or its namespace disagrees, with what {@link #nextId(String)} would have returned or
     * thrown.
     *
     * @param business 0 to 4 characters {@code [0-9A-Za-z]}
     * @throws InvalidBusinessCodeException at once, if {@code business} is malformed
     */
    CompletableFuture<String> nextIdAsync(String business);

    /**
     * Returns a generator for one business code, checked once: for loops that draw many ids.
     *
     * @param business 0 to 4 characters {@code [0-9A-Za-z]}
     * @throws InvalidBusinessCodeException if {@code business} is malformed
     */
    IdGenerator<String> forBusiness(String business);

    /** {@inheritDoc} They have no business code, as those of {@link #nextId()}. */
    @Override
    default String next() {
        return nextId();
    }

    /** {@inheritDoc} They have no business code, as those of {@link #nextId()}. */
    @Override
    default List<String> next(int count) {
        return nextIds("", count);
    }

    /** {@inheritDoc} It has no business code, as that of {@link #nextId()}. */
    @Override
    default CompletableFuture<String> nextAsync() {
        return nextIdAsync("");
    }

    /**
     * Takes an id with any business code apart: its text {@code business}, and the numbers {@code bucket} and
     * {@code number}. Nothing is looked up: the parts are in the id.
     *
     * @throws InvalidIdException if {@code id} has not the form of an id of this namespace
     */
    @Override
    DecodedId decode(String id);

    /** {@inheritDoc} It is the id itself. */
    @Override
    default String format(String id) {
        if (id == null) {
            throw new InvalidIdException("null is not an id");
        }
        return id;
    }

    /** {@inheritDoc} It is the text itself. */
    @Override
    default String parse(String text) {
        decode(text);
        return text;
    }

    /**
     * Returns the strings between which all ids stamped in {@code [from, to)} lie, to the millisecond, for
     * {@code where id >= ? and id < ?}. Holds in any collation that sorts digits by value.
     *
     * <p>The time in an id is ahead of the clock for some seconds after the store failed over or lost data, by less
     * than the namespace's longest lease, or {@code idgen.sequence.max-lead} if that is less. A query up to the present
     * misses such ids.
     *
     * @param from first instant, within the years 2000 to 2099 in the configured zone
     * @param to instant after the last, not before {@code from}
     * @throws IllegalArgumentException if {@code to} is before {@code from} or either is out of range
     */
    @Override
    IdRange<String> range(Instant from, Instant to);
}
