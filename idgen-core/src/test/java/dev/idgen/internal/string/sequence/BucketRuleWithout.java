package dev.idgen.internal.string.sequence;

import dev.idgen.internal.lease.GroupRuleWithout;
import dev.idgen.internal.lease.GroupValue;
import dev.idgen.internal.lease.OmittedRule;
import dev.idgen.internal.time.Window;

/** The rule of buckets without a part of it. */
final class BucketRuleWithout extends BucketRule {

    private final OmittedRule omitted;

    BucketRuleWithout(OmittedRule omitted, BucketLayout layout, long ttl) {
        super(layout, new GroupRuleWithout(omitted, layout.rule(ttl)));
        this.omitted = omitted;
    }

    @Override
    int recoveryPosition(BucketValue before, long slot) {
        return omitted == OmittedRule.LATEST ? 0 : super.recoveryPosition(before, slot);
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
    boolean isSameStay(BucketValue before, int part, Window held) {
        return omitted == OmittedRule.REENTERED || super.isSameStay(before, part, held);
    }

    @Override
    BucketValue recorded(BucketValue before, int part, long end) {
        return omitted == OmittedRule.RECORDED ? before : super.recorded(before, part, end);
    }
}
