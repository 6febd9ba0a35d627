package dev.idgen.internal.string.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.idgen.InvalidSettingException;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SequenceSettingsTests {

    @ParameterizedTest(name = "{1}")
    @CsvSource({
        "0, lease-ttl, 1000, 60000",
        "1, acquire-timeout, 0, 60000",
        "2, request-timeout, 10, 30000", // half of the ttl
        "3, breaker-wait, 50, 60000",
        "4, max-lead, 0, 60000",
        "5, max-skew, 10, 3600000"
    })
    void settingIsAcceptedWithinItsRangeOnly(int position, String name, long least, long most) {
        assertThatNoException().isThrownBy(() -> settings(position, least));
        assertThatNoException().isThrownBy(() -> settings(position, most));
        for (long refused : new long[] {least - 1, most + 1}) {
            assertThatExceptionOfType(InvalidSettingException.class)
                    .isThrownBy(() -> settings(position, refused))
                    .satisfies(e -> assertThat(e.property()).endsWith("." + name));
        }
    }

    private static SequenceSettings settings(int position, long millis) {
        Duration[] all = {
            Duration.ofMinutes(1),
            Duration.ZERO,
            Duration.ofMillis(10),
            Duration.ofMillis(50),
            Duration.ZERO,
            Duration.ofMillis(10)
        };
        all[position] = Duration.ofMillis(millis);
        return new SequenceSettings(all[0], all[1], all[2], all[3], all[4], all[5]);
    }
}
