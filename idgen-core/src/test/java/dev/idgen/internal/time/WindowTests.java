package dev.idgen.internal.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class WindowTests {

    private final Window window = new Window(1000, 2000);

    @Test
    void extendToKeepsStartAndNeverShortens() {
        assertThat(window.extendTo(2001)).isEqualTo(new Window(1000, 2001));
        assertThat(window.extendTo(2000)).isSameAs(window);
        assertThat(window.extendTo(0)).isSameAs(window);
    }

    @Test
    void windowThatEndsBeforeItsStartIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Window(5, 4))
                .withMessage("window ends at 4, before its start 5");
    }
}
