package dev.idgen.internal.string.sequence;

import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.RegisterText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * What the register keeps of one bucket. Times are in epoch milliseconds of the store's clock.
 *
 * @param run the store's run when the bucket was made or last in doubt
 * @param epoch which failover had made the master then, if known
 * @param quarter where the bucket stays
 * @param position how many numbers of the quarter were given
 * @param entered when the stay began, or begins: no window of it begins earlier
 * @param last when it was last granted from, or made
 * @param ttl the lease-ttl of the namespace, in milliseconds
 * @param ends when the last window of each quarter closes
 * @param stored the text that this was read from, whose unknown fields are kept
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

    private static final List<Long> NO_WINDOWS = Collections.nCopies(BucketLayout.QUARTERS, 0L);

    /** A bucket of which nothing is known. */
    static BucketValue none(int quarter, long ttl) {
        return new BucketValue(
                Look.NO_RUN, Look.UNKNOWN_EPOCH, quarter, 0, 0, 0, ttl, NO_WINDOWS, RegisterText.empty());
    }

    /**
     * Reads a stored value.
     *
     * @return empty if it is not one
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

    /** Whether it was made, and never granted from. */
    boolean isNewborn() {
        return last == entered && ends.equals(NO_WINDOWS);
    }

    long end() {
        return ends.get(quarter);
    }

    /** The same in another stay. */
    BucketValue entering(int itsQuarter, long from) {
        return new BucketValue(run, epoch, itsQuarter, 0, from, last, ttl, ends, stored);
    }

    /** The same as written by a server. */
    BucketValue in(String itsRun, long itsEpoch) {
        return new BucketValue(itsRun, itsEpoch, quarter, position, entered, last, ttl, ends, stored);
    }

    /** The same after a grant of numbers, or of time if there are none. */
    BucketValue granted(int numbers, long now, long end) {
        List<Long> later = new ArrayList<>(ends);
        later.set(quarter, Math.max(end(), end));
        return new BucketValue(
                run, epoch, quarter, position + numbers, entered, Math.max(last, now), ttl, List.copyOf(later), stored);
    }

    /** The text to store. */
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
