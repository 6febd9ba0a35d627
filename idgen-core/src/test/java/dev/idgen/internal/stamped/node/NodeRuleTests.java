package dev.idgen.internal.stamped.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.internal.register.Circumstances;
import dev.idgen.internal.register.Look;
import dev.idgen.internal.register.Step;
import dev.idgen.internal.stamped.node.NodeAnswer.GivenBack;
import dev.idgen.internal.stamped.node.NodeAnswer.InUse;
import dev.idgen.internal.stamped.node.NodeAnswer.Lost;
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

    private static Step.Write write(Step<NodeAnswer> step) {
        return Objects.requireNonNull(step.write());
    }

    private static void assertGranted(Step<NodeAnswer> step, long id, long begin, long end) {
        assertThat(step.answer()).isEqualTo(new NodeGranted(id, new Window(begin, end), "r"));
        assertThat(write(step).name()).isEqualTo(NodeGroup.name(id));
        assertThat(write(step).next()).contains(" end=" + end + " holder=me/1 ");
    }

    // Acquire

    @Test
    void nodeIdWithoutAValueIsLeasedOnThePoolsWord() {
        Step<NodeAnswer> step = rule(3L).acquire(false);
        assertGranted(step, 3, NOW, NOW + TTL);
        assertThat(write(step).guards()).containsExactly("pool", "3");
        assertThat(write(step).next()).isEqualTo("run=r epoch=0 doubted=0 end=110000 holder=me/1 ttl=10000");
    }

    @Test
    void nodeIdWithAValueIsLeasedWithoutThePoolsWord() {
        store(3, value("r", 0, 50_000, ""));
        assertThat(write(rule(3L).acquire(false)).guards()).containsExactly("3");
    }

    @ParameterizedTest
    @CsvSource({
        "99999, true",
        "100000, false",
        "100001, false",
    })
    void nodeIdIsLeasedAfterItsWindowHasClosed(long end, boolean granted) {
        store(3, value("r", 0, end, "other"));
        assertThat(rule(3L).acquire(false).answer()).isInstanceOf(granted ? NodeGranted.class : InUse.class);
    }

    @ParameterizedTest
    @CsvSource({"87999, 0", "88000, 1", "99999, 12000", "100000, 12001"})
    void nodeIdIsLeasedATtlAndAMarginAfterADoubt(long doubted, long wait) {
        store(3, value("r", doubted, 0, ""));
        NodeAnswer answer = rule(3L).acquire(false).answer();
        if (wait == 0) {
            assertThat(answer).isInstanceOf(NodeGranted.class);
        } else {
            assertThat(answer).isEqualTo(new Settling(wait, false));
        }
    }

    @Test
    void doubtAboutThePoolDelaysEachNodeIdWithoutAValue() {
        stored.put("pool", value("r", NOW - 5, 0, ""));
        assertThat(rule(3L).acquire(false)).isEqualTo(Step.answer(new Settling(SETTLING - 4, true)));
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
    void preferenceAmongFreeNodeIds(String holder, long end, String holder4, long end4, long chosen) {
        store(3, value("r", 0, end, holder));
        if (end4 > 0) {
            store(4, value("r", 0, end4, holder4));
        }
        assertThat(rule(3L, 4L).acquire(false).answer())
                .isInstanceOfSatisfying(
                        NodeGranted.class, granted -> assertThat(granted.node()).isEqualTo(chosen));
    }

    @Test
    void firstOfThoseThatAreEquallyGoodIsTaken() {
        assertThat(write(rule(9L, 3L, 4L).acquire(false)).name()).isEqualTo("9");
    }

    @Test
    void missingPoolMayBeNew() {
        stored.clear();
        assertThat(rule(3L).acquire(false)).isEqualTo(Step.answer(new PoolUnborn()));
    }

    @Test
    void lostPoolIsNoted() {
        stored.clear();
        Step<NodeAnswer> step = rule(3L).acquire(true);
        assertThat(step.answer()).isEqualTo(new PoolNoted());
        assertThat(write(step).guards()).containsExactly("pool");
        assertThat(write(step).next()).isEqualTo("made=token run=r epoch=0 doubted=100000 end=0 holder= ttl=10000");
    }

    @Test
    void poolThatCannotBeReadWasLost() {
        stored.put("pool", "nonsense");
        assertThat(write(rule(3L).acquire(false)).next())
                .contains("doubted=100000")
                .contains("made=token");
    }

    @ParameterizedTest
    @CsvSource({"r2, 0", "r, 7"})
    void poolOfAnotherRunOrEpochIsNotedBeforeAnythingIsLeased(String run, long epoch) {
        stored.put("pool", POOL + " later=field");
        at = new Circumstances(NOW, NOW, true, run, epoch);
        Step<NodeAnswer> step = rule(3L).acquire(false);
        assertThat(step.answer()).isEqualTo(new PoolNoted());
        assertThat(write(step).next())
                .isEqualTo("run=" + run + " epoch=" + epoch
                        + " doubted=100000 end=0 holder= ttl=10000 made=x later=field");
    }

    @Test
    void nodeIdOfAnotherRunIsNotedIfNoOtherIsFree() {
        store(3, value("old", 5, 50_000, "other"));
        Step<NodeAnswer> step = rule(3L).acquire(false);
        assertThat(step.answer()).isEqualTo(new Settling(SETTLING + 1, false));
        assertThat(write(step).next()).isEqualTo(value("r", NOW, 50_000, "other"));
        store(4, value("r", 0, 50_000, "other"));
        assertGranted(rule(3L, 4L).acquire(false), 4, NOW, NOW + TTL);
    }

    @Test
    void nodeIdThatCannotBeReadIsNotedAndNotTakenOnThePoolsWord() {
        store(3, "nonsense");
        Step<NodeAnswer> step = rule(3L).acquire(false);
        assertThat(step.answer()).isInstanceOf(Settling.class);
        assertThat(write(step).next()).isEqualTo(value("r", NOW, 0, ""));
    }

    @Test
    void noteNeverMakesADoubtEarlier() {
        store(3, value("old", NOW + 300, 0, ""));
        assertThat(write(rule(3L).acquire(false)).next()).contains("doubted=" + (NOW + 300));
    }

    @Test
    void allInUseNamesTheirHolders() {
        store(3, value("r", 0, NOW + 7, "other"));
        assertThat(rule(3L).acquire(false).answer())
                .isInstanceOfSatisfying(
                        InUse.class,
                        inUse -> assertThat(inUse.holders())
                                .singleElement()
                                .hasToString("Holder[node=3, name=other, until=1970-01-01T00:01:40.007Z]"));
    }

    @Test
    void otherTtlRefuses() {
        store(3, value("r", 0, 0, "").replace("ttl=10000", "ttl=20000"));
        assertThat(rule(3L).acquire(false)).isEqualTo(Step.answer(new OtherNodeTtl(20_000)));
        assertThat(rule(3L).renew(3, new Window(1, NOW))).isEqualTo(Step.answer(new OtherNodeTtl(20_000)));
    }

    /** Before that, leases may have been given that were deleted with the pool. */
    @ParameterizedTest
    @CsvSource({"99999, InUse", "100500, Settling", "100501, NodeGranted"})
    void nodeIdIsFreeOnceTheSwapThatMadeItsPoolCannotBeRepeated(long now, String answer) {
        stored.put(
                "pool",
                NodeValue.newborn(new Look(NOW, "r", 0, List.of(), Map.of()), TTL, "x")
                        .toString());
        at = new Circumstances(now, now, true, "r", 0);
        assertThat(rule(3L).acquire(false).answer().getClass().getSimpleName()).isEqualTo(answer);
    }

    // Clocks that are not believed, and runs that are not told

    @Test
    void clockThatIsNotBelievedMarksAPoolInDoubtAndChangesNothingElse() {
        at = new Circumstances(NOW, NOW, false, "r2", 0);
        Step<NodeAnswer> step = rule(3L).acquire(false);
        assertThat(step.answer()).isEqualTo(new Settling(200, true));
        assertThat(write(step).next()).isEqualTo(POOL.replace("run=r ", "run=- "));
        stored.put("pool", write(step).next());
        assertThat(rule(3L).acquire(false).write()).isNull();
        stored.clear();
        assertThat(write(rule(3L).acquire(true)).next()).contains("run=-").contains("doubted=0");
    }

    @Test
    void clockThatIsNotBelievedLeasesWhatIsNotInDoubt() {
        at = new Circumstances(NOW, NOW, false, "r", 0);
        assertGranted(rule(3L).acquire(false), 3, NOW, NOW + TTL);
    }

    @Test
    void markIsADoubtToEveryAsker() {
        stored.put("pool", POOL.replace("run=r ", "run=- "));
        for (String run : List.of("r", Look.UNTOLD)) {
            at = new Circumstances(NOW, NOW, true, run, 0);
            assertThat(write(rule(3L).acquire(false)).next())
                    .startsWith("run=" + run + " ")
                    .contains("doubted=100000");
        }
    }

    @Test
    void askerThatIsNotToldARunTakesAValuesForTheCurrentOne() {
        at = new Circumstances(NOW, NOW, true, Look.UNTOLD, 0);
        assertThat(rule(3L).acquire(false).answer()).isInstanceOf(NodeGranted.class);
        assertThat(write(rule(3L).acquire(false)).next()).startsWith("run=r ");
        stored.clear();
        stored.put("pool", write(rule(3L).acquire(true)).next());
        assertThat(rule(3L).acquire(false).answer()).as("in doubt once").isInstanceOf(Settling.class);
        at = new Circumstances(NOW, NOW, true, "r", 0);
        assertThat(rule(3L).acquire(false).answer())
                .as("in doubt to all others")
                .isEqualTo(new PoolNoted());
    }

    // Renew

    @Test
    void renewalKeepsTheWindowOpenForATtl() {
        store(3, value("r", 0, NOW + 9000, "me/1"));
        assertGranted(rule(3L).renew(3, new Window(NOW - 1000, NOW + 9000)), 3, NOW - 1000, NOW + TTL);
    }

    @ParameterizedTest
    @CsvSource({"109000, 120000, 120000", "130000, 120000, 130000"})
    void renewalRecordsNoLessThanTheHolderWasToldAndThanIsRecorded(long end, long told, long recorded) {
        store(3, value("r", 0, end, "me/1"));
        Step<NodeAnswer> step = rule(3L).renew(3, new Window(NOW, told));
        assertThat(step.answer()).isEqualTo(new NodeGranted(3, new Window(NOW, told), "r"));
        assertThat(write(step).next()).contains(" end=" + recorded + " ");
    }

    @ParameterizedTest
    @CsvSource({"101999, false", "102000, true"})
    void leaseIsKeptOverADoubtIfItsWindowReachesBeyondByTheMargin(long told, boolean kept) {
        store(3, value("old", 0, 95_000, "me/1"));
        Step<NodeAnswer> step = rule(3L).renew(3, new Window(NOW - 1000, told));
        assertThat(step.answer()).isInstanceOf(kept ? NodeGranted.class : Lost.class);
        assertThat(write(step).next()).contains("run=r epoch=0 doubted=100000");
    }

    @ParameterizedTest
    @CsvSource({"98999, true", "99000, false"})
    void leaseThatWasLostIsTakenBackIfNoOtherHasEndedSinceItBegan(long end, boolean kept) {
        store(3, value("r", 50_000, end, "other"));
        Step<NodeAnswer> step = rule(3L).renew(3, new Window(99_000, 105_000));
        assertThat(step.answer()).isInstanceOf(kept ? NodeGranted.class : Lost.class);
    }

    @Test
    void leaseWithoutAValueIsTakenBackOnThePoolsWord() {
        stored.put("pool", POOL.replace("doubted=0", "doubted=99990"));
        Step<NodeAnswer> step = rule(3L).renew(3, new Window(95_000, 105_000));
        assertGranted(step, 3, 95_000, NOW + TTL);
        assertThat(write(step).guards()).containsExactly("pool", "3");
        assertThat(write(step).next()).contains("doubted=99990");
    }

    @Test
    void renewalNotesThePoolFirst() {
        store(3, value("r", 0, NOW + 9000, "me/1"));
        stored.remove("pool");
        Step<NodeAnswer> step = rule(3L).renew(3, new Window(NOW - 1000, NOW + 9000));
        assertThat(step.answer()).isEqualTo(new PoolNoted());
        assertThat(write(step).name()).isEqualTo("pool");
        stored.put("pool", POOL.replace("run=r", "run=old"));
        assertThat(rule(3L).renew(3, new Window(NOW - 1000, NOW + 9000)).answer())
                .isEqualTo(new PoolNoted());
    }

    @Test
    void renewalWithAClockThatIsNotBelievedIsNotLostInADoubt() {
        at = new Circumstances(NOW, NOW, false, "r2", 0);
        store(3, value("r", 0, NOW + 9000, "me/1"));
        stored.put("pool", POOL.replace("run=r ", "run=- "));
        Step<NodeAnswer> step = rule(3L).renew(3, new Window(NOW - 1000, NOW + 9000));
        assertThat(step.answer()).isEqualTo(new Settling(200, true));
        assertThat(write(step).next()).isEqualTo(value("-", 0, NOW + 9000, "me/1"));
    }

    @Test
    void renewalWithAClockThatIsNotBelievedWorksWithoutADoubt() {
        at = new Circumstances(NOW, NOW, false, "r", 0);
        store(3, value("r", 0, NOW + 9000, "me/1"));
        stored.put("pool", POOL.replace("run=r ", "run=- "));
        assertGranted(rule(3L).renew(3, new Window(NOW, NOW + 9000)), 3, NOW, NOW + TTL);
    }

    // Give back

    @ParameterizedTest
    @CsvSource({"105000, 105000", "109000, 109000", "109001, 109000"})
    void nodeIdIsFreeAfterTheLastStamp(long used, long end) {
        store(3, value("r", 7, 109_000, "me/1") + " later=field");
        Step<NodeAnswer> step = rule(3L).giveBack(3, used);
        assertThat(step.answer()).isEqualTo(new GivenBack());
        assertThat(write(step).next()).isEqualTo(value("r", 7, end, "") + " later=field");
    }

    @ParameterizedTest
    @CsvSource({"other", "''"})
    void onlyItsHolderGivesANodeIdBack(String holder) {
        store(3, value("r", 0, 109_000, holder));
        assertThat(rule(3L).giveBack(3, NOW).write()).isNull();
        assertThat(rule(4L).giveBack(4, NOW).write()).isNull();
    }
}
