package dev.idgen.internal.register;

import org.jspecify.annotations.Nullable;

/**
 * The rule of doubts: notes in a group's value that writes to the group may be missing. That is one write, whatever was
 * lost, and no other value changes. A doubt too many does no harm.
 *
 * <p>It is pure, without clock, store or randomness. docs/proof.md proves it.
 */
/* Each rule that the proof names is a separate method, so that tests can take one out and see what goes wrong. */
public class DoubtRule {

    /**
     * Whether writes may be missing: the group has no value, or one that was written in another run or, as far as
     * known, by an earlier master.
     *
     * @param seen the latest doubt of the group that the asker has seen; the value lacks it if writes were lost
     */
    final boolean isDoubted(@Nullable GroupValue group, Look look, long seen) {
        return isMissing(group)
                || (group != null
                        && (isOfAnotherRun(group, look) || isOfEarlierEpoch(group, look) || group.doubted() < seen));
    }

    /**
     * The value after a doubt.
     *
     * @param group null if there is none
     * @param terms the terms of the group's leases, if it has no value
     */
    final GroupValue noted(@Nullable GroupValue group, Look look, long seen, RegisterText terms) {
        long now = look.time();
        if (group == null) {
            return new GroupValue(look.run(), look.epoch(), doubted(0, now, seen), terms);
        }
        String run = look.run().equals(Look.UNTOLD) ? group.run() : look.run();
        long epoch = look.epoch() == Look.UNKNOWN_EPOCH ? group.epoch() : look.epoch();
        return new GroupValue(run, epoch, doubted(group.doubted(), now, seen), group.stored());
    }

    // The rules

    boolean isMissing(@Nullable GroupValue group) {
        return group == null;
    }

    boolean isOfAnotherRun(GroupValue group, Look look) {
        return !look.run().equals(Look.UNTOLD) && !look.run().equals(group.run());
    }

    boolean isOfEarlierEpoch(GroupValue group, Look look) {
        return look.epoch() != Look.UNKNOWN_EPOCH && group.epoch() < look.epoch();
    }

    /** The time of a doubt never goes back. */
    long doubted(long before, long now, long seen) {
        return Math.max(Math.max(before, seen), now);
    }
}
