package dev.idgen;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Generates string ids such as {@code 210821123456789ORDR12345678}: time, business code, sequence number.
 *
 * <p><b>Form.</b> An id has 15 digits {@code yyMMddHHmmssSSS} in the configured zone, a business code of 0 to 4
 * characters {@code [0-9A-Za-z]} and 8 digits. The 8 digits come from the sequence that all instances of a namespace
 * share.
 *
 * <p><b>Guarantee.</b> No id is issued twice within a namespace, whatever the instances' clocks do. Ids sort by time to
 * the millisecond; within a millisecond their order means nothing. {@code docs/guarantees.md} lists the assumptions
 * about the store.
 *
 * <p><b>Waiting.</b> idgen leases numbers ahead of need, so a call normally only touches memory. A call that finds no
 * number waits at most {@code idgen.sequence.acquire-timeout}, then throws {@link SequenceUnavailableException}.
 *
 * <p>Safe for any number of threads, including virtual ones.
 */
public interface IdService extends TimeOrderedIds<String> {

    /**
     * Takes one id without a business code (23 characters).
     *
     * @throws SequenceUnavailableException if no number arrives before the deadline
     * @throws NamespaceDisagreementException if this instance's settings differ from its namespace's
     * @throws java.time.DateTimeException if the clock is outside the years 2000 to 2099
     */
    String nextId();

    /**
     * Takes one id.
     *
     * @param business 0 to 4 characters {@code [0-9A-Za-z]}
     * @throws InvalidBusinessCodeException if {@code business} is anything else
     * @throws SequenceUnavailableException if no number arrives before the deadline
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
     * @throws SequenceUnavailableException if not all numbers arrive before the one deadline of the call
     * @throws NamespaceDisagreementException if this instance's settings differ from its namespace's
     */
    List<String> nextIds(String business, int count);

    /**
     * Takes one id and never blocks the caller.
     *
     * <p>If a number is available, the future is complete on return. Otherwise it completes on the common pool, with
     * the id or the exception of {@link #nextId(String)}. It fails at once if the service is stopped or its namespace
     * disagrees.
     *
     * @param business 0 to 4 characters {@code [0-9A-Za-z]}
     * @throws InvalidBusinessCodeException at once, if {@code business} is malformed
     */
    CompletableFuture<String> nextIdAsync(String business);

    /**
     * A generator for one business code, which is checked only once: for loops that draw many ids.
     *
     * @param business 0 to 4 characters {@code [0-9A-Za-z]}
     * @throws InvalidBusinessCodeException if {@code business} is malformed
     */
    TimeOrderedIds<String> forBusiness(String business);

    /** {@inheritDoc} The id has no business code. */
    @Override
    default String next() {
        return nextId();
    }

    /** {@inheritDoc} The ids have no business code. */
    @Override
    default List<String> next(int count) {
        return nextIds("", count);
    }

    /** {@inheritDoc} The id has no business code. */
    @Override
    default CompletableFuture<String> nextAsync() {
        return nextIdAsync("");
    }

    /**
     * The parts of an id with any business code: the string {@code business}, and the numbers {@code bucket} and
     * {@code number}. They are read from the id alone; the store is not asked.
     *
     * @throws InvalidIdException if {@code id} does not have the form of this namespace's ids
     */
    @Override
    DecodedId decode(String id);

    /** {@inheritDoc} The text is the id itself. */
    @Override
    default String format(String id) {
        if (id == null) {
            throw new InvalidIdException("null is not an id");
        }
        return id;
    }

    /** {@inheritDoc} The id is the text itself. */
    @Override
    default String parse(String text) {
        decode(text);
        return text;
    }

    /** {@inheritDoc} The moment makes no difference. */
    @Override
    default DecodedId decode(String id, Instant issuedBy) {
        if (issuedBy == null) {
            throw new IllegalArgumentException("'issuedBy' is null");
        }
        return decode(id);
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException always, because these ids have only one text
     */
    @Override
    default TimeOrderedIds<String> withText(PublicText style) {
        throw new IllegalArgumentException(style == null ? "'style' is null" : "ids of IdService have only one text");
    }

    /**
     * The bounds of all ids stamped in {@code [from, to)}, to the millisecond, for {@code where id >= ? and id < ?}.
     * They hold in any collation that sorts digits by value.
     *
     * @param from first instant, within the years 2000 to 2099 in the configured zone
     * @param to the instant after the last, not before {@code from}
     * @throws IllegalArgumentException if {@code to} is before {@code from}, or either is out of range
     */
    @Override
    IdRange<String> range(Instant from, Instant to);
}
