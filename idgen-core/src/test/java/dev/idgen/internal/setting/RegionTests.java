package dev.idgen.internal.setting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.InvalidSettingException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The one rule by which regions share. */
class RegionTests {

    private static final int SIZE = 100;

    static Stream<Region> all() {
        return IntStream.rangeClosed(1, Region.MOST)
                .boxed()
                .flatMap(of -> IntStream.rangeClosed(1, of).mapToObj(number -> new Region(number, of)));
    }

    @Test
    void everythingBelongsToOneRegion() {
        for (int of = 1; of <= Region.MOST; of++) {
            int regions = of;
            for (int index = 0; index < SIZE; index++) {
                int member = index;
                assertThat(all().filter(region -> region.of() == regions && region.has(member)))
                        .hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void countAndPlacesAgreeWithTheRule(Region region) {
        for (int size = 0; size <= SIZE; size++) {
            List<Long> members =
                    LongStream.range(0, size).filter(region::has).boxed().toList();
            assertThat(region.count(size)).isEqualTo(members.size());
            assertThat(LongStream.range(0, members.size()).map(region::indexAt).boxed())
                    .containsExactlyElementsOf(members);
            assertThat(LongStream.rangeClosed(1, members.size())
                            .map(i -> region.numberAt(i) - 1)
                            .boxed())
                    .containsExactlyElementsOf(members);
        }
        assertThat(region.numberAt(0)).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "1", "0/2", "3/2", "1/17", "-1/2", "1/0", "01/2", "1 / 2", "1/2/3", "a/b", "1/99999999999"})
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> Region.setting("idgen.region", text))
                .isInstanceOfSatisfying(InvalidSettingException.class, e -> {
                    assertThat(e).hasMessage("'idgen.region' is '" + text + "', which is not a region");
                    assertThat(e.action())
                            .isEqualTo(
                                    "Set 'idgen.region' to k/n, such as '2/4' for the second of four regions: n is 1 to"
                                            + " 16, and k is 1 to n.");
                });
    }
}
