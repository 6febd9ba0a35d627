package dev.idgen.internal.stamped.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.idgen.InvalidSettingException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeSettingsTests {

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '"',
            value = {
                "4999, 100, 1000, 'idgen.node.lease-ttl' is 4999ms",
                "600001, 100, 1000, 'idgen.node.lease-ttl' is 600001ms",
                "6000, 9, 1000, 'idgen.node.request-timeout' is 9ms",
                "6000, 1001, 1000, 'idgen.node.request-timeout' is 1001ms",
                "6000, 100, 9, 'idgen.clock.max-skew' is 9ms",
                "6000, 100, 3600001, 'idgen.clock.max-skew' is 3600001ms",
            })
    void settingsOutOfRangeAreRefused(long ttl, long timeout, long skew, String problem) {
        assertThatThrownBy(() -> settings(ttl, timeout, skew))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining(problem);
    }

    @ParameterizedTest
    @CsvSource({"5000, 10, 10", "6000, 1000, 3600000", "600000, 100000, 1000"})
    void settingsAtTheEndsOfTheirRangesAreTaken(long ttl, long timeout, long skew) {
        assertThat(settings(ttl, timeout, skew).requestTimeout()).isEqualTo(Duration.ofMillis(timeout));
    }

    @Test
    void attemptsAreThirtyToATtlAndOneASecondAtLeast() {
        assertThat(settings(6000, 100, 1000).retryPause()).isEqualTo(Duration.ofMillis(200));
        assertThat(settings(600_000, 100, 1000).retryPause()).isEqualTo(Duration.ofSeconds(1));
        assertThat(NodeSettings.defaults().retryPause()).isEqualTo(Duration.ofMillis(500));
    }

    private static NodeSettings settings(long ttl, long timeout, long skew) {
        return new NodeSettings(Duration.ofMillis(ttl), Duration.ofMillis(timeout), Duration.ofMillis(skew));
    }
}
