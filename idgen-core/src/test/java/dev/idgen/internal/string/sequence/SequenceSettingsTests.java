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
        "999, 0, 10, 50, 0, 10, lease-ttl",
        "60001, 0, 10, 50, 0, 10, lease-ttl",
        "1000, -1, 10, 50, 0, 10, acquire-timeout",
        "1000, 60001, 10, 50, 0, 10, acquire-timeout",
        "1000, 0, 9, 50, 0, 10, request-timeout",
        "1000, 0, 501, 50, 0, 10, request-timeout",
        "1000, 0, 10, 49, 0, 10, breaker-wait",
        "1000, 0, 10, 60001, 0, 10, breaker-wait",
        "1000, 0, 10, 50, -1, 10, max-lead",
        "1000, 0, 10, 50, 60001, 10, max-lead",
        "1000, 0, 10, 50, 0, 9, max-skew",
        "1000, 0, 10, 50, 0, 3600001, max-skew",
    })
    void settingOutOfRangeIsRefusedByItsName(
            long ttl, long acquire, long request, long breaker, long lead, long skew, String setting) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> settings(ttl, acquire, request, breaker, lead, skew))
                .satisfies(e -> assertThat(e.property()).endsWith("." + setting));
    }

    @ParameterizedTest
    @CsvSource({"1000, 0, 10, 50, 0, 10", "60000, 60000, 30000, 60000, 60000, 3600000"})
    void endsOfTheRangesAreInThem(long ttl, long acquire, long request, long breaker, long lead, long skew) {
        assertThatNoException().isThrownBy(() -> settings(ttl, acquire, request, breaker, lead, skew));
    }

    private static SequenceSettings settings(long ttl, long acquire, long request, long breaker, long lead, long skew) {
        return new SequenceSettings(
                Duration.ofMillis(ttl),
                Duration.ofMillis(acquire),
                Duration.ofMillis(request),
                Duration.ofMillis(breaker),
                Duration.ofMillis(lead),
                Duration.ofMillis(skew));
    }
}
