package dev.idgen.internal.stamped.node;

import dev.idgen.internal.register.GroupValue;
import dev.idgen.internal.register.OmittedRule;
import dev.idgen.internal.register.Youth;
import dev.idgen.internal.time.Window;

/** The rule of node ids without a part of it. */
final class NodeRuleWithout extends NodeRule {

    private final OmittedRule omitted;
    private final long ttl;

    NodeRuleWithout(OmittedRule omitted, NodePool nodes, long ttl) {
        super(nodes, ttl);
        this.omitted = omitted;
        this.ttl = ttl;
    }

    @Override
    long settles(GroupValue group) {
        return omitted == OmittedRule.NODE_SETTLES ? group.doubted() + Youth.MARGIN_MILLIS : super.settles(group);
    }

    @Override
    long opens(GroupValue group) {
        return omitted == OmittedRule.NODE_OPENS ? 0 : super.opens(group);
    }

    @Override
    int slot(GroupValue group) {
        return omitted == OmittedRule.NODE_SLOT ? 0 : super.slot(group);
    }

    @Override
    long youngEnd(GroupValue group, long now) {
        return omitted == OmittedRule.NODE_YOUNG_END ? now + 10 * ttl : super.youngEnd(group, now);
    }

    @Override
    boolean hasEnded(NodeValue value, long now) {
        return omitted == OmittedRule.NODE_ENDED || super.hasEnded(value, now);
    }

    @Override
    long windowEnd(long now) {
        return super.windowEnd(now) + (omitted == OmittedRule.NODE_BOUND ? ttl : 0);
    }

    @Override
    boolean reaches(GroupValue group, Window held) {
        return omitted == OmittedRule.NODE_REACHES
                || (omitted == OmittedRule.NODE_REACHES_MARGIN && held.notAfter() >= group.doubted())
                || super.reaches(group, held);
    }

    @Override
    boolean isUnheard(NodeValue value, Window held) {
        return omitted == OmittedRule.NODE_UNHEARD || super.isUnheard(value, held);
    }

    @Override
    long recorded(NodeValue value, Window window) {
        return omitted == OmittedRule.NODE_RECORDED ? value.end() : super.recorded(value, window);
    }

    @Override
    boolean isHeld(NodeValue value, String holder) {
        return omitted == OmittedRule.NODE_HELD || super.isHeld(value, holder);
    }
}
