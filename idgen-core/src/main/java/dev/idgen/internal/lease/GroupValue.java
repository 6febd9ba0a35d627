package dev.idgen.internal.lease;

import dev.idgen.LeaseStore.Snapshot;
import java.util.List;
import java.util.Optional;

/**
 * What the lease store stores for a group as a whole: where and when writes were last in doubt, and the terms of its
 * leases. Immutable.
 *
 * @param run the store's run when the doubt was noted
 * @param epoch the master's failover epoch at that time, if known
 * @param doubted when writes were last in doubt, in epoch milliseconds of the store's clock
 * @param stored the string that this was read from; it holds the terms, and fields that this version does not know
 */
public record GroupValue(String run, long epoch, long doubted, LeaseText stored) {

    /** The name of the value in its group. */
    public static final String NAME = "group";

    /** When these terms were first written. */
    static final String SINCE = "since";

    /** The fingerprints of the replaced terms, the latest first, until all windows under them have closed. */
    static final String REPLACED = "replaced";

    /** Until then, windows under replaced terms may be open. */
    static final String BEGIN = "begin";

    /** The looked-at value; empty if there is no readable one. */
    static Optional<GroupValue> of(Snapshot snapshot) {
        String text = snapshot.value(NAME);
        try {
            return text == null ? Optional.empty() : Optional.of(parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static GroupValue parse(String text) {
        LeaseText read = LeaseText.parse(text);
        GroupValue value = new GroupValue(read.text("run"), read.number("epoch"), read.number("doubted"), read);
        value.begin(); // a number that cannot be read is found here
        value.since();
        return value;
    }

    /** A doubt differs from any other one in this text. What is granted in one bucket between two doubts is a stay. */
    public String doubt() {
        return run + "/" + epoch + "/" + from();
    }

    /** From when on slots and settling count: the doubt, unless windows under replaced terms were open even later. */
    public long from() {
        return Math.max(doubted, begin());
    }

    long begin() {
        return number(BEGIN);
    }

    long since() {
        return number(SINCE);
    }

    private long number(String name) {
        return stored.find(name).isEmpty() ? 0 : stored.number(name);
    }

    /** Whether windows under replaced terms may still be open in some group. */
    boolean isReplacement() {
        return stored.find(REPLACED).isPresent();
    }

    /** Whether these terms replaced those with the fingerprint. */
    boolean hasReplaced(String fingerprint) {
        return List.of(stored.find(REPLACED).orElse("").split(",")).contains(fingerprint);
    }

    GroupValue beginningAt(long begin) {
        return begin == begin() ? this : with(stored.with(BEGIN, begin));
    }

    /** What is stored once the windows under replaced terms have closed. */
    GroupValue withoutReplaced() {
        return with(stored.without(REPLACED));
    }

    private GroupValue with(LeaseText text) {
        return new GroupValue(run, epoch, doubted, text);
    }

    /** The string to store. */
    @Override
    public String toString() {
        return stored.with("run", run)
                .with("epoch", epoch)
                .with("doubted", doubted)
                .toString();
    }
}
