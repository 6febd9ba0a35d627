package dev.idgen.internal.setting;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.idgen.InvalidSettingException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingRangeTests {

    private static final Duration MIN = Duration.ofMillis(10);
    private static final Duration MAX = Duration.ofSeconds(60);

    @ParameterizedTest
    @CsvSource({
        "PT0.009S, 9ms",
        "PT60.001S, 60001ms",
        "PT0.000000001S, PT0.000000001S",
        "PT2562047788015215H, 9223372036854774000s",
        "PT9223372036854775807.999S, PT2562047788015215H30M7.999S",
        "PT-2562047788015215H-30M-8S, -9223372036854775808s",
        "PT-2562047788015215H-30M-7.5S, PT-2562047788015215H-30M-7.5S",
    })
    void durationOutOfRangeIsShownAsItIsWritten(Duration value, String shown) {
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> SettingRange.check("idgen.a", value, MIN, MAX))
                .withMessage("'idgen.a' is " + shown + ", which is not between 10ms and 60s");
    }

    @Test
    void endsOfTheRangeAreInIt() {
        assertThatNoException().isThrownBy(() -> {
            SettingRange.check("idgen.a", MIN, MIN, MAX);
            SettingRange.check("idgen.a", MAX, MIN, MAX);
            SettingRange.check("idgen.a", 1, 1, 2);
            SettingRange.check("idgen.a", 2, 1, 2);
        });
    }
}
