package dev.idgen.internal.stamped.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Register;
import dev.idgen.internal.register.RegisterText;
import dev.idgen.internal.register.Step;
import dev.idgen.internal.stamped.node.NodeAnswer.NodeGranted;
import dev.idgen.internal.stamped.node.NodeRule.NodeAsker;
import dev.idgen.internal.time.Window;
import dev.idgen.proof.Cases;
import dev.idgen.proof.Kept;
import dev.idgen.proof.NodeFormulas;
import dev.idgen.proof.NodeFormulas.Group;
import dev.idgen.proof.NodeFormulas.Outcome;
import dev.idgen.proof.NodeTerms;
import dev.idgen.proof.Num;
import dev.idgen.proof.Truth;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The formulas that are proved say what the shipped rule does. */
class NodeRuleTranscriptTests {

    private static final int CASES = 30_000;
    private static final long TTL = 15_000;
    private static final long NOW = 1_000_000;
    private static final long SETTLED = NOW - TTL - Circumstances.MARGIN_MILLIS;
    private static final List<Long> MOMENTS =
            List.of(0L, 0L, SETTLED, NOW - Circumstances.MARGIN_MILLIS, NOW, NOW + TTL);
    private static final List<String> HOLDERS = List.of("me", "other");
    private static final Num ME = holder("me");
    private static final long ID = 3;

    private final NodeFormulas formulas =
            new NodeFormulas(Kept.all(), Num.of(Circumstances.MARGIN_MILLIS), Num.of(Register.SWAP_LIMIT_MILLIS));
    private final Cases random = new Cases(20_26, MOMENTS);

    private NodeValue pool;
    private NodeValue own;
    private Circumstances at;
    private NodeAsker asker;

    @Test
    void acquisitionIsAsProved() {
        for (int i = 0; i < CASES; i++) {
            draw();
            boolean isLost = random.chance(2);
            Outcome out = formulas.acquire(group(), random.terms(at), ME, Num.of(asker.ttl()), Truth.of(isLost));
            assertSame(rule().acquire(isLost), out, at.now());
        }
        random.assertHappenedOften("doubt", "mark", "grant", "pool", "own");
    }

    @Test
    void renewalIsAsProved() {
        for (int i = 0; i < CASES; i++) {
            draw();
            long begin = random.moment();
            Window held = new Window(begin, random.chance(2) ? begin + TTL : Math.max(begin, random.moment()));
            Num end = Num.of(held.notAfter());
            Outcome out = formulas.renew(group(), random.terms(at), ME, Num.of(begin), end, Num.of(asker.ttl()));
            assertSame(rule().renew(ID, held), out, begin);
        }
        random.assertHappenedOften("doubt", "mark", "grant", "pool", "own");
    }

    @Test
    void returnIsAsProved() {
        for (int i = 0; i < CASES; i++) {
            draw();
            long used = random.moment();
            assertSame(rule().giveBack(ID, used), formulas.giveBack(group(), ME, Num.of(used)), 0);
        }
        random.assertHappenedOften("own");
    }

    private void assertSame(Step<NodeAnswer> step, Outcome out, long begin) {
        NodeTerms poolAfter = terms(pool);
        NodeTerms ownAfter = terms(own);
        List<String> guards = List.of();
        Step.Write write = step.write();
        if (write != null) {
            guards = write.guards();
            if (write.name().equals(NodeGroup.POOL)) {
                poolAfter = terms(NodeValue.parse(write.next()));
            } else {
                ownAfter = terms(NodeValue.parse(write.next()));
            }
        }
        String question = pool + " " + own + " " + at + " " + asker;
        assertThat(out.group().pool().isSameAs(poolAfter).value()).as(question).isTrue();
        assertThat(out.group().own().isSameAs(ownAfter).value()).as(question).isTrue();
        assertThat(guards).as(question).isEqualTo(compared(out));
        Window window = step.answer() instanceof NodeGranted granted ? granted.window() : null;
        assertThat(window)
                .as(question)
                .isEqualTo(out.granted().value() ? new Window(begin, out.end().value()) : null);
        random.happened("doubt", out.doubted());
        random.happened("mark", out.marked());
        random.happened("grant", out.granted());
        random.happened("pool", out.writesPool());
        random.happened("own", out.writesOwn());
    }

    /** What the proof compares in a swap. */
    private List<String> compared(Outcome out) {
        String name = NodeGroup.name(ID);
        if (out.writesPool().value()) {
            return List.of(NodeGroup.POOL);
        }
        return !out.writesOwn().value() ? List.of() : own == null ? List.of(NodeGroup.POOL, name) : List.of(name);
    }

    private void draw() {
        pool = random.chance(5) ? null : value(NodeValue.FREE);
        own = random.chance(4) ? null : value(random.chance(2) ? NodeValue.FREE : HOLDERS.get(random.below(2)));
        at = random.circumstances(NOW);
        asker = new NodeAsker("me", ttl(), "made");
    }

    private NodeValue value(String holder) {
        return new NodeValue(
                random.run(), random.epoch(), random.moment(), random.moment(), holder, ttl(), RegisterText.empty());
    }

    private long ttl() {
        return random.chance(30) ? TTL + 1 : TTL;
    }

    private NodeRule rule() {
        Map<String, String> values = new HashMap<>();
        if (pool != null) {
            values.put(NodeGroup.POOL, pool.toString());
        }
        if (own != null) {
            values.put(NodeGroup.name(ID), own.toString());
        }
        List<String> names = List.of(NodeGroup.POOL, NodeGroup.name(ID));
        return new NodeRule(new NodeGroup(new Look(at.now(), at.run(), at.epoch(), names, values)), at, asker);
    }

    private Group group() {
        return new Group(terms(pool), terms(own));
    }

    private static Num holder(String name) {
        return name.equals(NodeValue.FREE) ? NodeTerms.FREE : Num.of(HOLDERS.indexOf(name));
    }

    private static NodeTerms terms(NodeValue value) {
        if (value == null) {
            return terms(NodeValue.missing(TTL)).lost(Truth.of(true));
        }
        return new NodeTerms(
                Truth.of(true),
                Cases.term(value.run()),
                Num.of(value.epoch()),
                Num.of(value.doubted()),
                Num.of(value.end()),
                holder(value.holder()),
                Num.of(value.ttl()));
    }
}
