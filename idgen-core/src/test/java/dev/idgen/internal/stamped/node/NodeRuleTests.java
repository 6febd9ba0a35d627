package dev.idgen.internal.stamped.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Step;
import dev.idgen.internal.stamped.node.NodeAnswer.GivenBack;
import dev.idgen.internal.stamped.node.NodeAnswer.NodeGranted;
import dev.idgen.internal.stamped.node.NodeAnswer.OtherNodeTtl;
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

/** The rules as tables: a look and a question, the write and the answer. Times are small for the eye. */
class NodeRuleTests {

    private static final long TTL = 10_000;
    private static final long NOW = 100_000;
    /** Until after that a doubt of now delays. */
    private static final long SETTLING = TTL + Circumstances.MARGIN_MILLIS;

    private static final NodeAsker ASKER = new NodeAsker("me/1", TTL, "token");
    private static final String POOL = "run=r epoch=0 doubted=0 end=0 holder= ttl=10000 made=x";
    private static final String MARKED = POOL.replace("run=r ", "run=- ");

    private final Map<String, String> stored = new TreeMap<>(Map.of("pool", POOL));
    private Circumstances at = at(true, "r");

    private static Circumstances at(boolean isTrusted, String run) {
        return new Circumstances(NOW, NOW, isTrusted, run, 0);
    }

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

    private Step<NodeAnswer> renew(long begin, long end) {
        return rule(3L).renew(3, new Window(begin, end));
    }

    private static Step.Write write(Step<NodeAnswer> step) {
        return Objects.requireNonNull(step.write());
    }

    private static String next(Step<NodeAnswer> step) {
        return write(step).next();
    }

    private static void assertGranted(Step<NodeAnswer> step, long id, long begin, long end) {
        assertThat(step.answer()).isEqualTo(new NodeGranted(id, new Window(begin, end), "r"));
        assertThat(write(step).name()).isEqualTo(NodeGroup.name(id));
        assertThat(next(step)).contains(" end=" + end + " holder=me/1 ");
    }

    private static void assertAnswer(Step<NodeAnswer> step, String type) {
        assertThat(step.answer().getClass().getSimpleName()).isEqualTo(type);
    }

    @Test
    void acquireComparesThePoolOnlyForANodeIdWithoutAValue() {
        Step<NodeAnswer> unwritten = acquire(3L);
        assertGranted(unwritten, 3, NOW, NOW + TTL);
        assertThat(write(unwritten).guards()).containsExactly("pool", "3");
        assertThat(next(unwritten)).isEqualTo("run=r epoch=0 doubted=0 end=110000 holder=me/1 ttl=10000");
        store(3, value("r", 0, 50_000, ""));
        assertThat(write(acquire(3L)).guards()).containsExactly("3");
        assertThat(write(acquire(9L, 8L)).name()).as("the first of equals").isEqualTo("9");
    }

    @ParameterizedTest
    @CsvSource({"99999, NodeGranted", "100000, InUse"})
    void acquireLeasesANodeIdAfterItsWindowHasClosed(long end, String answer) {
        store(3, value("r", 0, end, "other"));
        assertAnswer(acquire(3L), answer);
    }

    @Test
    void acquireWhenAllAreInUseNamesTheHolders() {
        store(3, value("r", 0, NOW + 7, "other"));
        assertThat(acquire(3L).answer())
                .hasToString("InUse[holders=[Holder[node=3, name=other, until=1970-01-01T00:01:40.007Z]]]");
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
        assertThat(write(lost).guards()).containsExactly("pool");
        assertThat(next(lost)).isEqualTo("made=token run=r epoch=0 doubted=100000 end=0 holder= ttl=10000");
        stored.put("pool", "nonsense");
        assertThat(next(acquire(3L))).contains("doubted=100000").contains("made=token");
    }

