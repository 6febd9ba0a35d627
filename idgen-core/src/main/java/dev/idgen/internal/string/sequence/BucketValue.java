package dev.idgen.internal.string.sequence;

import dev.idgen.internal.lease.LeaseText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the lease store stores for one bucket. Times are in epoch milliseconds of the store's clock.
 *
 * @param slot when the latest slot of recovery numbers ended, from which numbers were granted; 0 if there is none
 * @param recovery how many numbers of that slot have been granted
 * @param since the group's doubt after which the bucket entered its current part; empty if it entered none
 * @param part the bucket's current part
 * @param position how many numbers of the part have been granted
 * @param entered when the bucket last entered each part; no window of that stay begins earlier
 * @param ends when the last window of each part closes
 * @param stored the string that this was read from; keeps its unknown fields
 */
record BucketValue(
        long slot,
        int recovery,
        String since,
        int part,
        int position,
        List<Long> entered,
        List<Long> ends,
        LeaseText stored) {

    private static final List<Long> NEVER = Collections.nCopies(BucketLayout.PARTS, 0L);

    /** A bucket about which nothing is known. */
    static final BucketValue NONE = new BucketValue(0, 0, "", 0, 0, NEVER, NEVER, LeaseText.empty());

    /**
     * Reads a stored value.
     *
     * @return empty if the string is not such a value
     */
    static Optional<BucketValue> parse(String text) {
        try {
            LeaseText read = LeaseText.parse(text);
            BucketValue value = new BucketValue(
                    read.number("slot"),
                    Math.toIntExact(read.number("recovery")),
                    read.text("since"),
                    Math.toIntExact(read.number("part")),
                    Math.toIntExact(read.number("position")),
                    read.numbers("entered"),
                    read.numbers("ends"),
                    read);
            boolean sound = value.part < BucketLayout.PARTS
                    && value.entered.size() == BucketLayout.PARTS
                    && value.ends.size() == BucketLayout.PARTS;
            return sound ? Optional.of(value) : Optional.empty();
        } catch (IllegalArgumentException | ArithmeticException e) {
            return Optional.empty();
        }
    }

    /** A copy after a grant of recovery numbers. */
    BucketValue recoveryGranted(long itsSlot, int granted) {
        return new BucketValue(itsSlot, granted, since, part, position, entered, ends, stored);
    }

    /** A copy in another stay. */
    BucketValue entering(String doubt, int itsPart, long from) {
        return new BucketValue(slot, recovery, doubt, itsPart, 0, with(entered, itsPart, from), ends, stored);
    }

    /** A copy after a grant of numbers of the current part. */
    BucketValue granted(int numbers, long end) {
        return new BucketValue(slot, recovery, since, part, position + numbers, entered, ends, stored).open(part, end);
    }

    /** A copy with a window of a part that closes at {@code end} or later. */
    BucketValue open(int itsPart, long end) {
        List<Long> later = with(ends, itsPart, Math.max(ends.get(itsPart), end));
        return new BucketValue(slot, recovery, since, part, position, entered, later, stored);
    }

    private static List<Long> with(List<Long> times, int index, long millis) {
        List<Long> changed = new ArrayList<>(times);
        changed.set(index, millis);
        return List.copyOf(changed);
    }

    /** The string to store. */
    @Override
    public String toString() {
        return stored.with("slot", slot)
                .with("recovery", recovery)
                .with("since", since)
                .with("part", part)
                .with("position", position)
                .with("entered", joined(entered))
                .with("ends", joined(ends))
                .toString();
    }

    private static String joined(List<Long> times) {
        return times.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
