package dev.idgen.internal.string.sequence;

import dev.idgen.internal.lease.GroupRule;
import dev.idgen.internal.lease.GroupValue;
import dev.idgen.internal.string.sequence.LeaseReply.BucketGranted;
import dev.idgen.internal.string.sequence.LeaseReply.Cause;
import dev.idgen.internal.string.sequence.LeaseReply.Ended;
import dev.idgen.internal.string.sequence.LeaseReply.Locked;
import dev.idgen.internal.time.Window;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The protocol of a bucket in a group without a doubt: maps its value and a question to the next value and an answer.
 * It is pure, without clock, store or randomness. Everything that leases from buckets asks it. docs/proof.md proves it.
 *
 * <p><b>Recovery.</b> Soon after a doubt, only numbers of the doubt's slot are granted. Their window is not extended.
 *
 * <p><b>Regular.</b> Once all windows from before the doubt have closed, numbers of a part are granted. A part is
 * entered once all its recorded windows have closed.
 *
 * <p><b>Extended.</b> The window of a regular number can grow, also after a doubt, if it was told to reach beyond the
 * doubt by the margin: until then, no other instance can have been granted the number.
 */
/* Each rule that the proof names is a separate method, so that tests can take one out and see what goes wrong. */
class BucketRule {

    /** When an asker that could do nothing asks again. */
    static final long RETRY_MILLIS = 200;

    /** The value that is missing or contended is written soon. */
    static final long BLOCKED_MILLIS = 50;

    /** An operator may open a closed bucket at any time. */
    static final long CLOSED_MILLIS = 1000;

    /** An extension is written only if it extends the part's last window by more than 3.5 % of the ttl. */
    private static final long THOUSANDTHS_BY_LOOK = 965;

    /**
     * A request for numbers.
     *
     * @param count the most numbers to take, at least 1
     * @param recovery the most to take of recovery ones, at least 1
     * @param randomPart any part, random each time
     * @param mayEnter whether it may enter another part; not if the store's clock seems wrong
     */
    record LeaseQuestion(int count, int recovery, int randomPart, boolean mayEnter) {}

    /**
     * The next value and the answer.
     *
     * @param next null if the value does not change
     */
    record BucketStep(@Nullable BucketValue next, LeaseReply answer) {}

    final BucketLayout layout;
    final GroupRule groupRule;

    /** @param groupRule the rules of its group */
    BucketRule(BucketLayout layout, GroupRule groupRule) {
        this.layout = layout;
        this.groupRule = groupRule;
    }

    /** @param value null if there is no readable value */
    BucketStep lease(GroupValue group, @Nullable BucketValue value, long nowMillis, LeaseQuestion query) {
        BucketValue before = value == null ? BucketValue.NONE : value;
        return nowMillis < groupRule.settles(group)
                ? recovery(group, before, nowMillis, query)
                : regular(group, before, nowMillis, query);
    }

    private BucketStep recovery(GroupValue group, BucketValue before, long nowMillis, LeaseQuestion query) {
        long opens = groupRule.opens(group);
        if (nowMillis < opens) {
            return locked(Cause.DOUBT, opens - nowMillis);
        }
        if (!query.mayEnter()) {
            return locked(Cause.CLOCK, RETRY_MILLIS);
        }
        long slot = groupRule.slotEnd(group);
        int position = recoveryPosition(before, slot);
        int count = Math.min(query.recovery(), layout.slotSize(groupRule.slots()) - position);
        if (count <= 0) {
            return locked(Cause.RECOVERY, groupRule.settles(group) - nowMillis);
        }
        int first = layout.slotFirst(groupRule.slot(group), groupRule.slots()) + position;
        Window window = new Window(opens, groupRule.recoveryEnd(group, nowMillis));
        return new BucketStep(
                before.recoveryGranted(slot, position + count), new BucketGranted(first, count, window, nowMillis));
    }

    private BucketStep regular(GroupValue group, BucketValue before, long nowMillis, LeaseQuestion query) {
        int size = layout.partSize();
        BucketValue in = before;
        if (!isSameDoubt(before, group) || before.position() >= size || !isEntered(before, nowMillis)) {
            Optional<Integer> part = IntStream.range(0, BucketLayout.PARTS)
                    .map(i -> (query.randomPart() + i) % BucketLayout.PARTS)
                    .boxed()
                    .filter(candidate -> hasClosed(before, candidate, nowMillis))
                    .findFirst();
            if (part.isEmpty()) {
                long ends =
                        before.ends().stream().min(Comparator.naturalOrder()).orElse(nowMillis);
                return locked(Cause.OVERFLOW, ends + 1 - nowMillis);
            }
            if (!query.mayEnter()) {
                return locked(Cause.CLOCK, RETRY_MILLIS);
            }
            in = before.entering(group.doubt(), part.get(), nowMillis);
        }
        int count = Math.min(query.count(), size - in.position());
        long endMillis = groupRule.windowEnd(nowMillis);
        Window window = new Window(in.entered().get(in.part()), endMillis);
        int first = in.part() * size + in.position();
        return new BucketStep(in.granted(count, endMillis), new BucketGranted(first, count, window, nowMillis));
    }

    /**
     * Extends a window.
     *
     * @param value null if there is no readable value
     * @param held the grant
     * @param untilMillis when the window ends, as the holder was told
     */
    BucketStep extend(
            GroupValue group, @Nullable BucketValue value, long nowMillis, BucketGranted held, long untilMillis) {
        BucketValue before = value == null ? BucketValue.NONE : value;
        int part = layout.partOf(held.first());
        if (layout.isRecovery(held.first())
                || !groupRule.reaches(group, untilMillis)
                || !isSameStay(before, part, held.window())) {
            return new BucketStep(null, new Ended());
        }
        long recorded = before.ends().get(part);
        long endMillis = groupRule.windowEnd(nowMillis);
        boolean isEnough = value != null && recorded >= nowMillis + groupRule.ttlMillis() * THOUSANDTHS_BY_LOOK / 1000;
        Window window = held.window().extendTo(isEnough ? Math.min(recorded, endMillis) : endMillis);
        return new BucketStep(
                isEnough ? null : recorded(before, part, endMillis),
                new BucketGranted(held.first(), held.count(), window, nowMillis));
    }

    static BucketStep locked(Cause cause, long millis) {
        return new BucketStep(null, new Locked(cause, millis));
    }

    // The rules

    /** A bucket goes on in its latest slot, and never returns to an earlier one. */
    int recoveryPosition(BucketValue before, long slot) {
        return before.slot() > slot ? Integer.MAX_VALUE : before.slot() < slot ? 0 : before.recovery();
    }

    /** A stay ends with a doubt. */
    boolean isSameDoubt(BucketValue before, GroupValue group) {
        return before.since().equals(group.doubt());
    }

    /** Numbers of a stay are granted only after it began, even if the clock is set back. */
    boolean isEntered(BucketValue before, long nowMillis) {
        return before.entered().get(before.part()) <= nowMillis;
    }

    /** A part is entered once its recorded windows have closed. */
    boolean hasClosed(BucketValue before, int part, long nowMillis) {
        return before.ends().get(part) < nowMillis;
    }

    /** The part was not entered again since the lease began. */
    boolean isSameStay(BucketValue before, int part, Window held) {
        return before.entered().get(part) <= held.notBefore();
    }

    /** An extension is recorded. */
    BucketValue recorded(BucketValue before, int part, long endMillis) {
        return before.open(part, endMillis);
    }
}
