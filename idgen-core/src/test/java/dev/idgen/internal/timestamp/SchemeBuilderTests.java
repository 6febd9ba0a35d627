package dev.idgen.internal.timestamp;

import static dev.idgen.Monotonicity.BY_TIME;
import static dev.idgen.Monotonicity.NONE;
import static dev.idgen.Monotonicity.PERIODIC;
import static dev.idgen.Monotonicity.SHARDED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.idgen.Monotonicity;
import dev.idgen.internal.timestamp.StandardSchemes.Mode;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A declaration that cannot give unique ids of its domain is refused when it is made, not when ids are. */
class SchemeBuilderTests {

    private static SchemeBuilder<Long> longs() {
        return Scheme.longs("test");
    }

    private static SchemeBuilder<Long> sequence12() {
        return longs().tick("time", 41).sequence("number", 12);
    }

    private static Arguments refused(String message, Supplier<?> declaration) {
        return arguments(message, declaration);
    }

    private static Arguments refused(String message, SchemeBuilder<?> declaration) {
        return refused(message, declaration::build);
    }

    static Stream<Arguments> refusedDeclarations() {
        Duration second = Duration.ofSeconds(1);
        String positive = "positive ids";
        return Stream.of(
                refused("there is no timestamp among the fields: node 8", longs().node("node", 8)),
                refused(
                        "field 'rest' appears twice",
                        longs().tick("time", 41).node("rest", 10, 12).sequence("rest", 12, 0)),
                refused(
                        "'version' holds 0 to 15, not 16",
                        longs().tick("time", 41).constant("version", 4, 16)),
                refused("12", sequence12().firstNumber(0, 12)),
                refused("-1", sequence12().firstNumber(0, -1)),
                refused("2", sequence12().firstNumber(2, 3)),
                refused("0 bits cannot begin with 1", longs().tick("time", 41).firstNumber(1, 0)),
                refused("0 bits cannot begin with 1", longs().wrapping().tick("time", 20)),
                refused(
                        "'thread' has 1 to 16 bits, not 17",
                        longs().tick("time", 30).lane("thread", 17).sequence("number", 4)),
                refused("17", () -> StandardSchemes.traceId(17)),
                refused("'datacenter'", () -> StandardSchemes.snowflake(-1, 5, 12)),
                refused("'sequence'", () -> StandardSchemes.tsid(22)),
                // more than 64 bits
                refused(positive, longs().tick("time", 42).node("node", 23)),
                refused(positive, longs().wrapping().tick("time", 42).sequence("number", 23)),
                // the highest bit could be set
                refused(positive, longs().node("node", 22).tick("time", 42)),
                refused(positive, longs().reversedTick("time", 42).node("node", 22)),
                refused(positive, longs().tick("time", 10, 0).node("node", 22).tick("time", 32, 10)),
                refused(positive, longs().wrapping().tick("time", 42).sequence("number", 22)),
                refused("'max-lead'", () -> new GeneratorSettings(Duration.ofMillis(-1), second)),
                refused("'max-lead'", () -> new GeneratorSettings(Duration.ofHours(2), second)),
                refused("'acquire-timeout'", () -> new GeneratorSettings(null, Duration.ofSeconds(61))));
    }

    @ParameterizedTest
    @MethodSource("refusedDeclarations")
    void declarationOutOfRangeIsRefused(String message, Supplier<?> declaration) {
        assertThatIllegalArgumentException().isThrownBy(declaration::get).withMessageContaining(message);
    }

    @Test
    void declarationsAtTheEndOfTheirRangeAreAccepted() {
        assertThat(longs().tick("time", 63).build().runsOutOn())
                .as("no calendar shows it")
                .isNull();
        assertThat(StandardSchemes.traceId(16).composition().sequenceBits()).isEqualTo(6);
        SchemeBuilder<Long> wrapping = longs().wrapping().tick("time", 20).sequence("number", 10);
        assertThat(wrapping.build().firstNumber().lowest()).as("never the id 0").isEqualTo(1);
    }

    /** The order of ids, and whether they sort by time, follows from the order of parts. */
    static Stream<Arguments> orders() {
        return Stream.of(
                arguments(StandardSchemes.snowflake(), SHARDED, true),
                arguments(StandardSchemes.traceId(0), PERIODIC, false),
                arguments(StandardSchemes.traceId(5), NONE, false),
                arguments(StandardSchemes.eightByte(Mode.SPREAD, 0), NONE, false),
                arguments(StandardSchemes.eightByte(Mode.TIME_SEQUENTIAL, 0), SHARDED, true),
                arguments(StandardSchemes.uuidV1(), NONE, false),
                arguments(StandardSchemes.uuidV7(), SHARDED, true),
                arguments(StandardSchemes.uuidV7(false), BY_TIME, true),
                arguments(longs().lane("l", 4).tick("t", 40).build(), NONE, false),
                arguments(longs().node("n", 8).tick("t", 40).build(), NONE, false),
                arguments(longs().tick("t", 40).entropy("r", 8).sequence("s", 8).build(), NONE, true),
                arguments(longs().tick("t", 40).route("r", 4).sequence("s", 8).build(), BY_TIME, true),
                arguments(longs().tick("t", 40).sequence("s", 8).route("r", 4).build(), SHARDED, true),
                arguments(longs().route("r", 4).tick("t", 40).build(), NONE, false),
                arguments(longs().tick("t", 20, 20).tick("t", 20, 0).build(), SHARDED, true),
                arguments(longs().tick("t", 20, 0).tick("t", 20, 20).build(), NONE, false),
                arguments(longs().constant("c", 2, 1).tick("t", 40).lane("l", 4).build(), BY_TIME, true),
                arguments(
                        longs().tick("t", 20, 20)
                                .constant("c", 2, 1)
                                .tick("t", 20, 0)
                                .build(),
                        SHARDED,
                        true),
                arguments(
                        longs().tick("t", 20, 20)
                                .sequence("s", 8)
                                .tick("t", 20, 0)
                                .build(),
                        NONE,
                        false));
    }

    @ParameterizedTest
    @MethodSource("orders")
    void orderOfIdsFollowsFromTheOrderOfParts(Scheme<?> scheme, Monotonicity order, boolean sortsByTime) {
        assertThat(scheme.describe().monotonicity()).isEqualTo(order);
        assertThat(scheme.sortsByTime()).isEqualTo(sortsByTime);
    }
}