    @ParameterizedTest
    @CsvSource({"r2, 0", "r, 7"})
    void acquireNotesAPoolOfAnotherRunOrEpochFirst(String run, long epoch) {
        stored.put("pool", POOL + " later=field");
        at = new Circumstances(NOW, NOW, true, run, epoch);
        Step<NodeAnswer> step = acquire(3L);
        assertThat(step.answer()).isEqualTo(new PoolNoted());
        assertThat(next(step))
                .isEqualTo("run=" + run + " epoch=" + epoch
                        + " doubted=100000 end=0 holder= ttl=10000 made=x later=field");
    }

    @ParameterizedTest
    @CsvSource({"87999, 0", "88000, 1", "100000, 12001"})
    void acquireAfterADoubtWaitsForATtlAndAMargin(long doubted, long wait) {
        stored.put("pool", value("r", doubted, 0, ""));
        if (wait == 0) {
            assertGranted(acquire(3L), 3, NOW, NOW + TTL);
        } else {
            assertThat(acquire(3L)).isEqualTo(Step.answer(new Settling(wait, true)));
        }
    }

    /** A doubt about one node id is noted in its own value, and never made earlier. */
    @Test
    void acquireNotesADoubtfulNodeIdIfNoOtherIsFree() {
        store(3, value("old", 5, 50_000, "other"));
        assertThat(acquire(3L).answer()).isEqualTo(new Settling(SETTLING + 1, false));
        assertThat(next(acquire(3L))).isEqualTo(value("r", NOW, 50_000, "other"));
        store(4, value("r", 0, 50_000, "other"));
        assertGranted(acquire(3L, 4L), 4, NOW, NOW + TTL);
        store(3, value("old", NOW + 300, 0, ""));
        assertThat(next(acquire(3L))).contains("doubted=" + (NOW + 300));
        store(3, "nonsense");
        assertThat(next(acquire(3L))).isEqualTo(value("r", NOW, 0, ""));
    }

    @Test
    void otherTtlIsRefused() {
        store(3, value("r", 0, 0, "").replace("ttl=10000", "ttl=20000"));
        assertThat(acquire(3L)).isEqualTo(Step.answer(new OtherNodeTtl(20_000)));
        assertThat(renew(1, NOW)).isEqualTo(Step.answer(new OtherNodeTtl(20_000)));
    }

    /** Before that, leases may have been given that were deleted with the pool. */
    @ParameterizedTest
    @CsvSource({"99999, InUse", "100500, Settling", "100501, NodeGranted"})
    void acquireFromANewPoolWaitsUntilTheSwapThatMadeItCannotBeRepeated(long now, String answer) {
        Look empty = new Look(NOW, "r", 0, List.of(), Map.of());
        stored.put("pool", NodeValue.newborn(empty, TTL, "x").toString());
        at = new Circumstances(now, now, true, "r", 0);
        assertAnswer(acquire(3L), answer);
        assertAnswer(renew(NOW - TTL, NOW - 1), "Lost"); // of before the birth, even over a later lease
    }

    // Clocks that are not believed, and runs that are not told

    @Test
    void clockThatIsNotBelievedMarksAPoolInDoubtAndChangesNothingElse() {
        at = at(false, "r2");
        Step<NodeAnswer> step = acquire(3L);
        assertThat(step.answer()).isEqualTo(new Settling(200, true));
        assertThat(next(step)).isEqualTo(MARKED);
        stored.put("pool", MARKED);
        assertThat(acquire(3L).write()).isNull();
        stored.clear();
        assertThat(next(rule(3L).acquire(true))).contains("run=-").contains("doubted=0");
    }

    @Test
    void clockThatIsNotBelievedLeasesRenewsAndLosesNothing() {
        at = at(false, "r");
        assertGranted(acquire(3L), 3, NOW, NOW + TTL);
        store(3, value("r", 0, NOW + 9000, "me/1"));
        stored.put("pool", MARKED);
        assertGranted(renew(NOW, NOW + 9000), 3, NOW, NOW + TTL);
        at = at(false, "r2");
        assertThat(renew(NOW, NOW + 9000).answer()).isEqualTo(new Settling(200, true));
        assertThat(next(renew(NOW, NOW + 9000))).isEqualTo(value("-", 0, NOW + 9000, "me/1"));
    }

