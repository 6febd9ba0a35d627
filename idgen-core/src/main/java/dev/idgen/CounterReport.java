package dev.idgen;

import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a transactional counter has issued, compared with what is stored. Numbers are those within the template, if there is one.
 *
 * @param period as the template writes it; empty if there are none
 * @param first the counter's first number
 * @param last the last number of a transaction that committed; less than {@code first} if there is none
 * @param missing how many numbers from {@code first} to {@code last} are not stored
 * @param repeated how many rows up to {@code last} store a number that another row stores, too
 * @param beyond the greatest number that is stored though the counter has not come to it, and will come again; 0 if there is none
 * @param gaps what is missing, in order; the first of them if there are more than were asked for
 */
public record CounterReport(
        String period, long first, long last, long missing, long repeated, long beyond, List<Gap> gaps) {

    public CounterReport {
        gaps = List.copyOf(gaps);
    }

    /**
     * Numbers that are missing, one after the other.
     *
     * @param from the first
     * @param to the last
     * @param skippedAt when they were skipped, because the counter was raised by {@code floor} or {@link CountedIds#raiseTo}. Null if they
     *     were issued and are not stored: they were deleted, or a transaction took them, stored nothing and committed, or the counter
     *     was not transactional yet
     */
    public record Gap(long from, long to, @Nullable Instant skippedAt) {

        @Override
        public String toString() {
            String range = from == to ? Long.toString(from) : from + " to " + to;
            return range + (skippedAt == null ? " (not stored)" : " (skipped by floor at " + skippedAt + ")");
        }
    }

    /** Whether all that was issued is stored, once, and nothing else. */
    public boolean isComplete() {
        return missing == 0 && repeated == 0 && beyond == 0;
    }

    @Override
    public String toString() {
        String range = (period.isEmpty() ? "" : period + ": ") + (last < first ? "nothing" : first + " to " + last);
        String found = missing == 0
                ? repeated == 0 ? " complete" : ""
                : ", " + missing + " missing: "
                        + gaps.stream().map(Gap::toString).collect(Collectors.joining(", "));
        String again = repeated == 0 ? "" : ", rows that repeat a number: " + repeated;
        return range
                + found
                + again
                + (beyond == 0 ? "" : ", and " + beyond + " is stored, which the counter has not come to");
    }
}
