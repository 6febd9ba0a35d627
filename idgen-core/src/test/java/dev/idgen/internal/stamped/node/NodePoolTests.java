package dev.idgen.internal.stamped.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.idgen.internal.setting.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodePoolTests {

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "3, 4", "4, 8", "10, 8", "32, 8"})
    void groupsAreEightOrFewerInASmallPool(int bits, int groups) {
        assertThat(NodePool.ofBits(bits).groups()).isEqualTo(groups);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "1, 2, 2", "2, 3, 4", "3, 2, 3", "4, 1, 1", "4, 16, 16", "5, 7, 16", "10, 3, 5"})
    void everyNodeIdOfTheRegionIsInOneGroup(int bits, int number, int of) {
        Region region = new Region(number, of);
        NodePool nodes = new NodePool(bits, region);
        List<Long> ids = new ArrayList<>();
        for (int group : nodes.ownGroups()) {
            for (long place = 0; place < nodes.sizeOf(group); place++) {
                long id = nodes.idAt(group, place);
                assertThat(nodes.groupOf(id)).isEqualTo(nodes.groupName(group));
                ids.add(id);
            }
        }
        assertThat(ids)
                .containsExactlyElementsOf(LongStream.range(0, 1L << bits)
                        .filter(region::has)
                        .boxed()
                        .toList());
        assertThat(nodes.size()).isEqualTo(ids.size());
    }

    @Test
    void regionHasAShareOfEachGroupOrIsSkippedThere() {
        NodePool nodes = new NodePool(10, new Region(16, 16));
        assertThat(nodes.ownGroups()).hasSize(8).allMatch(group -> nodes.sizeOf(group) == 8);
        assertThat(new NodePool(2, new Region(4, 4)).ownGroups()).containsExactly(1);
    }

    @Test
    void poolHas1To32Bits() {
        NodePool largest = NodePool.ofBits(32);
        assertThat(largest.idAt(7, largest.sizeOf(7) - 1)).isEqualTo((1L << 32) - 1);
        assertThat(largest.groupOf((1L << 32) - 1)).isEqualTo("nodes:32:7");
        assertThatIllegalArgumentException().isThrownBy(() -> NodePool.ofBits(0));
        assertThatIllegalArgumentException().isThrownBy(() -> NodePool.ofBits(33));
    }
}
