package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.idgen.InvalidSettingException;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SequenceSettingsTests {

    @ParameterizedTest
    @CsvSource({
        "999, 0, 10, 50, 1, 1, 0, 10, lease-ttl",
        "60001, 0, 10, 50, 1, 1, 0, 10, lease-ttl",
        "1000, -1, 10, 50, 1, 1, 0, 10, acquire-timeout",
        "1000, 60001, 10, 50, 1, 1, 0, 10, acquire-timeout",
        "1000, 0, 9, 50, 1, 1, 0, 10, request-timeout",
        "1000, 0, 501, 50, 1, 1, 0, 10, request-timeout",
        "1000, 0, 10, 49, 1, 1, 0, 10, breaker-wait",
        "1000, 0, 10, 60001, 1, 1, 0, 10, breaker-wait",
        "1000, 0, 10, 50, 0, 1, 0, 10, min-stock",
        "1000, 0, 10, 50, 16777217, 16777217, 0, 10, min-stock",
        "1000, 0, 10, 50, 2, 1, 0, 10, max-stock",
        "1000, 0, 10, 50, 1, 16777217, 0, 10, max-stock",
        "1000, 0, 10, 50, 1, 1, -1, 10, max-lead",
        "1000, 0, 10, 50, 1, 1, 60001, 10, max-lead",
        "1000, 0, 10, 50, 1, 1, 0, 9, max-skew",
        "1000, 0, 10, 50, 1, 1, 0, 3600001, max-skew",
    })
    void settingOutOfRangeIsRefusedByItsName(
            long ttl,
            long acquire,
            long request,
            long breaker,
            int min,
            int max,
            long lead,
            long skew,
            String setting) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> settings(ttl, acquire, request, breaker, min, max, lead, skew))
                .satisfies(e -> assertThat(e.property()).endsWith("." + setting));
    }

    @ParameterizedTest
    @CsvSource({"1000, 0, 10, 50, 1, 1, 0, 10", "60000, 60000, 30000, 60000, 16777216, 16777216, 60000, 3600000"})
    void endsOfTheRangesAreInThem(
            long ttl, long acquire, long request, long breaker, int min, int max, long lead, long skew) {
        assertThatNoException().isThrownBy(() -> settings(ttl, acquire, request, breaker, min, max, lead, skew));
    }

    private static SequenceSettings settings(
            long ttl, long acquire, long request, long breaker, int min, int max, long lead, long skew) {
        return new SequenceSettings(
                Duration.ofMillis(ttl),
                Duration.ofMillis(acquire),
                Duration.ofMillis(request),
                Duration.ofMillis(breaker),
                min,
                max,
                Duration.ofMillis(lead),
                Duration.ofMillis(skew));
    }
}
