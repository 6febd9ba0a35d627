package dev.idgen.internal.timestamp.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.InvalidSettingException;
import dev.idgen.internal.setting.Region;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a source of leased node ids is made with: a pool and settings. */
class NodePoolAndSettingsTests {

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "1, 2, 2", "2, 3, 4", "3, 2, 3", "4, 1, 1", "4, 16, 16", "5, 7, 16", "10, 3, 5"})
    void everyNodeIdOfTheRegionIsInOneGroupAndRegularOrInOneSlot(int bits, int number, int of) {
        Region region = new Region(number, of);
        NodePool nodes = new NodePool(bits, region);
        List<Long> ids = new ArrayList<>();
        int slots = nodes.rule(15_000).slots();
        for (int group = 0; group < nodes.groups(); group++) {
            for (int slot = NodePool.REGULAR; slot < slots; slot++) {
                for (long place = 0; place < nodes.sizeOf(group, slot); place++) {
                    long id = nodes.idAt(group, slot, place);
                    assertThat(nodes.groupOf(id)).isEqualTo(nodes.groupName(group));
                    assertThat(nodes.slotOf(id)).isEqualTo(slot);
                    ids.add(id);
                }
            }
        }
        assertThat(ids)
                .containsExactlyElementsOf(LongStream.range(0, 1L << bits)
                        .filter(region::has)
                        .boxed()
                        .toList());
        assertThat(nodes.size())
                .isEqualTo(ids.stream()
                        .filter(id -> nodes.slotOf(id) == NodePool.REGULAR)
                        .count());
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 0, 2", "3, 1, 0, 8", "4, 1, 4, 12", "5, 1, 8, 24", "8, 8, 8, 192", "10, 8, 8, 768"})
    void poolOfSomeBitsHasGroupsAndSlotsAndRegularNodeIds(int bits, int groups, int slots, long regular) {
        NodePool nodes = NodePool.ofBits(bits);
        assertThat(nodes.groups()).isEqualTo(groups);
        assertThat(nodes.rule(15_000).slots()).isEqualTo(slots);
        assertThat(nodes.size()).isEqualTo(regular);
    }

    @Test
    void regionHasAShareOfEachGroupOrIsSkippedThere() {
        NodePool nodes = new NodePool(10, new Region(16, 16));
        assertThat(nodes.ownGroups()).hasSize(8).allMatch(group -> nodes.sizeOf(group, NodePool.REGULAR) == 6);
        assertThat(new NodePool(3, new Region(9, 16)).ownGroups()).isEmpty();
    }

    @Test
    void poolHas1To32Bits() {
        NodePool largest = NodePool.ofBits(32);
        assertThat(largest.idAt(7, 7, largest.sizeOf(7, 7) - 1)).isEqualTo((1L << 32) - 1);
        assertThat(largest.groupOf((1L << 32) - 1)).isEqualTo("nodes:32:7");
        assertThatIllegalArgumentException().isThrownBy(() -> NodePool.ofBits(0));
        assertThatIllegalArgumentException().isThrownBy(() -> NodePool.ofBits(33));
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "4999, 100, 1000, 'idgen.node.lease-ttl' is 4999ms",
                "600001, 100, 1000, 'idgen.node.lease-ttl' is 600001ms",
                "6000, 9, 1000, 'idgen.node.request-timeout' is 9ms",
                "6000, 1001, 1000, 'idgen.node.request-timeout' is 1001ms",
            })
    void settingsOutOfRangeAreRefused(long ttl, long timeout, long skew, String problem) {
        assertThatThrownBy(() -> settings(ttl, timeout, skew))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining(problem);
    }

    @Test
    void settingsAtTheEndsOfTheirRangesAreAcceptedAndRetriedThirtyTimesATtlOrEachSecond() {
        assertThat(settings(5000, 10, 10).retryPause()).isEqualTo(Duration.ofNanos(166_666_666));
        assertThat(settings(6000, 1000, 3_600_000).retryPause()).isEqualTo(Duration.ofMillis(200));
        assertThat(settings(600_000, 100_000, 1000).retryPause()).isEqualTo(Duration.ofSeconds(1));
        assertThat(settings(15_000, 500, 1000).retryPause()).isEqualTo(Duration.ofMillis(500));
    }

    /** Sentinel waits for 30 s by default before it elects another master. */
    @Test
    void defaultTtlBridgesAFailoverOfSentinelsDefaults() {
        Duration failover = Duration.ofSeconds(30).plusSeconds(4);
        Duration bridged = NodeSettings.defaults().leaseTtl().multipliedBy(8).dividedBy(10);
        assertThat(bridged.minusSeconds(2)).isGreaterThanOrEqualTo(failover);
    }

    private static NodeSettings settings(long ttl, long timeout, long skew) {
        return new NodeSettings(
                Duration.ofMillis(ttl), Duration.ofMillis(timeout), Duration.ofMillis(skew), Set.of(), true);
    }
}
