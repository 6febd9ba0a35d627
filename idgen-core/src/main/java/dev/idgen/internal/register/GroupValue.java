package dev.idgen.internal.register;

import dev.idgen.Register.Snapshot;
import java.util.Optional;

/**
 * What the register stores for a group as a whole: where and when writes were last in doubt, and the terms of its
 * leases. Immutable.
 *
 * @param run the store's run when the doubt was noted
 * @param epoch the master's failover epoch at that time, if known
 * @param doubted when writes were last in doubt, in epoch milliseconds of the store's clock
 * @param stored the string that this was read from; it holds the terms, and fields that this version does not know
 */
public record GroupValue(String run, long epoch, long doubted, RegisterText stored) {

    /** The name of the value in its group. */
    public static final String NAME = "group";

    /** The looked-at value; empty if there is no readable one. */
    static Optional<GroupValue> of(Snapshot look) {
        String text = look.value(NAME);
        try {
            return text == null ? Optional.empty() : Optional.of(parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static GroupValue parse(String text) {
        RegisterText read = RegisterText.parse(text);
        return new GroupValue(read.text("run"), read.number("epoch"), read.number("doubted"), read);
    }

    /** A doubt differs from any other one in this text. What is granted in one bucket between two doubts is a stay. */
    public String doubt() {
        return run + "/" + epoch + "/" + doubted;
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
