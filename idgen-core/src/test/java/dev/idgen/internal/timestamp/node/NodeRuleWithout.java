package dev.idgen.internal.timestamp.node;

import dev.idgen.internal.lease.GroupRuleWithout;
import dev.idgen.internal.lease.OmittedRule;
import dev.idgen.internal.time.Window;

/** The rule of node ids without a part of it. */
final class NodeRuleWithout extends NodeRule {

    private final OmittedRule omitted;

    NodeRuleWithout(OmittedRule omitted, NodePool nodes, long ttl) {
        super(nodes, new GroupRuleWithout(omitted, nodes.rule(ttl)));
        this.omitted = omitted;
    }

    @Override
    boolean hasEnded(NodeValue value, long now) {
        return omitted == OmittedRule.NODE_ENDED || super.hasEnded(value, now);
    }

    @Override
    boolean isUnheard(NodeValue value, Window held) {
        return omitted == OmittedRule.NODE_UNHEARD || super.isUnheard(value, held);
    }

    @Override
    long recorded(NodeValue value, Window window) {
        return omitted == OmittedRule.NODE_RECORDED ? value.endMillis() : super.recorded(value, window);
    }

    @Override
    boolean isHeld(NodeValue value, String holder) {
        return omitted == OmittedRule.NODE_HELD || super.isHeld(value, holder);
    }
}
