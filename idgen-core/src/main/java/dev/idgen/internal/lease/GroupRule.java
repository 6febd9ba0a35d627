package dev.idgen.internal.lease;

import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.store.StoreUse;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a group as a whole: when writes to it are in doubt, and what is granted after that. A doubt is noted in
 * the group's value. That is one write, whatever was lost, and no other value changes. A doubt too many does no harm.
 *
 * <p>A group's numbers and node ids are divided: a part is for <em>recovery</em>, the rest is <em>regular</em>. The
 * recovery ones are divided into slots, which the times of doubts use in turn. After a doubt, only the slot of its time
 * is granted, once that slot's time is over. So what was granted before the doubt and what is granted after it differ.
 * The rest is granted once all windows from before the doubt have closed.
 *
 * <p>It is pure, without clock, store or randomness. docs/proof.md proves it. Times are in milliseconds.
 */
/* Each rule that the proof names is a separate method, so that tests can take one out and see what goes wrong. */
public class GroupRule {

    /** Servers' clocks differ by less than this, and a replaced master is silent by then. See docs/proof.md. */
    public static final long MARGIN_MILLIS = StoreUse.MARGIN_MILLIS;

    private final long ttlMillis;
    private final int slots;
    private final long overMillis;

    /**
     * @param ttlMillis how long leases last
     * @param slots how many slots there are; 0 if the group has none for recovery
     * @param overMillis how long recovery windows stay open once regular ones are granted
     */
    public GroupRule(long ttlMillis, int slots, long overMillis) {
        this.ttlMillis = ttlMillis;
        this.slots = slots;
        this.overMillis = overMillis;
    }

    public final long ttlMillis() {
        return ttlMillis;
    }

    public final int slots() {
        return slots;
    }

    public final long overMillis() {
        return overMillis;
    }

    /** The length of a slot, 0 without slots. All together are at least a ttl and {@code over} long. */
    public final long slotMillis() {
        return slots == 0 ? 0 : (ttlMillis + overMillis + slots - 1) / slots;
    }

    /** How long after a doubt the rest is granted. */
    public final long settling() {
        return ttlMillis + MARGIN_MILLIS;
    }

    /** How long after a doubt something is granted, at most. */
    final long opening() {
        return slots == 0 ? settling() : slotMillis() + MARGIN_MILLIS;
    }

    /** When the slot of a doubt ends. */
    public final long slotEnd(GroupValue group) {
        long fromMillis = group.from();
        return slots == 0 ? fromMillis + ttlMillis : (fromMillis / slotMillis() + 1) * slotMillis();
    }

    /**
     * Whether writes may be missing: the group has no value, or one that was written in another run or, as far as
     * known, by an earlier master.
     *
     * @param seenMillis the latest doubt of the group that the asker has seen; the value lacks it if writes were lost
     */
    final boolean isDoubted(@Nullable GroupValue group, Snapshot snapshot, long seenMillis) {
        return group == null
                || isOfAnotherRun(group, snapshot)
                || isOfEarlierEpoch(group, snapshot)
                || group.doubted() < seenMillis;
    }

    /**
     * The value after a doubt.
     *
     * @param group null if there is none
     * @param terms the terms of the group's leases, if it has no value
     */
    final GroupValue noted(@Nullable GroupValue group, Snapshot snapshot, long seenMillis, LeaseText terms) {
        long nowMillis = snapshot.time();
        if (group == null) {
            return new GroupValue(snapshot.run(), snapshot.epoch(), doubted(0, nowMillis, seenMillis), terms);
        }
        String run = snapshot.run().equals(Snapshot.UNKNOWN_RUN) ? group.run() : snapshot.run();
        long epoch = snapshot.epoch() == Snapshot.UNKNOWN_EPOCH ? group.epoch() : snapshot.epoch();
        return new GroupValue(run, epoch, doubted(group.doubted(), nowMillis, seenMillis), group.stored());
    }

    /**
     * The value with other terms, under which nothing is granted before all windows under the earlier ones have closed.
     *
     * @param terms the other terms
     * @param earlierTtlMillis how long leases under the earlier terms last
     * @param behindMillis how much earlier the local time of ids is under the other terms
     */
    final GroupValue replaced(
            GroupValue group, Snapshot snapshot, LeaseText terms, long earlierTtlMillis, long behindMillis) {
        GroupValue noted = noted(group, snapshot, 0, terms);
        long beginMillis = isUnused(group, snapshot)
                ? snapshot.time()
                : closed(group, snapshot.time(), earlierTtlMillis) + behindMillis;
        // Up to then, only recovery numbers or node ids were granted, which no window that can be extended has.
        boolean recovery = snapshot.time() < group.from() + earlierTtlMillis;
        long doubted = recovery ? noted.doubted() : Math.max(noted.doubted(), beginMillis);
        return new GroupValue(noted.run(), noted.epoch(), doubted, terms.with(GroupValue.BEGIN, beginMillis));
    }

    // The rules

    boolean isOfAnotherRun(GroupValue group, Snapshot snapshot) {
        return !snapshot.run().equals(Snapshot.UNKNOWN_RUN) && !snapshot.run().equals(group.run());
    }

    boolean isOfEarlierEpoch(GroupValue group, Snapshot snapshot) {
        return snapshot.epoch() != Snapshot.UNKNOWN_EPOCH && group.epoch() < snapshot.epoch();
    }

    /** The time of a doubt never goes back. */
    long doubted(long before, long nowMillis, long seenMillis) {
        return Math.max(Math.max(before, seenMillis), nowMillis);
    }

    /** The earlier terms are so new that nothing was granted under them. */
    private boolean isUnused(GroupValue group, Snapshot snapshot) {
        long first = Math.min(group.since(), group.doubted()) + MARGIN_MILLIS;
        return group.begin() == 0 && snapshot.time() < first && !isDoubted(group, snapshot, 0);
    }

    /** When all windows under earlier terms have closed. Recovery ones close last. */
    long closed(GroupValue group, long nowMillis, long earlierTtlMillis) {
        return Math.max(group.from(), nowMillis + earlierTtlMillis + overMillis);
    }

    /** From when on the rest is granted: all windows from before the doubt have closed. */
    public long settles(GroupValue group) {
        return group.from() + settling();
    }

    /** A slot is granted only once it is over, by the margin. */
    public long opens(GroupValue group) {
        return slotEnd(group) + MARGIN_MILLIS;
    }

    /** The time of the doubt decides on the slot, from 0. */
    public int slot(GroupValue group) {
        return (int) (group.from() / slotMillis() % slots);
    }

    /** A recovery window ends with the time for recovery. */
    public long recoveryEnd(GroupValue group, long nowMillis) {
        return group.from() + settling() + overMillis;
    }

    /** A window closes within a ttl of the look that grants or extends it. */
    public long windowEnd(long nowMillis) {
        return nowMillis + ttlMillis;
    }

    /** A window, as its holder was told, must reach beyond the doubt by the margin to be extended. */
    public boolean reaches(GroupValue group, long untilMillis) {
        return untilMillis >= group.doubted() + MARGIN_MILLIS;
    }
}
