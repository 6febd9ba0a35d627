package dev.idgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DecodedIdTests {

    private static final Instant STAMP = Instant.parse("2021-08-21T12:34:56.789Z");

    private final DecodedId parts = DecodedId.of(STAMP, List.of("timestamp", "node", "sequence"), 20, 3, -1);

    @Test
    void partsAreAMapInTheLayoutsOrder() {
        Map<String, Object> expected = Map.of("timestamp", 20L, "node", 3L, "sequence", -1L);
        assertThat(parts.parts()).isEqualTo(expected).hasToString("{timestamp=20, node=3, sequence=-1}");
        assertThat(parts).isEqualTo(new DecodedId(STAMP, expected)).hasSameHashCodeAs(new DecodedId(STAMP, expected));
    }

    @Test
    void partIsFoundByName() {
        assertThat(parts.number("node")).isEqualTo(3);
        assertThat(parts.parts()).containsKey("node").doesNotContainKey("Node").doesNotContainKey(null);
        assertThat(parts.parts().get("shard")).isNull();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> parts.number("shard"))
                .withMessage("there is no part 'shard', only [timestamp, node, sequence]");
    }

    @Test
    void partsDoNotChange() {
        List<String> names = new ArrayList<>(List.of("a", "b"));
        long[] values = {1, 2};
        DecodedId made = DecodedId.of(null, names, values);
        names.set(0, "c");
        values[1] = 7;
        assertThat(made.parts()).hasToString("{a=1, b=2}");
        assertThatThrownBy(() -> made.parts().put("a", 3L)).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void eachNameHasOneValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DecodedId.of(null, List.of("a", "b"), 1))
                .withMessage("there are 1 values for the parts [a, b]");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DecodedId.of(null, List.of("a", "b", "a"), 1, 2, 3))
                .withMessage("two parts have the same name: [a, b, a]");
    }

    @Test
    void textComesFirst() {
        DecodedId string = DecodedId.of(STAMP, List.of("business", "bucket", "number"), "ORDR", 7, 54_321);
        assertThat(string.parts()).hasToString("{business=ORDR, bucket=7, number=54321}");
        assertThat(string.text("business")).isEqualTo("ORDR");
        assertThat(string.number("number")).isEqualTo(54_321);
    }

    @Test
    void partIsReadAsWhatItIs() {
        DecodedId id = DecodedId.of(null, List.of("key", "count"), "acme", 3);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> id.number("key"))
                .withMessage("the part 'key' is a string, not a number: call text(\"key\")");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> id.text("count"))
                .withMessage("the part 'count' is a number, not a string: call number(\"count\")");
    }
}
