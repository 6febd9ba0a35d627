package dev.idgen.internal.timestamp.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.internal.lease.GroupRule;
import dev.idgen.internal.lease.GroupValue;
import dev.idgen.internal.lease.LeaseText;
import dev.idgen.internal.lease.Step;
import dev.idgen.internal.time.Window;
import dev.idgen.internal.timestamp.node.NodeAnswer.NodeGranted;
import dev.idgen.proof.Cases;
import dev.idgen.proof.DoubtFormulas.Group;
import dev.idgen.proof.Kept;
import dev.idgen.proof.NodeFormulas;
import dev.idgen.proof.NodeFormulas.Outcome;
import dev.idgen.proof.NodeTerms;
import dev.idgen.proof.Num;
import dev.idgen.proof.RecoveryFormulas;
import dev.idgen.proof.Truth;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The formulas that are proved say what the shipped rule does. */
class NodeRuleTranscriptTests {

    private static final int CASES = 30_000;
    private static final NodePool NODES = NodePool.ofBits(10);
    private static final long TTL = 15_000;
    private static final long MARGIN = GroupRule.MARGIN_MILLIS;
    private static final GroupRule RULE = NODES.rule(TTL);

    /** When a slot opens. */
    private static final long NOW = 3000 * RULE.slotMillis() + MARGIN;

    private static final List<Long> MOMENTS =
            List.of(0L, NOW - TTL - MARGIN, NOW - MARGIN - RULE.slotMillis(), NOW - MARGIN, NOW, NOW + TTL);
    private static final List<String> HOLDERS = List.of("me", "other");
    private static final Num ME = holder("me");

    private final NodeFormulas formulas = new NodeFormulas(
            Kept.all(), new RecoveryFormulas(Kept.all(), Num.of(TTL), Num.of(MARGIN), Num.of(RULE.overMillis())));
    private final NodeRule rule = new NodeRule(NODES, RULE);
    private final Cases random = new Cases(20_26, MOMENTS);

    private GroupValue group;
    private NodeValue value;
    private long id;
    private long now;

    @Test
    void leaseIsAsProved() {
        for (int i = 0; i < CASES; i++) {
            draw();
            boolean mayAcquire = !random.chance(5);
            boolean isRecovery = NODES.slotOf(id) != NodePool.REGULAR;
            Num time = Num.of(now);
            Num slotEnd = Num.of(RULE.slotEnd(group));
            Outcome out = isRecovery
                    ? formulas.acquireRecovery(terms(group), terms(value), time, slotEnd, ME)
                    : formulas.acquire(terms(group), terms(value), time, ME);
            boolean isItsTime = !isRecovery || NODES.slotOf(id) == RULE.slot(group);
            boolean isGranted = out.writes().value() && isItsTime && mayAcquire;
            Step<NodeAnswer> step = rule.acquire(group, view(), "me", mayAcquire);
            assertSame(step, out, isGranted, out.end().value());
            random.happened(isRecovery ? "recovery" : "regular", Truth.of(isGranted));
        }
        random.assertHappenedOften("recovery", "regular");
    }

    @Test
    void renewalIsAsProved() {
        for (int i = 0; i < CASES; i++) {
            draw();
            long begin = random.moment();
            Window held = new Window(begin, random.chance(2) ? begin + TTL : Math.max(begin, random.moment()));
            Num until = Num.of(held.notAfter());
            Outcome out = formulas.renew(terms(group), terms(value), Num.of(now), ME, Num.of(begin), until);
            boolean isGranted = out.writes().value() && NODES.slotOf(id) == NodePool.REGULAR;
            assertSame(
                    rule.renew(group, view(), "me", id, held),
                    out,
                    isGranted,
                    out.end().value());
            random.happened("grant", Truth.of(isGranted));
            random.happened("unheard", Truth.of(isGranted && !value.holder().equals("me")));
        }
        random.assertHappenedOften("grant", "unheard");
    }

    @Test
    void returnIsAsProved() {
        for (int i = 0; i < CASES; i++) {
            draw();
            long used = random.moment();
            Outcome out = formulas.giveBack(terms(value), ME, Num.of(used));
            assertSame(rule.giveBack(view(), "me", id, used), out, out.writes().value(), -1);
            random.happened("return", out.writes());
        }
        random.assertHappenedOften("return");
    }

    private void assertSame(Step<NodeAnswer> step, Outcome out, boolean writes, long end) {
        String question = group + " " + value + " " + id + " " + now;
        Step.Write write = step.write();
        assertThat(write != null).as(question).isEqualTo(writes);
        if (write != null) {
            assertThat(write.guards()).containsExactly(GroupValue.NAME, NodeValue.name(id));
            assertThat(terms(NodeValue.parse(write.next()))).as(question).isEqualTo(out.next());
            if (step.answer() instanceof NodeGranted granted) {
                assertThat(granted.window())
                        .as(question)
                        .isEqualTo(new Window(out.begin().value(), end));
            }
        }
    }

    private void draw() {
        group = random.group();
        now = NOW + random.below(7) - 3;
        id = random.chance(2)
                ? random.below(96)
                : NODES.idAt(0, random.chance(4) ? random.below(8) : RULE.slot(group), random.below(4));
        value = random.chance(5)
                ? NodeValue.NONE
                : new NodeValue(
                        random.moment(),
                        random.chance(3) ? NodeValue.FREE : HOLDERS.get(random.below(2)),
                        LeaseText.empty());
    }

    private Snapshot view() {
        String name = NodeValue.name(id);
        Map<String, String> values = value.equals(NodeValue.NONE) ? Map.of() : Map.of(name, value.toString());
        return new Snapshot(now, group.run(), group.epoch(), List.of(GroupValue.NAME, name), values);
    }

    private static Group terms(GroupValue group) {
        return Cases.terms(group);
    }

    private static Num holder(String name) {
        return name.equals(NodeValue.FREE) ? NodeTerms.FREE : Num.of(HOLDERS.indexOf(name));
    }

    private static NodeTerms terms(NodeValue value) {
        return new NodeTerms(Num.of(value.endMillis()), holder(value.holder()));
    }
}
