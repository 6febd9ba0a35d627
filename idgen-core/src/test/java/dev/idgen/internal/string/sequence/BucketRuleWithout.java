package dev.idgen.internal.string.sequence;

import dev.idgen.internal.register.GroupValue;
import dev.idgen.internal.register.OmittedRule;
import dev.idgen.internal.register.Youth;
import dev.idgen.internal.time.Window;

/** The rule of buckets without a part of it. */
final class BucketRuleWithout extends BucketRule {

    private final OmittedRule omitted;

    BucketRuleWithout(OmittedRule omitted) {
        this.omitted = omitted;
    }

    @Override
    long settles(Youth youth, GroupValue group) {
        return switch (omitted) {
            case SETTLES -> group.doubted() + Youth.MARGIN_MILLIS;
            case SETTLES_MARGIN -> super.settles(youth, group) - Youth.MARGIN_MILLIS;
            default -> super.settles(youth, group);
        };
    }

    @Override
    long opens(Youth youth, GroupValue group) {
        return switch (omitted) {
            case OPENS -> group.doubted();
            case OPENS_MARGIN -> youth.slotEnd(group.doubted());
            default -> super.opens(youth, group);
        };
    }

    @Override
    int slotFirst(BucketLayout layout, Youth youth, GroupValue group) {
        return omitted == OmittedRule.SLOT ? layout.slotFirst(0) : super.slotFirst(layout, youth, group);
    }

    @Override
    int youngPosition(BucketValue before, long slot) {
        return omitted == OmittedRule.LATEST ? 0 : super.youngPosition(before, slot);
    }

    @Override
    long youngEnd(Youth youth, GroupValue group, long now) {
        return omitted == OmittedRule.YOUNG_END ? now + 10 * youth.ttl() : super.youngEnd(youth, group, now);
    }

    @Override
    boolean isSameDoubt(BucketValue before, GroupValue group) {
        return omitted == OmittedRule.STAY ? !before.since().isEmpty() : super.isSameDoubt(before, group);
    }

    @Override
    boolean isEntered(BucketValue before, long now) {
        return omitted == OmittedRule.ENTERED || super.isEntered(before, now);
    }

    @Override
    boolean hasClosed(BucketValue before, int part, long now) {
        return omitted == OmittedRule.ENDS || super.hasClosed(before, part, now);
    }

    @Override
    long windowEnd(long now, long ttl) {
        return super.windowEnd(now, omitted == OmittedRule.BOUND ? 2 * ttl : ttl);
    }

    @Override
    boolean reaches(GroupValue group, long told) {
        return omitted == OmittedRule.REACHES
                || (omitted == OmittedRule.REACHES_MARGIN && told >= group.doubted())
                || super.reaches(group, told);
    }

    @Override
    boolean isSameStay(BucketValue before, int part, Window held) {
        return omitted == OmittedRule.REENTERED || super.isSameStay(before, part, held);
    }

    @Override
    BucketValue recorded(BucketValue before, int part, long end) {
        return omitted == OmittedRule.RECORDED ? before : super.recorded(before, part, end);
    }
}
