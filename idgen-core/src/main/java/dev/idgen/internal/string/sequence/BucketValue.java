package dev.idgen.internal.string.sequence;

import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.RegisterText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * What the register stores for one bucket. Times are in epoch milliseconds of the store's clock.
 *
 * @param run the store's run when the bucket was made or last in doubt
 * @param epoch the master's failover epoch at that time, if known
 * @param quarter the bucket's current quarter
 * @param position how many numbers of the quarter have been granted
 * @param entered when the stay in the quarter begins; no window of the stay begins earlier
 * @param last when numbers were last granted, or the bucket was made
 * @param ttl the namespace's lease-ttl, in milliseconds
 * @param ends when the last window of each quarter closes
 * @param stored the string that this was read from; keeps its unknown fields
 */
record BucketValue(
        String run,
        long epoch,
        int quarter,
        int position,
        long entered,
        long last,
        long ttl,
        List<Long> ends,
        RegisterText stored) {

    /** The field that holds it in a bucket's group. */
    static final String LEASE = "lease";

    private static final List<Long> NO_WINDOWS = Collections.nCopies(BucketLayout.QUARTERS, 0L);

    /** A bucket about which nothing is known. */
    static BucketValue none(int quarter, long ttl) {
        return new BucketValue(
                Look.NO_RUN, Look.UNKNOWN_EPOCH, quarter, 0, 0, 0, ttl, NO_WINDOWS, RegisterText.empty());
    }

    /** The looked-at value; empty if there is no readable one. */
    static Optional<BucketValue> of(Look look) {
        return Optional.ofNullable(look.value(LEASE)).flatMap(BucketValue::parse);
    }

    /**
     * Reads a stored value.
     *
     * @return empty if the string is not such a value
     */
    static Optional<BucketValue> parse(String text) {
        try {
            RegisterText read = RegisterText.parse(text);
            BucketValue value = new BucketValue(
                    read.text("run"),
                    read.number("epoch"),
                    Math.toIntExact(read.number("quarter")),
                    Math.toIntExact(read.number("position")),
                    read.number("entered"),
                    read.number("last"),
                    read.number("ttl"),
                    read.numbers("ends"),
                    read);
            boolean sound = value.quarter < BucketLayout.QUARTERS && value.ends.size() == BucketLayout.QUARTERS;
            return sound ? Optional.of(value) : Optional.empty();
        } catch (IllegalArgumentException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    /** Whether the bucket was made but numbers were never granted. */
    boolean isNewborn() {
        return last == entered && ends.equals(NO_WINDOWS);
    }

    long end() {
        return ends.get(quarter);
    }

    /** A copy in another stay. */
    BucketValue entering(int itsQuarter, long from) {
        return new BucketValue(run, epoch, itsQuarter, 0, from, last, ttl, ends, stored);
    }

    /** A copy written in a run and epoch. */
    BucketValue in(String itsRun, long itsEpoch) {
        return new BucketValue(itsRun, itsEpoch, quarter, position, entered, last, ttl, ends, stored);
    }

    /** A copy after a grant of numbers, or after an extension if there are none. */
    BucketValue granted(int numbers, long now, long end) {
        List<Long> later = new ArrayList<>(ends);
        later.set(quarter, Math.max(end(), end));
        return new BucketValue(
                run, epoch, quarter, position + numbers, entered, Math.max(last, now), ttl, List.copyOf(later), stored);
    }

    /** The string to store. */
    @Override
    public String toString() {
        StringBuilder windows = new StringBuilder();
        ends.forEach(end -> windows.append(windows.isEmpty() ? "" : ",").append(end));
        return stored.with("run", run)
                .with("epoch", epoch)
                .with("quarter", quarter)
                .with("position", position)
                .with("entered", entered)
                .with("last", last)
                .with("ttl", ttl)
                .with("ends", windows)
                .toString();
    }
}
