package dev.idgen.internal.stamped.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Step;
import dev.idgen.internal.stamped.node.NodeAnswer.GivenBack;
import dev.idgen.internal.stamped.node.NodeAnswer.PoolNoted;
import dev.idgen.internal.stamped.node.NodeAnswer.PoolUnborn;
import dev.idgen.internal.stamped.node.NodeAnswer.Settling;
import dev.idgen.internal.stamped.node.NodeRule.NodeAsker;
import dev.idgen.internal.time.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the rules answer, choose and keep, beside windows and times: those {@link NodeRuleTranscriptTests} compares with
 * the proof. Times are small for the eye.
 */
class NodeRuleTests {

    private static final long TTL = 10_000;
    private static final long NOW = 100_000;
    /** Until after that a doubt of now delays. */
    private static final long SETTLING = TTL + Circumstances.MARGIN_MILLIS;

    private static final NodeAsker ASKER = new NodeAsker("me/1", TTL, "token");
    private static final String POOL = "run=r epoch=0 doubted=0 end=0 holder= ttl=10000 made=x";

    private final Map<String, String> stored = new TreeMap<>(Map.of("pool", POOL));
    private Circumstances at = new Circumstances(NOW, NOW, true, "r", 0);

    private static String value(String run, long doubted, long end, String holder) {
        return "run=" + run + " epoch=0 doubted=" + doubted + " end=" + end + " holder=" + holder + " ttl=10000";
    }

    private void store(long id, String value) {
        stored.put(NodeGroup.name(id), value);
    }

    private NodeRule rule(Long... ids) {
        List<String> names = new ArrayList<>(List.of("pool"));
        List.of(ids).forEach(id -> names.add(NodeGroup.name(id)));
        Map<String, String> values = new TreeMap<>(stored);
        values.keySet().retainAll(names);
        return new NodeRule(new NodeGroup(new Look(at.now(), at.run(), at.epoch(), names, values)), at, ASKER);
    }

    private Step<NodeAnswer> acquire(Long... ids) {
        return rule(ids).acquire(false);
    }

    private static Step.Write write(Step<NodeAnswer> step) {
        return Objects.requireNonNull(step.write());
    }

    private static String next(Step<NodeAnswer> step) {
        return write(step).next();
    }

    private static void assertAnswer(Step<NodeAnswer> step, String type) {
        assertThat(step.answer().getClass().getSimpleName()).isEqualTo(type);
    }

    /** Given back, or expired for so long that its holder is dead, before never leased, before expired lately. */
    @ParameterizedTest
    @CsvSource({
        "'', 99999, '', 0, 3",
        "other, 87999, '', 0, 3",
        "other, 88000, '', 0, 4",
        "other, 99999, other, 88000, 3",
        "other, 99999, '', 99999, 4",
        "'', 100001, other, 99999, 4",
    })
    void acquirePrefersAmongFreeNodeIds(String holder, long end, String holder4, long end4, long chosen) {
        store(3, value("r", 0, end, holder));
        if (end4 > 0) {
            store(4, value("r", 0, end4, holder4));
        }
        assertThat(write(acquire(3L, 4L)).name()).isEqualTo(NodeGroup.name(chosen));
    }

    @Test
    void acquireWithoutAPoolWaitsOrNotesThatItWasLost() {
        stored.clear();
        assertThat(acquire(3L)).isEqualTo(Step.answer(new PoolUnborn()));
        Step<NodeAnswer> lost = rule(3L).acquire(true);
        assertThat(lost.answer()).isEqualTo(new PoolNoted());
        assertThat(next(lost)).isEqualTo("made=token run=r epoch=0 doubted=100000 end=0 holder= ttl=10000");
        stored.put("pool", "nonsense");
        assertThat(next(acquire(3L))).contains("doubted=100000").contains("made=token");
    }

    @Test
    void acquireNotesADoubtfulNodeIdIfNoOtherIsFree() {
        store(3, value("old", 5, 50_000, "other"));
        assertThat(acquire(3L).answer()).isEqualTo(new Settling(SETTLING + 1, false));
        store(4, value("r", 0, 50_000, "other"));
        assertThat(write(acquire(3L, 4L)).name()).isEqualTo(NodeGroup.name(4));
        store(3, "nonsense");
        assertThat(next(acquire(3L))).isEqualTo(value("r", NOW, 0, ""));
    }

    /** Before that, leases may have been given that were deleted with the pool. */
    @ParameterizedTest
    @CsvSource({"99999, InUse", "100500, Settling", "100501, NodeGranted"})
    void acquireFromANewPoolWaitsUntilTheSwapThatMadeItCannotBeRepeated(long now, String answer) {
        Look empty = new Look(NOW, "r", 0, List.of(), Map.of());
        stored.put("pool", NodeValue.newborn(empty, TTL, "x").toString());
        at = new Circumstances(now, now, true, "r", 0);
        assertAnswer(acquire(3L), answer);
        // A window of before the birth, even over a later lease.
        assertAnswer(rule(3L).renew(3, new Window(NOW - TTL, NOW - 1)), "Lost");
    }

    @Test
    void fieldsOfALaterVersionAreKept() {
        stored.put("pool", POOL.replace("run=r", "run=old") + " later=field");
        assertThat(next(acquire(3L))).isEqualTo(value("r", NOW, 0, "") + " made=x later=field");
        store(3, value("r", 7, 109_000, "me/1") + " later=field");
        Step<NodeAnswer> step = rule(3L).giveBack(3, 105_000);
        assertThat(step.answer()).isEqualTo(new GivenBack());
        assertThat(next(step)).isEqualTo(value("r", 7, 105_000, "") + " later=field");
    }
}
