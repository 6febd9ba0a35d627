package dev.idgen.internal.lease;

import dev.idgen.LeaseStore.Snapshot;

/** The rules of a group without one of them. */
public final class GroupRuleWithout extends GroupRule {

    private final OmittedRule omitted;

    public GroupRuleWithout(OmittedRule omitted, GroupRule all) {
        super(all.ttlMillis(), all.slots(), all.overMillis());
        this.omitted = omitted;
    }

    @Override
    boolean isOfAnotherRun(GroupValue group, Snapshot snapshot) {
        return omitted != OmittedRule.RUN && super.isOfAnotherRun(group, snapshot);
    }

    @Override
    boolean isOfEarlierEpoch(GroupValue group, Snapshot snapshot) {
        return omitted != OmittedRule.EPOCH && super.isOfEarlierEpoch(group, snapshot);
    }

    @Override
    long doubted(long before, long now, long seen) {
        boolean isMissed = omitted == OmittedRule.MISSING && before == 0;
        return omitted == OmittedRule.LATER ? now : isMissed ? 1 : super.doubted(before, now, seen);
    }

    @Override
    public long settles(GroupValue group) {
        return switch (omitted) {
            case SETTLES -> group.doubted() + MARGIN_MILLIS;
            case SETTLES_MARGIN -> super.settles(group) - MARGIN_MILLIS;
            default -> super.settles(group);
        };
    }

    @Override
    public long opens(GroupValue group) {
        return switch (omitted) {
            case OPENS -> group.doubted();
            case OPENS_MARGIN -> slotEnd(group);
            default -> super.opens(group);
        };
    }

    @Override
    public int slot(GroupValue group) {
        return omitted == OmittedRule.SLOT ? 0 : super.slot(group);
    }

    @Override
    public long recoveryEnd(GroupValue group, long now) {
        return omitted == OmittedRule.RECOVERY_END ? now + 10 * ttlMillis() : super.recoveryEnd(group, now);
    }

    @Override
    public long windowEnd(long now) {
        return super.windowEnd(now) + (omitted == OmittedRule.BOUND ? ttlMillis() : 0);
    }

    @Override
    public boolean reaches(GroupValue group, long until) {
        return omitted == OmittedRule.REACHES
                || (omitted == OmittedRule.REACHES_MARGIN && until >= group.doubted())
                || super.reaches(group, until);
    }
}
