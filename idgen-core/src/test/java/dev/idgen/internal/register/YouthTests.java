package dev.idgen.internal.register;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YouthTests {

    private static final Youth YOUTH = new Youth(10_000, 32, 2000);

    @ParameterizedTest
    @CsvSource({
        "     0,  0,    375",
        "   374,  0,    375",
        "   375,  1,    750",
        "11_999, 31, 12_000",
        "12_000,  0, 12_375",
    })
    void slotsTakeTurns(String doubted, int slot, String end) {
        long then = Long.parseLong(doubted.replace("_", ""));
        assertThat(YOUTH.slot(then)).isEqualTo(slot);
        assertThat(YOUTH.slotEnd(then)).isEqualTo(Long.parseLong(end.replace("_", "")));
    }

    @Test
    void restIsGrantedOnceAllEarlierWindowsHaveClosed() {
        assertThat(YOUTH.settles(5)).isEqualTo(12_005);
        assertThat(YOUTH.closes(5)).isEqualTo(14_005);
        Youth none = new Youth(15_000, 0, 4000);
        assertThat(none.slotEnd(7) + Youth.MARGIN_MILLIS).as("without slots").isEqualTo(none.settles(7));
        assertThat(none.slotMillis()).isZero();
    }
}
