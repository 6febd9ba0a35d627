package dev.idgen.internal.lease;

import dev.idgen.LeaseStore.Snapshot;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a look at all groups found.
 *
 * @param names the groups
 * @param looks one for each of them
 * @param begunNanos when the first look was requested, in monotonic nanoseconds
 */
record Survey(List<String> names, List<Snapshot> looks, KnownTerms terms, long begunNanos) {

    /** A missing group may be written for so long after all groups were looked at. */
    static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(2);

    private List<GroupValue> values() {
        return looks.stream()
                .flatMap(snapshot -> GroupValue.of(snapshot).stream())
                .toList();
    }

    List<GroupValue> own() {
        return values().stream().filter(terms::areIn).toList();
    }

    /** The first value with other terms that is such. */
    Optional<GroupValue> other(Predicate<GroupValue> such) {
        return values().stream()
                .filter(value -> !terms.areIn(value))
                .filter(such)
                .findFirst();
    }

    boolean foundNone() {
        return looks.stream().allMatch(snapshot -> snapshot.value(GroupValue.NAME) == null);
    }

    /** Why nothing follows from this look; null if something does. */
    @Nullable
    Exception flaw(long nanoTime) {
        long texts = looks.stream()
                .filter(snapshot -> snapshot.value(GroupValue.NAME) != null)
                .count();
        long tookNanos = nanoTime - begunNanos;
        return values().size() < texts
                ? new IllegalStateException("a value cannot be read")
                : tookNanos > FRESH_NANOS
                        ? new TimeoutException("it took " + TimeUnit.NANOSECONDS.toMillis(tookNanos) + " ms")
                        : null;
    }

    /** The groups without this instance's terms. If the first one is among them, it is written first. */
    List<String> lacking() {
        return IntStream.range(0, names.size())
                .filter(this::lacks)
                .mapToObj(names::get)
                .toList();
    }

    /** Whether a group may be written now because of this look at all groups. */
    boolean allows(String group, long nanoTime) {
        return nanoTime - begunNanos <= FRESH_NANOS && (!lacksFirst() || group.equals(names.get(0)));
    }

    /** Which of the lacking groups to write now. */
    List<String> toWrite() {
        return lacksFirst() ? names.subList(0, 1) : lacking();
    }

    boolean lacksFirst() {
        return lacks(0);
    }

    private boolean lacks(int place) {
        return GroupValue.of(looks.get(place)).filter(terms::areIn).isEmpty();
    }

    /** Whether all windows under replaced terms have closed, by the clocks of all servers. */
    boolean isAfter(long beginMillis) {
        return looks.stream().allMatch(snapshot -> snapshot.time() > beginMillis);
    }
}