    @Test
    void askerWithoutARunTakesAValueForTheCurrentOneUnlessMarked() {
        at = at(true, Look.UNTOLD);
        assertThat(acquire(3L).answer()).isInstanceOf(NodeGranted.class);
        assertThat(next(acquire(3L))).startsWith("run=r ");
        stored.clear();
        stored.put("pool", next(rule(3L).acquire(true)));
        assertThat(acquire(3L).answer()).as("in doubt once").isInstanceOf(Settling.class);
        at = at(true, "r");
        assertThat(acquire(3L).answer()).as("in doubt to all others").isEqualTo(new PoolNoted());
        stored.put("pool", MARKED);
        assertThat(next(acquire(3L))).startsWith("run=r ").contains("doubted=100000");
    }

    @ParameterizedTest
    @CsvSource({"109000, 109000, 110000", "109000, 120000, 120000", "130000, 120000, 130000"})
    void renewExtendsTheWindowAndRecordsNoLessThanBefore(long end, long granted, long recorded) {
        store(3, value("r", 0, end, "me/1"));
        Step<NodeAnswer> step = renew(NOW - 1000, granted);
        Window window = new Window(NOW - 1000, Math.max(granted, NOW + TTL));
        assertThat(step.answer()).isEqualTo(new NodeGranted(3, window, "r"));
        assertThat(next(step)).contains(" end=" + recorded + " holder=me/1 ");
    }

    @ParameterizedTest
    @CsvSource({"101999, Lost", "102000, NodeGranted"})
    void renewInADoubtKeepsAWindowThatExtendsBeyondItByTheMargin(long granted, String answer) {
        store(3, value("old", 0, 95_000, "me/1"));
        Step<NodeAnswer> step = renew(NOW - 1000, granted);
        assertAnswer(step, answer);
        assertThat(next(step)).contains("run=r epoch=0 doubted=100000");
    }

    @ParameterizedTest
    @CsvSource({"98999, NodeGranted", "99000, Lost"})
    void renewTakesALostLeaseBackIfNoOtherEndedSinceItBegan(long end, String answer) {
        store(3, value("r", 50_000, end, "other"));
        assertAnswer(renew(99_000, 105_000), answer);
    }

    @Test
    void renewWithoutAValueTakesTheLeaseBackByThePools() {
        stored.put("pool", POOL.replace("doubted=0", "doubted=99990"));
        Step<NodeAnswer> step = renew(95_000, 105_000);
        assertGranted(step, 3, 95_000, NOW + TTL);
        assertThat(write(step).guards()).containsExactly("pool", "3");
        assertThat(next(step)).contains("doubted=99990");
    }

    @Test
    void renewNotesThePoolFirst() {
        store(3, value("r", 0, NOW + 9000, "me/1"));
        stored.put("pool", POOL.replace("run=r", "run=old"));
        assertThat(renew(NOW - 1000, NOW + 9000).answer()).isEqualTo(new PoolNoted());
        stored.remove("pool");
        assertThat(renew(NOW - 1000, NOW + 9000).answer()).isEqualTo(new PoolNoted());
        assertThat(write(renew(NOW - 1000, NOW + 9000)).name()).isEqualTo("pool");
    }

    @ParameterizedTest
    @CsvSource({"105000, 105000", "109000, 109000", "109001, 109000"})
    void giveBackFreesTheNodeIdAfterTheLastStamp(long used, long end) {
        store(3, value("r", 7, 109_000, "me/1") + " later=field");
        Step<NodeAnswer> step = rule(3L).giveBack(3, used);
        assertThat(step.answer()).isEqualTo(new GivenBack());
        assertThat(next(step)).isEqualTo(value("r", 7, end, "") + " later=field");
    }

    @Test
    void giveBackByAnyoneButTheHolderWritesNothing() {
        store(3, value("r", 0, 109_000, "other"));
        assertThat(rule(3L).giveBack(3, NOW).write()).isNull();
        assertThat(rule(4L).giveBack(4, NOW).write()).isNull();
    }
}
