package dev.idgen.internal.lease;

/** The rules of a group, but other terms begin at once. */
public final class GroupRuleWithoutPause extends GroupRule {

    public GroupRuleWithoutPause(GroupRule all) {
        super(all.ttlMillis(), all.slots(), all.overMillis());
    }

    @Override
    long closed(GroupValue group, long now, long earlierTtl) {
        return now;
    }
}
