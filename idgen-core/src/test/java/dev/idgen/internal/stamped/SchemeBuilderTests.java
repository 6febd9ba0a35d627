package dev.idgen.internal.stamped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.idgen.Monotonicity;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A declaration that cannot give unique ids of its domain is refused when it is made, not when ids are. */
class SchemeBuilderTests {

    private static SchemeBuilder<Long> longs() {
        return Scheme.longs("test");
    }

    private static void assertRefused(SchemeBuilder<?> scheme, String message) {
        assertThatIllegalArgumentException().isThrownBy(scheme::build).withMessageContaining(message);
    }

    @Test
    void buildWithoutTimestampIsRefused() {
        assertRefused(longs().node("node", 8), "there is no timestamp among the fields: node 8");
    }

    @Test
    void buildWithAFieldOfTwoRolesIsRefused() {
        assertRefused(
                longs().tick("time", 41).node("rest", 10, 12).sequence("rest", 12, 0), "field 'rest' appears twice");
    }

    @Test
    void buildWithAConstantOutOfRangeIsRefused() {
        assertRefused(longs().tick("time", 41).constant("version", 4, 16), "'version' holds 0 to 15, not 16");
    }

    @Test
    void buildWithAFirstNumberBeyondTheSequenceIsRefused() {
        assertRefused(longs().tick("time", 41).sequence("number", 12).firstNumber(0, 12), "12");
        assertRefused(longs().tick("time", 41).sequence("number", 12).firstNumber(0, 20), "20");
        assertRefused(longs().tick("time", 41).sequence("number", 12).firstNumber(0, -1), "-1");
        assertRefused(longs().tick("time", 41).sequence("number", 12).firstNumber(2, 3), "2");
        assertRefused(longs().tick("time", 41).firstNumber(1, 0), "0 bits cannot begin with 1");
    }

    @Test
    void buildWithTooManyLanesIsRefused() {
        assertRefused(
                longs().tick("time", 30).lane("thread", 17).sequence("number", 4), "'thread' has 1 to 16 bits, not 17");
        assertThatIllegalArgumentException().isThrownBy(() -> StandardSchemes.traceId(17));
        assertThatIllegalArgumentException().isThrownBy(() -> StandardSchemes.traceId(-1));
        assertThat(StandardSchemes.traceId(16).composition().sequenceBits()).isEqualTo(6);
    }

    @Test
    void buildWithPositiveIdsOfMoreThan64BitsIsRefused() {
        assertRefused(longs().tick("time", 42).node("node", 23), "positive ids");
        assertRefused(longs().wrapping().tick("time", 42).sequence("number", 23), "positive ids");
    }

    @Test
    void buildWithPositiveIdsWhoseHighestBitWouldBeSetIsRefused() {
        assertRefused(longs().node("node", 22).tick("time", 42), "positive ids");
        assertRefused(longs().reversedTick("time", 42).node("node", 22), "positive ids");
        assertRefused(longs().tick("time", 10, 0).node("node", 22).tick("time", 32, 10), "positive ids");
        assertRefused(longs().wrapping().tick("time", 42).sequence("number", 22), "positive ids");
    }

    @Test
    void wrappingTimestampNeverMakesTheIdZero() {
        Scheme<Long> scheme =
                longs().wrapping().tick("time", 20).sequence("number", 10).build();

        assertThat(scheme.firstNumber().lowest()).isEqualTo(1);
        assertRefused(longs().wrapping().tick("time", 20), "0 bits cannot begin with 1");
    }

    @Test
    void negativeWidthIsRefusedWithTheFieldsName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StandardSchemes.snowflake(Instant.EPOCH, -1, 5, 12))
                .withMessageContaining("'datacenter'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> StandardSchemes.tsid(Instant.EPOCH, 22))
                .withMessageContaining("'sequence'");
    }

    @Test
    void timestampOf63BitsHasNoEndThatACalendarShows() {
        assertThat(longs().tick("time", 63).build().runsOutOn()).isNull();
    }

    @Test
    void orderOfIdsFollowsFromTheOrderOfParts() {
        assertThat(order(StandardSchemes.snowflake())).isEqualTo(Monotonicity.SHARDED);
        assertThat(order(StandardSchemes.traceId(0))).isEqualTo(Monotonicity.PERIODIC);
        assertThat(order(StandardSchemes.traceId(5))).isEqualTo(Monotonicity.NONE);
        assertThat(order(StandardSchemes.eightByte(StandardSchemes.Mode.SPREAD, 0)))
                .isEqualTo(Monotonicity.NONE);
        assertThat(order(StandardSchemes.eightByte(StandardSchemes.Mode.TIME_SEQUENTIAL, 0)))
                .isEqualTo(Monotonicity.SHARDED);
        assertThat(order(StandardSchemes.uuidV1())).isEqualTo(Monotonicity.NONE);
        assertThat(order(StandardSchemes.uuidV6())).isEqualTo(Monotonicity.SHARDED);
        assertThat(order(StandardSchemes.uuidV7())).isEqualTo(Monotonicity.SHARDED);
        assertThat(order(StandardSchemes.ulid())).isEqualTo(Monotonicity.SHARDED);
        assertThat(order(StandardSchemes.uuidV7(false))).isEqualTo(Monotonicity.BY_TIME);
        assertThat(order(StandardSchemes.ulid(false))).isEqualTo(Monotonicity.BY_TIME);
        assertThat(order(longs().lane("thread", 4).tick("time", 40).build())).isEqualTo(Monotonicity.NONE);
        assertThat(order(longs().node("node", 8).tick("time", 40).build())).isEqualTo(Monotonicity.NONE);
        assertThat(order(longs().tick("time", 40)
                        .entropy("random", 8)
                        .sequence("n", 8)
                        .build()))
                .isEqualTo(Monotonicity.NONE);
        assertThat(order(longs().tick("time", 20, 20).tick("time", 20, 0).build()))
                .isEqualTo(Monotonicity.SHARDED);
        assertThat(order(longs().tick("time", 20, 0).tick("time", 20, 20).build()))
                .isEqualTo(Monotonicity.NONE);
    }

    private static Monotonicity order(Scheme<?> scheme) {
        return scheme.describe().monotonicity();
    }

    @Test
    void settingsOutOfRangeAreRefused() {
        Duration second = Duration.ofSeconds(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new GeneratorSettings(Duration.ofMillis(-1), second))
                .withMessageContaining("'max-lead'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new GeneratorSettings(Duration.ofHours(2), second))
                .withMessageContaining("'max-lead'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new GeneratorSettings(null, Duration.ofSeconds(61)))
                .withMessageContaining("'acquire-timeout'");
    }
}
