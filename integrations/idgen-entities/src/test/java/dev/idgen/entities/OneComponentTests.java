package dev.idgen.entities;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OneComponentTests {

    private record OrderId(long value) {
        private OrderId {
            if (value < 1) {
                throw new IllegalArgumentException("an id is positive");
            }
        }
    }

    record Pair(long first, long second) {}

    record Nothing() {}

    @Test
    void recordIsMadeOfItsComponentAndReadBack() {
        SingleValueRecord order = SingleValueRecord.of(OrderId.class).orElseThrow();
        assertThat(order.type()).isEqualTo(Long.class);
        assertThat(order.wrap(7L)).isEqualTo(new OrderId(7));
        assertThat(order.unwrap(new OrderId(7))).isEqualTo(7L);
        assertThatIllegalArgumentException()
                .as("exception of a constructor")
                .isThrownBy(() -> order.wrap(0L))
                .withMessage("an id is positive");
        assertThat(SingleValueRecord.unwrapped(new OrderId(7))).isEqualTo(7L);
        assertThat(SingleValueRecord.unwrapped("order")).isEqualTo("order");
        assertThat(SingleValueRecord.unwrapped(null)).isNull();
    }

    /** ULong, which holds one long, is a value class of Kotlin's library; its constructor is private there. */
    @Test
    void valueClassOfKotlinIsMadeOfItsComponentAndReadBack() {
        SingleValueRecord unsigned = SingleValueRecord.of(kotlin.ULong.class).orElseThrow();
        assertThat(unsigned.type()).isEqualTo(Long.class);
        Object seven = unsigned.wrap(7L);
        assertThat(seven).isInstanceOf(kotlin.ULong.class).hasToString("7");
        assertThat(unsigned.unwrap(seven)).isEqualTo(7L);
    }

    @ParameterizedTest
    @ValueSource(classes = {Pair.class, Nothing.class, Long.class, String.class, long.class, Object.class})
    void anyOtherTypeHasNone(Class<?> type) {
        assertThat(SingleValueRecord.of(type)).isEmpty();
    }
}
