package dev.idgen.internal.register;

/** The rule of doubts without a part of it. */
public final class DoubtRuleWithout extends DoubtRule {

    private final OmittedRule omitted;

    public DoubtRuleWithout(OmittedRule omitted) {
        this.omitted = omitted;
    }

    @Override
    boolean isOfAnotherRun(GroupValue group, Look look) {
        return omitted != OmittedRule.RUN && super.isOfAnotherRun(group, look);
    }

    @Override
    boolean isOfEarlierEpoch(GroupValue group, Look look) {
        return omitted != OmittedRule.EPOCH && super.isOfEarlierEpoch(group, look);
    }

    @Override
    long doubted(long before, long now, long seen) {
        boolean isMissed = omitted == OmittedRule.MISSING && before == 0;
        return omitted == OmittedRule.LATER ? now : isMissed ? 1 : super.doubted(before, now, seen);
    }
}
