package dev.idgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IdPartsTests {

    private static final Instant STAMP = Instant.parse("2021-08-21T12:34:56.789Z");

    private final IdParts parts = IdParts.of(STAMP, List.of("timestamp", "node", "sequence"), 20, 3, -1);

    @Test
    void valuesAreAMapInTheLayoutsOrder() {
        Map<String, Long> expected = new LinkedHashMap<>();
        expected.put("timestamp", 20L);
        expected.put("node", 3L);
        expected.put("sequence", -1L);
        assertThat(parts.values())
                .containsExactlyEntriesOf(expected)
                .hasToString("{timestamp=20, node=3, sequence=-1}");
        assertThat(parts).isEqualTo(new IdParts(STAMP, expected)).hasSameHashCodeAs(new IdParts(STAMP, expected));
        assertThat(parts.values().keySet()).containsExactly("timestamp", "node", "sequence");
        assertThat(parts.values().values()).containsExactly(20L, 3L, -1L);
    }

    @Test
    void valueIsFoundByName() {
        assertThat(parts.value("node")).isEqualTo(3);
        assertThat(parts.values()).containsKey("node").doesNotContainKey("Node").doesNotContainKey(null);
        assertThat(parts.values().get("shard")).isNull();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parts.value("shard"))
                .withMessage("there is no part 'shard', only [timestamp, node, sequence]");
    }

    @Test
    void valuesDoNotChange() {
        List<String> names = new ArrayList<>(List.of("a", "b"));
        long[] values = {1, 2};
        IdParts made = IdParts.of(null, names, values);
        names.set(0, "c");
        values[1] = 7;
        assertThat(made.values()).hasToString("{a=1, b=2}");
        assertThatThrownBy(() -> made.values().put("a", 3L)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> made.values().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> made.values().entrySet().iterator().next().setValue(3L))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void eachNameHasOneValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdParts.of(null, List.of("a", "b"), 1))
                .withMessage("there are 1 values for the parts [a, b]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdParts.of(null, List.of("a", "b", "a"), 1, 2, 3))
                .withMessage("two parts have the same name: [a, b, a]");
    }
}
