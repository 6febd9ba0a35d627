package dev.idgen.internal.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TickScaleTests {

    private static final Instant GREGORIAN = Instant.parse("1582-10-15T00:00:00Z");
    private static final long FAR = 1L << 47;

    @Test
    void shortTicksAreSeveralInAMillisecond() {
        TickScale scale = new TickScale(GREGORIAN, Duration.ofNanos(100));
        long millis = Instant.parse("2022-02-22T19:22:22Z").toEpochMilli();

        assertThat(scale.at(millis)).isEqualTo(0x1EC9414C232AB00L);
        assertThat(scale.firstFrom(millis)).isEqualTo(0x1EC9414C232AB00L);
        assertThat(scale.lastUntil(millis)).isEqualTo(0x1EC9414C232AB00L + 9999);
        assertThat(scale.ticksPerMilli()).isEqualTo(10_000);
        assertThat(scale.instantOf(0x1EC9414C232AB00L + 12_345))
                .isEqualTo(Instant.parse("2022-02-22T19:22:22.001234500Z"));
        assertThat(scale.millisOf(0x1EC9414C232AB00L + 12_345)).isEqualTo(millis + 1);
        assertThat(scale.instantOf(-1)).isEqualTo(GREGORIAN.minusNanos(100));
        assertThat(scale.ticksIn(Duration.ofMillis(2))).isEqualTo(20_000);
    }

    @Test
    void farTimesSaturate() {
        TickScale scale = new TickScale(GREGORIAN, Duration.ofNanos(100));

        assertThat(scale.at(Long.MAX_VALUE)).isEqualTo(scale.at(FAR)).isPositive();
        assertThat(scale.at(Long.MIN_VALUE)).isEqualTo(scale.at(-FAR)).isNegative();
        assertThat(scale.firstFrom(Long.MIN_VALUE)).isEqualTo(scale.at(-FAR));
        assertThat(scale.lastUntil(Long.MAX_VALUE)).isEqualTo(scale.at(FAR) + 9999);
        assertThat(Instant.ofEpochMilli(FAR)).isBetween("6429-01-01T00:00:00Z", "6429-12-31T00:00:00Z");
        TickScale coarse = new TickScale(Instant.EPOCH, Duration.ofSeconds(1));
        assertThat(coarse.firstFrom(Long.MAX_VALUE)).isEqualTo(coarse.at(FAR));
        assertThat(coarse.lastUntil(Long.MAX_VALUE)).isEqualTo(coarse.at(FAR));
    }

    @Test
    void tickBeyondALongOfMillisecondsIsRefused() {
        TickScale scale = new TickScale(Instant.EPOCH, Duration.ofSeconds(1));

        assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> scale.millisOf(Long.MAX_VALUE));
        assertThatExceptionOfType(ArithmeticException.class).isThrownBy(() -> scale.instantOf(Long.MAX_VALUE));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            PT0S, PT-1S, PT0.000000099S, PT1.001S, PT1M | a tick lasts 100 ns to a second
            PT0.0015S, PT0.0000003S, PT0.0007S, PT0.9999999S | a tick is whole milliseconds or a whole part of one
            """)
    void tickOutOfRangeOrStepIsRefused(String ticks, String message) {
        assertThat(ticks.split(", "))
                .allSatisfy(tick -> assertThatIllegalArgumentException()
                        .isThrownBy(() -> new TickScale(Instant.EPOCH, Duration.parse(tick)))
                        .withMessage(message + ", not " + tick));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"2020-01-01T00:00:00.000000001Z", "+1000000000-12-31T23:59:59Z", "-1000000000-01-01T00:00:00Z"})
    void epochThatIsNoNearMillisecondIsRefused(Instant epoch) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TickScale(epoch, Duration.ofMillis(1)))
                .withMessageContaining(epoch.toString());
    }

    @Property
    void timeLiesInItsTick(@ForAll("scales") TickScale scale, @ForAll @LongRange(min = -FAR, max = FAR) long millis) {
        long tick = scale.at(millis);

        assertThat(scale.millisOf(tick)).isLessThanOrEqualTo(millis);
        assertThat(scale.millisOf(tick + scale.ticksPerMilli())).isGreaterThan(millis);
        assertThat(scale.instantOf(tick + 1)).isEqualTo(scale.instantOf(tick).plus(scale.tick()));
    }

    @Property
    void ticksOfNeighbouringWindowsAreDisjoint(
            @ForAll("scales") TickScale scale, @ForAll @LongRange(min = -FAR, max = FAR - 86_400_000) long end) {
        assertThat(scale.lastUntil(end) + 1).isEqualTo(scale.firstFrom(end + 1));
    }

    @Provide
    Arbitrary<TickScale> scales() {
        return Arbitraries.of(List.of(
                new TickScale(Instant.EPOCH, Duration.ofMillis(1)),
                new TickScale(Instant.ofEpochMilli(1_288_834_974_657L), Duration.ofMillis(1)),
                new TickScale(Instant.ofEpochMilli(1_288_834_974_657L), Duration.ofMillis(10)),
                new TickScale(Instant.EPOCH, Duration.ofSeconds(1)),
                new TickScale(Instant.ofEpochMilli(-1), Duration.ofSeconds(1)),
                new TickScale(GREGORIAN, Duration.ofNanos(100)),
                new TickScale(GREGORIAN, Duration.ofNanos(500_000))));
    }
}
