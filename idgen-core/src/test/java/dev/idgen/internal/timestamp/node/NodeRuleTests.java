package dev.idgen.internal.timestamp.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idgen.LeaseStore.Snapshot;
import dev.idgen.NodeIdUnavailableException.Holder;
import dev.idgen.internal.lease.GroupValue;
import dev.idgen.internal.lease.LeaseText;
import dev.idgen.internal.lease.Step;
import dev.idgen.internal.time.Window;
import dev.idgen.internal.timestamp.node.NodeAnswer.InUse;
import dev.idgen.internal.timestamp.node.NodeAnswer.NodeGranted;
import dev.idgen.internal.timestamp.node.NodeAnswer.Settling;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Which node ids are leased, case by case; {@link NodeRuleTranscriptTests} has renewals and returns. Node ids 24 to 31
 * are for recovery, each a slot of 1750 ms. It is 100000 o'clock, and the latest doubt was at 0, unless a case says
 * otherwise.
 */
class NodeRuleTests {

    private static final NodePool NODES = NodePool.ofBits(5);
    private static final long TTL = 10_000;

    private final NodeRule rule = new NodeRule(NODES, NODES.rule(TTL));
    private final Map<String, String> stored = new TreeMap<>();
    private long now = 100_000;
    private long doubted;

    private void store(long id, long end, @Nullable String holder) {
        stored.put(NodeValue.name(id), "end=" + end + " holder=" + (holder == null ? "" : holder));
    }

    private GroupValue group() {
        return new GroupValue("r", 0, doubted, LeaseText.empty());
    }

    private Snapshot view(Long... ids) {
        List<String> names = new ArrayList<>(List.of(GroupValue.NAME));
        List.of(ids).forEach(id -> names.add(NodeValue.name(id)));
        return new Snapshot(now, "r", 0, names, stored);
    }

    private Step<NodeAnswer> acquire(Long... ids) {
        return rule.acquire(group(), view(ids), "me/1", true);
    }

    /** What is written and answered. */
    private static String shown(Step<NodeAnswer> step) {
        Step.Write write = step.write();
        String written = write == null ? "" : write.name() + ": " + write.next() + " -> ";
        if (step.answer() instanceof NodeGranted grant) {
            Window window = grant.window();
            return written + window.notBefore() + ".." + window.notAfter()
                    + (grant.settlesMillis() == 0 ? "" : " settles at " + grant.settlesMillis());
        }
        return written
                + (step.answer() instanceof Settling settling
                        ? (settling.whole() ? "all" : "these") + " settle in " + settling.millis()
                        : Objects.requireNonNull(step.answer()).getClass().getSimpleName());
    }

    /** Given back, or expired so long ago that its holder is dead, then never leased, then expired recently. */
    @ParameterizedTest
    @CsvSource({
        "'', 99999, '', 0, 3",
        "other, 87999, '', 0, 3",
        "other, 88000, '', 0, 4",
        "other, 99999, other, 87999, 4",
        "other, 87999, '', 99999, 3",
        "'', 100000, other, 99999, 4",
    })
    void acquirePrefersAmongFreeNodeIds(String holder, long end, String holder4, long end4, String chosen) {
        store(3, end, holder);
        if (end4 > 0) {
            store(4, end4, holder4);
        }
        assertThat(shown(acquire(3L, 4L))).startsWith(chosen + ": ");
    }

    @Test
    void acquireOfRegularNodeIds() {
        assertThat(shown(acquire(3L))).isEqualTo("3: end=110000 holder=me/1 -> 100000..110000");
        assertThat(shown(rule.acquire(group(), view(3L), "me/1", false)))
                .as("by a clock that is not believed")
                .isEqualTo("all settle in 200");
        assertThat(shown(acquire(24L, 31L))).as("recovery").isEqualTo("Elsewhere");
        store(3, 100_000, "other");
        assertThat(acquire(3L).answer())
                .isEqualTo(new InUse(List.of(new Holder(3, "other", Instant.ofEpochMilli(100_000)))));
    }

    /** The doubt is at 98250, so its slot is that of node id 24 and ends at 99750. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "101749 | 3 24 25 | all settle in 1",
                "101750 | 3 25 31 | Elsewhere",
                "101750 | 3 24 25 | 24: end=114250 holder=me/1 -> 101750..114250 settles at 110250",
                "110249 | 24      | 24: end=114250 holder=me/1 -> 110249..114250 settles at 110250",
                "110250 | 24      | Elsewhere",
                "110250 | 3 24    | 3: end=120250 holder=me/1 -> 110250..120250",
            })
    void acquireAfterADoubtIsFromItsSlot(long time, String ids, String step) {
        doubted = 98_250;
        now = time;
        Long[] those = List.of(ids.split(" ")).stream().map(Long::valueOf).toArray(Long[]::new);
        assertThat(shown(acquire(those))).isEqualTo(step);
    }

    @Test
    void acquireOfRecoveryNodeIdsInUseWaitsUntilTheOthersSettle() {
        doubted = 98_250;
        now = 102_000;
        store(24, 114_250, "other");
        assertThat(shown(acquire(24L))).isEqualTo("these settle in 8250");
    }

    @Test
    void fieldsOfALaterVersionAreKeptAndValuesThatCannotBeReadAreNotUsed() {
        stored.put("3", "end=1 holder= later=field");
        stored.put("4", "nonsense");
        assertThat(shown(acquire(3L))).startsWith("3: end=110000 holder=me/1 later=field -> ");
        assertThat(acquire(4L).answer()).isInstanceOf(InUse.class);
        assertThat(shown(rule.renew(group(), view(4L), "me/1", 4, new Window(1, now))))
                .isEqualTo("Lost");
    }
}
